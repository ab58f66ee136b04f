#!/bin/sh
# Are the pictures in docs/ those that the program makes? current.sh PROGRAM SOURCE. PNG and GIF bytes depend on cairo's
# version, so only their being there is checked; they come from the same drawing as the SVG ones.
set -eu
fresh=$(mktemp -d)
trap 'rm -r "$fresh"' EXIT
sh "$2/tools/pictures.sh" "$1" "$fresh"
for file in "$fresh"/*; do
    kept=$2/docs/pictures/$(basename "$file")
    case $file in
    *.png | *.gif) test -s "$kept" ;;
    *) cmp "$file" "$kept" ;;
    esac || {
        echo "$kept is not what the program draws now; run tools/pictures.sh"
        exit 1
    }
done
