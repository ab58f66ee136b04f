#!/bin/sh
# The builds that people make, each into an empty folder and none with a warning: tests/check-builds.sh [COMPILER,OPTION...]...
# Without arguments those below, which see what ./test's own builds (debugoptimized, with assertions) do not: clang's warnings
# hardly depend on optimization, so it compiles without; gcc's do, and with LTO it looks across files.
set -eu
cd "$(dirname "$0")/.."
there=$(mktemp -d)
trap 'rm -rf "$there"' EXIT
[ $# -gt 0 ] || set -- gcc,--buildtype=release,-Db_lto=true clang,--buildtype=plain

failed=0
for kind in "$@"; do
    words=$(printf '%s' "$kind" | tr , ' ')
    rm -rf "$there/build"
    # shellcheck disable=SC2086  # a list of words
    if CC=${words%% *} meson setup "$there/build" -Dtests=disabled ${words#* } >"$there/log" 2>&1 &&
        ninja -C "$there/build" >"$there/log" 2>&1 && ! grep 'warning:' "$there/log"; then
        echo "$words: built, no warning"
    else
        cat "$there/log"
        echo "$words: FAILED"
        failed=1
    fi
done
exit $failed
