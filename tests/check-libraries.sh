#!/bin/sh
# Libraries that bring many others along are loaded when they are wanted, and one that is missing is named: check-libraries.sh CAROM
set -eu
carom=$1
there=$(mktemp -d)
trap 'rm -rf "$there"' EXIT
position=Y2-G4-R1-B4/Re7,Yc12,Ge3,Bb7/Bp

fail() {
    echo "$*"
    exit 1
}

loaded=$(ldd "$carom")
for library in libpq libcairo libX11 libldap; do
    ! echo "$loaded" | grep -q "$library" || fail "$library is loaded at the start"
done
[ "$(echo "$loaded" | wc -l)" -le 30 ] || fail "more than 30 libraries are loaded at the start: $loaded"

"$carom" render -o "$there/board.png" "$position"
[ "$(head -c 4 "$there/board.png" | tail -c 3)" = PNG ] || fail "no picture"

# Files of these names that are no libraries.
mkdir "$there/broken"
touch "$there/broken/libcairo.so.2" "$there/broken/libpq.so.5"
export LD_LIBRARY_PATH="$there/broken"
"$carom" solve "$position" >/dev/null || fail "solving needs them"
"$carom" render -o "$there/board.svg" "$position" || fail "SVG needs cairo"
! said=$("$carom" render -o "$there/other.png" "$position" 2>&1) || fail "a picture without cairo"
echo "$said" | grep -q "needed shared library" || fail "without cairo: $said"
[ ! -e "$there/other.png" ] || fail "half a picture is left"
! said=$("$carom" store check postgresql://127.0.0.1:1/none 2>&1) || fail "a database without libpq"
echo "$said" | grep -q "libpq.so.5" || fail "without libpq: $said"
