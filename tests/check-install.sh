#!/bin/sh
# Installs a build into an empty folder and uses it as another project would: the C example by its pkg-config file, the Python
# module and its example, the program: check-install.sh BUILD
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
there=$(mktemp -d)
trap 'rm -rf "$there"' EXIT
meson install -C "$1" --no-rebuild --destdir "$there" >/dev/null
library=$(dirname "$(find "$there" -name libcarom.so)")
position=Y2-G4-R1-B4/Re7,Yc12,Ge3,Bb7/Bp
PKG_CONFIG_PATH=$library/pkgconfig PKG_CONFIG_SYSROOT_DIR=$there LD_LIBRARY_PATH=$library
export PKG_CONFIG_PATH PKG_CONFIG_SYSROOT_DIR LD_LIBRARY_PATH
carom=$(find "$there" -path '*bin/carom')
unwanted=$(find "$there" -name '*carom-dev*' -not -path '*/docs/*')
[ -z "$unwanted" ] || {
    printf 'what only developers need is installed:\n%s\n' "$unwanted"
    exit 1
}

# same WORDS ONE OTHER: two answers that must be one.
same() {
    [ "$2" = "$3" ] || {
        printf '%s:\n%s\nbut\n%s\n' "$1" "$2" "$3"
        exit 1
    }
    echo "installed: $1"
}

# Where it was installed everybody looks by themselves: what follows has to name the folder only because it is another one here
# (tests/packages/library does it in a clean root, without naming anything).
place=${library#"$there"}
cat /etc/ld.so.conf /etc/ld.so.conf.d/* | grep -qx "$place" || {
    echo "the linker does not look at $place"
    exit 1
}
case :$(env -u PKG_CONFIG_PATH pkg-config --variable pc_path pkg-config): in
*":$place/pkgconfig:"*) ;;
*)
    echo "pkg-config does not look at $place/pkgconfig"
    exit 1
    ;;
esac
# ... also on a machine without dpkg-dev, where Meson's own choice is lib64.
mkdir "$there/stub"
printf '#!/bin/sh\nexit 1\n' >"$there/stub/dpkg-architecture"
chmod +x "$there/stub/dpkg-architecture"
same "without dpkg-dev it is installed to the same kind of place" lib "$(PATH=$there/stub:$PATH meson introspect "$root/meson.build" --buildoptions |
    python3 -c 'import json, sys; print(next(option["value"] for option in json.load(sys.stdin) if option["name"] == "libdir"))')"

# shellcheck disable=SC2046  # lists of words
cc -std=c11 -Wall -Wextra -Wpedantic -Wconversion -Werror "$root/examples/solve.c" $(pkg-config --cflags --libs carom) -o "$there/solve"
readelf -d "$there/solve" | grep -q 'NEEDED.*libcarom.so.1' || {
    echo "the example does not use the installed library"
    exit 1
}
proven=$("$carom" solve --json "$position" | sed 's/.*"moves":\([0-9]*\).*/\1/')
same "the C example solves as the program does" "$(echo "$position" | "$there/solve" | cut -d ' ' -f 1)" "$proven"
# Each header can be used alone; one that only has macros is no translation unit by itself.
for header in "$(dirname "$(find "$there" -path '*/carom/carom.h')")"/*.h; do
    printf '#include <carom/%s>\ntypedef int something;\n' "$(basename "$header")" >"$there/alone.c"
    # shellcheck disable=SC2046
    cc -std=c11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only $(pkg-config --cflags carom) "$there/alone.c"
done
same "the library says the version of the program" "carom $(pkg-config --modversion carom)" "$("$carom" --version)"

# The same without installing, from the folder of the build.
built=$(cd "$1" && pwd)
# shellcheck disable=SC2046
(
    unset PKG_CONFIG_SYSROOT_DIR
    export PKG_CONFIG_PATH="$built/meson-uninstalled"
    cc -std=c11 -Wall -Werror "$root/examples/solve.c" $(pkg-config --cflags --libs carom) -o "$there/solve-uninstalled"
)
same "the C example also solves without installing" \
    "$(echo "$position" | LD_LIBRARY_PATH=$built/src "$there/solve-uninstalled" | cut -d ' ' -f 1)" "$proven"

module=$(dirname "$(find "$there" -path '*/carom/__init__.py')")
looked=$(python3 -c 'import site; print(next((path for path in site.getsitepackages() if path.startswith("/usr/local/")), ""))')
[ -z "$looked" ] || same "the Python module is where Python looks for it" "${module#"$there"}" "$looked/carom"
PYTHONPATH=$(dirname "$module") PYTHONDONTWRITEBYTECODE=1
export PYTHONPATH PYTHONDONTWRITEBYTECODE
same "the Python module solves as the program does" \
    "$(python3 -c 'import carom, sys; print(carom.Position(sys.argv[1]).solve().moves)' "$position")" "$proven"
python3 "$root/examples/walk.py" 1 3
[ -n "$(find "$there" -name 'carom.1*')" ] || {
    echo "there is no manual page"
    exit 1
}
