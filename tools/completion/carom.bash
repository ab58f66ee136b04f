# Completion of `carom` and `carom-dev` for bash: commands from `carom help`, options and their words from `carom COMMAND --help`.
_carom() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} program=${COMP_WORDS[0]} help words
    if [ "$COMP_CWORD" -eq 1 ] || { [ "$COMP_CWORD" -eq 2 ] && [ "$before" = help ]; }; then
        words=$("$program" help 2>/dev/null | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
        mapfile -t COMPREPLY < <(compgen -W "$words help version --version" -- "$word")
        return
    fi
    help=$("$program" "${COMP_WORDS[1]}" --help 2>/dev/null)
    if [ "$COMP_CWORD" -eq 2 ] && [[ $word != -* ]]; then # what to do, where a command has several deeds: `store check`
        words=$(sed -n '1s/.*\] \([a-z]*|[a-z|]*\) .*/\1/p' <<<"$help" | tr '|' ' ')
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
        [ -z "$words" ] || return
    fi
    words=$(sed -n "s/^ .*$before \([a-z0-9-]*|[a-z0-9|-]*\).*/\1/p" <<<"$help" | tr '|' ' ')
    if [[ $before == --* && -n $words ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    elif [[ $word == -* ]]; then
        words=$(grep -o -- '^  .\{4\}--[a-z-]*' <<<"$help" | grep -o -- '--.*')
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    elif [ "${COMP_WORDS[1]}" = store ]; then
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    else
        mapfile -t COMPREPLY < <(compgen -f -P '@' -- "${word#@}")
    fi
}
complete -F _carom carom carom-dev
