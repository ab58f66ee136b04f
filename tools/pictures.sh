#!/bin/sh
# Makes the pictures of README.md and docs/ again: tools/pictures.sh [PROGRAM [FOLDER]]. A test compares them with what the
# program would make now.
set -eu
root=$(dirname "$0")/..
carom=${1:-$root/build/carom}
folder=${2:-$root/docs/pictures}
mkdir -p "$folder"

# A board that needs six moves, with blockers that bounce off both sides of a barrier.
position=B4-R3-G1-Y4/Rn6,Yl5,Gi4,Bd5/Gg
route='YW BE BE GS GE GS'
"$carom" check "$position" $route >/dev/null
"$carom" render -o "$folder/board.svg" --route "$route" --size 800 "$position"
"$carom" render -o "$folder/board.png" --route "$route" --size 1200 "$position"
"$carom" render -o "$folder/route.gif" --route "$route" --size 480 "$position"
"$carom" render -o "$folder/board-dark.svg" --route "$route" --size 800 --theme dark "$position"
"$carom" render -o "$folder/micro.svg" --route '6P 6W 6R 2R 2W' --size 480 'black-A0-B0-D0-C0/1P>2W'

# Small ones for the rules.
small() {
    "$carom" render -o "$folder/$1.svg" --size 360 --no-coordinates --route "$2" @-
}

small slide 'RE RS' <<'BOARD'
+---+---+---+---+---+
| .   .   .   .   . |
+   +   +   +   +   +
| .   .   .   . | . |
+   +   +   +   +   +
| .   .   .   .   . |
+   +   +   +---+   +
| .   .   .   .   . |
+---+---+---+---+---+
robots Ra2
BOARD

small blocker 'GN RE RS' <<'BOARD'
+---+---+---+---+---+
| .   .   .   .   . |
+   +   +   +   +   +
| .   .   .   .   . |
+   +   +   +   +   +
| .   .   .  Rs   . |
+---+---+---+---+---+
robots Ra1,Ge3
target Rs
BOARD

small barrier 'RE BE' <<'BOARD'
+---+---+---+---+---+
| .   .  B\   .   . |
+   +   +   +   +   +
| .   .   .   .   . |
+   +   +---+   +   +
| .   .  B/   .   . |
+---+---+---+---+---+
robots Ra1,Ba3
BOARD

small through 'TE TE!' <<'BOARD'
+---+---+---+---+---+
| .   .   .   .   . |
+   +   +   +   +   +
| .   .   . | .   . |
+   +   +   +   +   +
| .   .   .   .   . |
+---+---+---+---+---+
robots Ta2
BOARD

# The worked examples of docs/internals/solver.md and docs/internals/atlas-method.md, on one small board.
"$carom" render -o "$folder/solver.svg" --size 480 --route 'YN RE RS' 6x4-wAAAAAB-tRsd3/Ra1,Gc2,Ye4/Rs
"$carom" atlas 6x4-wAAAAAB 'R@d3' --heat "$folder/atlas-example.svg" >/dev/null 2>&1

# The hardest position of the 1999 box (docs/guide/25-moves.md), and its route.
"$carom" render -o "$folder/25-moves.svg" --size 640 'R2-B2-G1-Y2/Ra12,Ya14,Gb14,Bc5/Bg'
"$carom" render -o "$folder/25-moves.gif" --size 480 --route 'BW BS BE BS BE BS BE BN BW RS RE RS RE RN BE BS BE BS BW RS RE RN BE BN BW' \
    'R2-B2-G1-Y2/Ra12,Ya14,Gb14,Bc5/Bg'

# The charts of docs/guide/25-moves.md and docs/guide/atlas-2013.md, from the results in data/. Importing waits for the disk
# twice a result, so the stores are in memory where there is a place for that.
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm
report=$(mktemp -d)
trap 'rm -r "$report"' EXIT
for box in 1999 2013; do
    "$carom" atlas --store "$report/$box.db" --import "$root/data/atlas-$box.csv"
    "$carom" atlas --store "$report/$box.db" --report --output "$report/$box"
    cp "$report/$box/moves.svg" "$folder/atlas-$box-moves.svg"
done
cp "$report/1999/maxima.svg" "$folder/atlas-1999-maxima.svg"
