#!/bin/sh
# The program and its library are built as meson.build says: check-hardening.sh OPTIMISED FILE... looks at each file for a place in
# memory that changes (PIE), tables that are read-only once they are filled in (RELRO, BIND_NOW), a watched stack and,
# where it is optimised (true), calls of libc that check their bounds.
optimised=$1
shift
bad=0

# expect WORDS PATTERN: the file's listing has a line like that.
expect() {
    if ! printf '%s\n' "$listing" | grep -Eq "$2"; then
        echo "$file: $1 is missing"
        bad=1
    fi
}

[ $# -gt 0 ] || bad=1
for file in "$@"; do
    listing=$(readelf --wide --file-header --program-headers --dynamic --dyn-syms "$file") || bad=1
    expect "a position-independent layout" '^ *Type: *DYN'
    expect "RELRO" '^ *GNU_RELRO'
    expect "BIND_NOW" 'BIND_NOW|FLAGS_1.*\bNOW\b'
    expect "the stack protector" '__stack_chk_fail'
    case $file-$optimised in
    *.so*) ;; # calls nothing of libc but mem*
    *-true) expect "FORTIFY" '__[a-z]+_chk\b' ;;
    esac
done
[ "$bad" -eq 0 ] && echo "$# files are hardened."
exit $bad
