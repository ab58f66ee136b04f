/*
 * The few form controls the page has: a choice of a few words, a switch, a number.
 */
import { useId } from "preact/hooks";

interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  options: [T, string][];
  onChange: (value: T) => void;
  help?: string;
}

/* A few words side by side: radio buttons that look like one control. */
export function RadioGroup<T extends string>({ label, value, options, onChange, help }: ChoiceProps<T>) {
  const name = useId();
  return (
    <fieldset class="choice">
      <legend>{label}</legend>
      <div role="radiogroup" aria-label={label}>
        {options.map(([one, words]) => (
          <label key={one}>
            <input type="radio" name={name} value={one} checked={one === value} onChange={() => onChange(one)} />
            <span>{words}</span>
          </label>
        ))}
      </div>
      {help && <p class="help">{help}</p>}
    </fieldset>
  );
}

interface SwitchProps {
  label: string;
  value: boolean;
  onChange: (value: boolean) => void;
  help?: string;
}

export function Toggle({ label, value, onChange, help }: SwitchProps) {
  return (
    <label class="switch">
      <input
        type="checkbox"
        role="switch"
        checked={value}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>
        {label}
        {help && <small>{help}</small>}
      </span>
    </label>
  );
}

interface SelectProps {
  label: string;
  value: string;
  options: [string, string][];
  onChange: (value: string) => void;
  hidden?: boolean; // the label is only heard
}

export function Select({ label, value, options, onChange, hidden }: SelectProps) {
  return (
    <label class="select">
      <span class={hidden ? "heard" : ""}>{label}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
