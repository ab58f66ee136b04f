#!/bin/sh
# What bash, zsh and fish offer after a few words, in TAP: completion.sh CAROM SOURCE_ROOT
# A shell that is not installed is skipped.
# shellcheck disable=SC2016,SC2317  # other shells expand it; offers() calls them by name
set -u
carom=$1
folder=$2/tools/completion
PATH=$(dirname "$carom"):$PATH
number=0
bad=0

in_bash() {
    bash --norc -c '. "$1/carom.bash"; shift; COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _carom; printf "%s\n" "${COMPREPLY[@]}"' \
        bash "$folder" "$@"
}

in_zsh() {
    zsh -f -c '_describe() { print -l -- ${(P)2} }; _files() { print -- "a file" }; . "$1/_carom"; shift; words=("$@") CURRENT=$#; _carom' \
        zsh "$folder" "$@" | sed 's/:.*//'
}

in_fish() {
    HOME=/nonexistent fish --no-config -c '. $argv[1]/carom.fish; complete -C (string join -- " " $argv[2..])' "$folder" "$@" |
        sed 's/\t.*//'
}

# offers SHELL WANTED UNWANTED WORD...: the words end in what is being typed.
offers() {
    shell=$1 wanted=$2 unwanted=$3
    shift 3
    number=$((number + 1))
    name="$shell: $* is offered $wanted, not $unwanted"
    if ! command -v "$shell" >/dev/null; then
        echo "ok $number - $name # SKIP no $shell here"
        return
    fi
    "in_$shell" "$@" >"$list"
    if grep -qx -- "$wanted" "$list" && ! grep -qx -- "$unwanted" "$list"; then
        echo "ok $number - $name"
    else
        echo "not ok $number - $name"
        sed 's/^/# /' "$list"
        bad=1
    fi
}

list=$(mktemp)
trap 'rm -f "$list"' EXIT
for shell in bash zsh fish; do
    offers "$shell" solve Commands: carom so
    offers "$shell" --max-moves --seed carom solve --max
    offers "$shell" restore --json carom store re
    offers "$shell" driftingdroids --output carom convert --to d
done
echo "1..$number"
exit $bad
