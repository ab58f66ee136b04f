#!/bin/sh
# Installs a build into an empty folder and builds a program against it, as another project would: installed.sh BUILD
set -eu
there=$(mktemp -d)
trap 'rm -rf "$there"' EXIT
meson install -C "$1" --no-rebuild --destdir "$there" >/dev/null
library=$(dirname "$(find "$there" -name libcarom.so)")
cat >"$there/use.c" <<'END'
#include <carom/carom.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    const char *text = "G1-Y2-R2-B2/Ro3,Yp1,Gb3,Bn12/Bg";
    struct carom_position position;
    return carom_position_read(&position, CAROM_NEED_TARGET, text, strlen(text), NULL) &&
                   strcmp(carom_version(), CAROM_VERSION) == 0 ? 0 : 1;
}
END
PKG_CONFIG_PATH=$library/pkgconfig PKG_CONFIG_SYSROOT_DIR=$there
export PKG_CONFIG_PATH PKG_CONFIG_SYSROOT_DIR
# shellcheck disable=SC2046  # lists of words
cc -std=c11 -Wall -Wextra -Wpedantic -Werror "$there/use.c" $(pkg-config --cflags --libs carom) -o "$there/use"
LD_LIBRARY_PATH=$library "$there/use"
for file in $(find "$there" -name carom -type f -perm -u+x) $(find "$there" -name 'carom.1*'); do
    echo "installed: ${file#"$there"}"
done
LD_LIBRARY_PATH=$library "$(find "$there" -path '*bin/carom')" --version
