# Completion of `carom` for fish: commands from `carom help`, options and their words from `carom COMMAND --help`, asked for once,
# when the first completion is wanted.

function __carom_typed # COMMAND: whether it is the command of this line
    set -l words (commandline -opc)
    test (count $words) -ge 2; and test "$words[2]" = "$argv[1]"
end

for line in (carom help 2>/dev/null | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) *\(.*\)/\1\t\2/p')
    set -l command (string split -f 1 \t $line)
    complete -c carom -f -n 'test (count (commandline -opc)) -eq 1' -a $command -d (string split -f 2 \t $line)
    set -l help (carom $command --help 2>/dev/null)
    # What a command does, where it does several things: `store check`.
    set -l actions (string match -rg -- '\] ([a-z]+\|[a-z|]+) ' $help[1] | string split '|' | string join ' ')
    complete -c carom -n "__carom_typed $command; and test (count (commandline -opc)) -eq 2" -a "$actions"
    for option in (string match -r -- '^  .{4}--.*' $help)
        set -l name (string match -rg -- '--([a-z-]+)' $option)
        set -l words (string match -rg -- '--[a-z-]+ ([a-z0-9-]+\|[a-z0-9|-]+)' $option | string split '|' | string join ' ')
        set -l text (string match -rg -- '--[a-z-]+[^ ]*(?: [^ ]+)? {2,}(.*)' $option)
        if test -n "$words"
            complete -c carom -n "__carom_typed $command" -l $name -x -a "$words" -d "$text"
        else
            complete -c carom -n "__carom_typed $command" -l $name -d "$text"
        end
    end
end
