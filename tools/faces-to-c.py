"""Makes C tables of the printed faces and tiles from their drawings in data/. A build helper; knows no rules."""
import re
import sys

SIDE = 8
SYMBOLS = "mgps"
COLOURS = "RYGB"


def blocks(path, keyword):
    """The drawings of a file: (words of the headline, lines below it)."""
    head, lines = None, []
    for line in open(path, encoding="ascii"):
        line = line.rstrip("\n")
        if line.startswith("#") or not line.strip():
            continue
        if line.startswith(keyword + " "):
            if head:
                yield head, lines
            head, lines = line.split()[1:], []
        else:
            lines.append(line)
    yield head, lines


def die(what):
    sys.exit("tools/faces-to-c.py: " + what)


def face(head, lines):
    name = head[0]
    if len(lines) != 2 * SIDE + 1 or any(len(line) != 4 * SIDE + 1 for line in lines):
        die(f"face {name}: expected {2 * SIDE + 1} lines of {4 * SIDE + 1} characters")
    walls, items = [], []
    for y in range(SIDE):
        for x in range(SIDE):
            sides = 0
            if lines[2 * y][4 * x + 1:4 * x + 4] == "---":
                sides |= 1
            if lines[2 * y + 1][4 * x + 4] == "|":
                sides |= 2
            if lines[2 * y + 2][4 * x + 1:4 * x + 4] == "---":
                sides |= 4
            if lines[2 * y + 1][4 * x] == "|":
                sides |= 8
            walls.append(sides)
            what = lines[2 * y + 1][4 * x + 1:4 * x + 4].strip()
            place = y * SIDE + x
            if what in (".", "", "###"):
                continue
            if what == "V":
                items.append(f"{{{place}, FACE_TARGET, 16}}")
            elif re.fullmatch(r"[RYGB][mgps]", what):
                items.append(f"{{{place}, FACE_TARGET, {COLOURS.index(what[0]) * 4 + SYMBOLS.index(what[1])}}}")
            elif re.fullmatch(r"[RYGB][/\\]", what):
                items.append(f"{{{place}, FACE_BARRIER, {8 | (4 if what[1] == chr(92) else 0) | COLOURS.index(what[0])}}}")
            else:
                die(f"face {name}: cell {x},{y} shows '{what}'")
    editions = " | ".join("FACE_" + year for year in head[1:])
    rows = ",\n      ".join(", ".join(f"{w:2}" for w in walls[y * SIDE:y * SIDE + SIDE]) for y in range(SIDE))
    return f"    /* {name} */\n    {{{editions}, {len(items)},\n     {{{', '.join(items)}}},\n     {{{rows}}}}},\n"


def tile(head, lines):
    cells = " ".join(lines).split()
    if len(lines) != 3 or len(cells) != 9 or not all(re.fullmatch(r"[1-6][BYGRPW]", cell) for cell in cells):
        die(f"tile {' '.join(head)}: expected three rows of three cells")
    return "    {" + ", ".join(str("BYGRPW".index(cell[1]) * 6 + int(cell[0]) - 1) for cell in cells) + \
        f"}}, /* {head[0]} {head[1]} */\n"


def main():
    what, source, output = sys.argv[1:]
    make = {"faces": (face, "face", [c + str(n) for c in COLOURS for n in (1, 2, 3, 4)]),
            "tiles": (tile, "tile", [s + " " + t for s in ("black", "copper") for t in "ABCD"])}
    write, keyword, expected = make[what]
    found = list(blocks(source, keyword))
    names = [head[0] if what == "faces" else " ".join(head) for head, _ in found]
    if names != expected:
        die(f"{source}: expected {', '.join(expected)} in this order")
    with open(output, "w", encoding="ascii") as out:
        out.write("/* Made from the drawings in data/ by tools/faces-to-c.py. */\n")
        out.writelines(write(head, lines) for head, lines in found)


main()
