#!/bin/sh
# Freestanding rooms need nothing from a C library but the four memory functions: freestanding.sh ARCHIVE [ARCHIVE BELOW]
names=$(nm -u "$1" | sed -n 's/^ *U //p' | sort -u)
defined=$(nm --defined-only "$@" | sed -n 's/^[0-9a-f]* [A-Zi] //p' | sort -u)
foreign=
for name in $names; do
    case $name in
    memcpy | memmove | memset | memcmp | _GLOBAL_OFFSET_TABLE_) ;;
    *) printf '%s\n' "$defined" | grep -qx "$name" || foreign="$foreign $name" ;;
    esac
done
if [ -n "$foreign" ]; then
    echo "These layers may not need:$foreign"
    exit 1
fi
echo "Nothing but memory functions."
