/*
 * What went wrong, below the form or the buttons it happened to; read out at once.
 */
export function ErrorText({ words }: { words: string | undefined }) {
  return words ? (
    <p class="wrong" role="alert" data-test="wrong">
      {words}
    </p>
  ) : null;
}
