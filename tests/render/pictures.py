"""Looks at pictures that `carom render` made, with readers that are not carom's: Python's XML parser, a PNG reader of a few
lines, and the printed faces read straight from data/faces.txt. Speaks TAP."""
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as tree
import zlib

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import tap  # noqa: E402

CAROM, SOURCE = sys.argv[1], sys.argv[2]
SVG = "{http://www.w3.org/2000/svg}"
FOLDER = tempfile.TemporaryDirectory()
LONG = "G1-Y2-R2-B2/Ro3,Yp1,Gb3,Bn12/Bg"
LONG_ROUTE = "RE RS RW GS YS YW BS BW BN BE BS BW YS RE YN BS GN GE BN GW GS BW BS BE"
ALL_ROBOTS = "R4-Y4-G4-B4/Ro4,Yp1,Gb3,Bn12,Sc7,Tk6/Bg"


def carom(*arguments, **options):
    return subprocess.run([CAROM, *arguments], capture_output=True, text=True, timeout=60, **options)


def render(position, *options, kind="svg"):
    """The file that a picture of this position is in."""
    name = os.path.join(FOLDER.name, "picture." + kind)
    done = carom("render", "-o", name, *options, position)
    assert done.returncode == 0 and done.stderr == "" and done.stdout == "", done
    return name


def parse(position, *options):
    return tree.parse(render(position, *options)).getroot()


def group(root, name):
    found = [g for g in root.iter(SVG + "g") if g.get("class") == name]
    assert len(found) == 1, f"{len(found)} groups {name}"
    return found[0]


def places(root, name):
    """Centres of the groups of this class, as {id: (x, y)} in cells from 0."""
    found = {}
    for g in root.iter(SVG + "g"):
        if g.get("class") == name:
            x, y = map(int, re.fullmatch(r"translate\((-?\d+),(-?\d+)\)", g.get("transform")).groups())
            assert x % 1000 == 500 and y % 1000 == 500, (x, y)
            found[g.get("id") or f"{name}-{x}-{y}"] = (x // 1000, y // 1000)
    return found


# ---- the printed boards, read without carom ----

def read_faces():
    faces, name = {}, None
    for line in open(os.path.join(SOURCE, "data", "faces.txt"), encoding="ascii"):
        line = line.rstrip("\n")
        if line.startswith("face "):
            name = line.split()[1]
            faces[name] = []
        elif name and line.strip() and not line.startswith("#"):
            faces[name].append(line)
    return faces


FACES = read_faces()


def turned(x, y, quarters):
    """A point of a 16x16 board (corner to corner) after clockwise quarter turns about its middle."""
    for _ in range(quarters):
        x, y = 16 - y, x
    return x, y


def printed_board(board):
    """Walls as pairs of points, targets and barriers by cell, without the sides of the block and without the rim."""
    walls, targets, barriers = set(), {}, {}
    for quarter, name in enumerate(board.split("-")):
        lines = FACES[name]
        for y in range(8):
            for x in range(8):
                cell = lines[2 * y + 1][4 * x + 1:4 * x + 4].strip()
                middle = turned(x + 0.5, y + 0.5, quarter)
                where = int(middle[0]), int(middle[1])
                if re.fullmatch(r"[RYGB][mgps]|V", cell):
                    targets[cell] = where
                elif re.fullmatch(r"[RYGB][/\\]", cell):
                    other = {"/": "\\", "\\": "/"}[cell[1]]
                    barriers[where] = cell[0] + (other if quarter % 2 else cell[1])
                edges = []
                if lines[2 * y][4 * x + 1:4 * x + 4] == "---":
                    edges.append(((x, y), (x + 1, y)))
                if lines[2 * y + 2][4 * x + 1:4 * x + 4] == "---":
                    edges.append(((x, y + 1), (x + 1, y + 1)))
                if lines[2 * y + 1][4 * x] == "|":
                    edges.append(((x, y), (x, y + 1)))
                if lines[2 * y + 1][4 * x + 4] == "|":
                    edges.append(((x + 1, y), (x + 1, y + 1)))
                for a, b in edges:
                    walls.add(tuple(sorted((turned(*a, quarter), turned(*b, quarter)))))
    rim = {wall for wall in walls if any(all(point[axis] == end for point in wall) for axis in (0, 1) for end in (0, 16))}
    block = {wall for wall in walls if all(7 <= x <= 9 and 7 <= y <= 9 for x, y in wall)}
    return walls - rim - block, targets, barriers


def drawn_walls(root):
    path = [path for path in group(root, "walls").findall(SVG + "path") if path.get("opacity") is None][0].get("d")
    found = []
    for x1, y1, x2, y2 in re.findall(r"M(-?\d+) ?(-?\d+)L(-?\d+) ?(-?\d+)", path):
        found.append(tuple(sorted(((int(x1) // 1000, int(y1) // 1000), (int(x2) // 1000, int(y2) // 1000)))))
    assert len(found) == path.count("M")
    return found


def boards_to_look_at():
    boards = carom("boards", "--edition", "2013").stdout.split()
    return boards[::97] + ["R4-Y4-G4-B4", "Y4-R4-B4-G4"]


def test_R1_walls_targets_and_barriers_are_those_of_the_cardboard():
    for board in boards_to_look_at():
        root = parse(board)
        walls, targets, barriers = printed_board(board)
        drawn = drawn_walls(root)
        assert len(drawn) == len(set(drawn)) and set(drawn) == walls, board
        assert {key.removeprefix("target-"): where for key, where in places(root, "target").items()} == targets, board
        assert len(targets) == 17
        shapes = {}
        for g in root.iter(SVG + "g"):
            if g.get("class") == "barrier":
                x, y = map(int, re.findall(r"\d+", g.get("transform")))
                a, b = re.fullmatch(r"M(-?\d+) ?(-?\d+)L-?\d+ ?-?\d+", g[1].get("d")).groups()
                shapes[x // 1000, y // 1000] = "/" if int(a) * int(b) < 0 else "\\"
        assert shapes == {where: barrier[1] for where, barrier in barriers.items()}, board


def test_every_robot_stands_on_its_cell():
    for line in carom("deal", "--seed", "7", "-n", "12", "--silver", "--transparent").stdout.split():
        robots = {r[0]: ("abcdefghijklmnop".index(r[1]), int(r[2:]) - 1) for r in line.split("/")[1].split(",")}
        found = {key.removeprefix("robot-"): where for key, where in places(parse(line), "robot").items()}
        assert found == robots and len(found) == 6, line


def test_ids_are_unique_and_layers_are_there():
    root = parse(LONG, "--route", LONG_ROUTE)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    for name in "ground goal targets barriers walls centre robots badges route stops coordinates".split():
        group(root, name)
    assert root.find(SVG + "title").text == LONG
    assert (root.get("width"), root.get("height")) == ("1024", "1024")


def test_every_move_of_a_route_is_drawn_and_ends_where_check_says():
    stops = json.loads(carom("check", "--json", LONG, *LONG_ROUTE.split()).stdout)["stops"]
    root = parse(LONG, "--route", LONG_ROUTE)
    for number, stop in enumerate(stops, 1):
        [disc] = [g for g in root.iter(SVG + "g") if g.get("id") == f"number-{number}"]
        x, y = map(int, re.findall(r"-?\d+", disc.get("transform")))
        assert (x // 1000, y // 1000) == ("abcdefghijklmnop".index(stop[0]), int(stop[1:]) - 1), number
        [way] = [g for g in root.iter(SVG + "g") if g.get("id") == f"way-{number}"]
        assert ("blocker" in way.get("class")) == (LONG_ROUTE.split()[number - 1][0] != "B")


def test_ways_in_one_row_do_not_cover_each_other():
    """Stretches of different moves that share part of a row or column are drawn at different offsets."""
    root = parse(LONG, "--route", "RE RS RW YS YW BS BW BN BE BS BW")
    stretches = []
    for g in root.iter(SVG + "g"):
        if (g.get("class") or "").split()[:1] == ["way"]:
            points = [tuple(map(int, p)) for p in re.findall(r"[ML](-?\d+) ?(-?\d+)", g[0].get("d"))]
            stretches += [(g.get("id"), a, b) for a, b in zip(points, points[1:])]
    for i, (first, a, b) in enumerate(stretches):
        for second, c, d in stretches[i + 1:]:
            for axis in (0, 1):
                if first != second and a[axis] == b[axis] == c[axis] == d[axis]:
                    other = 1 - axis
                    overlap = min(max(a[other], b[other]), max(c[other], d[other])) - \
                        max(min(a[other], b[other]), min(c[other], d[other]))
                    assert overlap <= 500, (first, second, a, b, c, d)


def test_T2_a_way_through_a_wall_is_seen_above_it():
    root = parse("R4-Y4-G4-B4/Ro4,Tg3/*@c14", "--route", "TE!")
    assert len(group(root, "gates").findall(f"{SVG}g/{SVG}circle")) == 1
    order = [g.get("class") for g in root]
    assert order.index("gates") > order.index("walls") > order.index("route")
    assert len(group(parse("R4-Y4-G4-B4/Ro4,Tg3/*@c14", "--route", "TN"), "gates")) == 0


def test_M1_micro_boards_show_every_cell_once():
    root = parse("black-A0-B0-D0-C0/1P>6B>2W", "--route", "6P 6W 6R 2R 2W")
    found = places(root, "face")
    assert len(set(found)) == len(set(found.values())) == 36
    # The first and last row of data/tiles.txt's black tiles A, B and C, D, none of them turned.
    for i, face in enumerate("5P 2P 3P 2Y 1W 1B".split()):
        assert found["face-" + face] == (i, 0)
    for i, face in enumerate("3B 4G 5W 1G 5R 1Y".split()):
        assert found["face-" + face] == (i, 5)
    assert places(root, "robot") == {"robot-T": (5, 3)}
    assert places(root, "goal") == {"goal": (3, 1)} and places(root, "via") == {"via": (1, 3)}
    assert sum(g.get("class") == "number" for g in root.iter(SVG + "g")) == 5


# ---- pixels ----

def read_png(name):
    """Width, height and rows of (r, g, b, a)."""
    data = open(name, "rb").read()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, packed, head = 8, b"", None
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        assert zlib.crc32(kind + body) == struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0]
        head = struct.unpack(">IIBBBBB", body) if kind == b"IHDR" else head
        packed += body if kind == b"IDAT" else b""
        at += 12 + length
    width, height, depth, colour = head[:4]
    assert depth == 8 and colour in (2, 6)
    size, raw, rows, before = (3 if colour == 2 else 4), zlib.decompress(packed), [], None
    for y in range(height):
        start = y * (width * size + 1)
        line, kind = bytearray(raw[start + 1:start + 1 + width * size]), raw[start]
        for i in range(len(line)):
            a = line[i - size] if i >= size else 0
            b = before[i] if before else 0
            c = before[i - size] if before and i >= size else 0
            p = a + b - c
            nearest = min((a, b, c), key=lambda v: (abs(p - v), (a, b, c).index(v)))
            line[i] = (line[i] + (0, a, b, (a + b) // 2, nearest)[kind]) & 255
        before = line
        rows.append([tuple(line[i:i + size]) for i in range(0, len(line), size)])
    return width, height, rows


# A point of each body beside its face and letter, from the middle of the cell.
BESIDE = {"R": (-240, 290), "Y": (-240, 230), "G": (-200, 230), "B": (-200, 230), "S": (-120, 190), "T": (-325, 0)}


def colours(position, theme):
    """{robot: (body, edge)} and the cells' colour, from the SVG."""
    root = parse(position, "--theme", theme)
    found = {}
    for robot in root.iter(SVG + "g"):
        if robot.get("class") == "robot":
            [body] = [g for g in robot if g.get("class") == "body"]
            if robot.get("id") == "robot-T":
                rings = body.findall(SVG + "circle")
                found["T"] = (rings[1].get("stroke"), rings[0].get("stroke"))
            else:  # two wheels or one, the edge twice, the body
                wheels = 1 if robot.get("id") == "robot-S" else 2
                found[robot.get("id")[-1]] = (body[wheels + 2].get("fill"), body[wheels].get("fill"))
    return found, group(root, "ground")[1].get("fill")


def test_pixels_have_the_colours_of_the_svg():
    for theme in ("light", "dark", "contrast"):
        robots, cell = colours(ALL_ROBOTS, theme)
        width, height, rows = read_png(render(ALL_ROBOTS, "--size", "432", "--theme", theme, kind="png"))
        assert (width, height) == (432, 432)

        def pixel(x, y):
            return "#%02x%02x%02x" % rows[int((y + 640) * 432 / 17280)][int((x + 640) * 432 / 17280)][:3]

        for robot, where in places(parse(ALL_ROBOTS), "robot").items():
            dx, dy = BESIDE[robot[-1]]
            got = pixel(where[0] * 1000 + 500 + dx, where[1] * 1000 + 500 + dy)
            assert got == robots[robot[-1]][0], (theme, robot, got)
        assert pixel(3500, 11500) == cell
        assert (pixel(3500, 12500) == cell) == (theme == "contrast"), "cells are chequered"
        assert all(len(p) == 3 or p[3] == 255 for p in rows[0] + rows[-1]), "edges are not opaque"


def test_the_height_of_a_png_follows_the_board():
    width, height, _ = read_png(render("8x5", "--size", "400", "--no-coordinates", kind="png"))
    assert (width, height) == (400, round(400 * 5.4 / 8.4))


# ---- seeing ----

def linear(colour):
    parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]


def luminance(colour):
    r, g, b = linear(colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a, b):
    dark, light = sorted((luminance(a), luminance(b)))
    return (light + 0.05) / (dark + 0.05)


# Machado, Oliveira, Fernandes 2009, full strength.
BLIND = {
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
}


def lab(rgb):
    x = (0.4124 * rgb[0] + 0.3576 * rgb[1] + 0.1805 * rgb[2]) / 0.9505
    y = 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]
    z = (0.0193 * rgb[0] + 0.1192 * rgb[1] + 0.9505 * rgb[2]) / 1.089
    f = [v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z)]
    return 116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])


def seen(colour, kind):
    rgb = linear(colour)
    return lab([min(1, max(0, sum(m * c for m, c in zip(row, rgb)))) for row in BLIND[kind]])


def test_robots_stand_out_from_the_cells():
    for theme in ("light", "dark", "contrast"):
        robots, cell = colours(ALL_ROBOTS, theme)
        for robot, (body, edge) in robots.items():
            best = max(contrast(body, cell), contrast(edge, cell))
            assert best >= 3, (theme, robot, best)
        for robot in "RGB":  # the saturated ones need no edge
            assert contrast(robots[robot][0], cell) >= 3, (theme, robot, contrast(robots[robot][0], cell))


def test_the_four_colours_stay_apart_for_everybody():
    for theme in ("light", "dark", "contrast"):
        robots, _ = colours(ALL_ROBOTS, theme)
        for kind in BLIND:
            for a in "RYGB":
                for b in "RYGB":
                    if a < b:
                        one, two = seen(robots[a][0], kind), seen(robots[b][0], kind)
                        distance = sum((p - q) ** 2 for p, q in zip(one, two)) ** 0.5
                        assert distance >= 20, (theme, kind, a, b, distance)


# ---- the command ----

def test_bad_input_is_named_and_nothing_is_written():
    picture = os.path.join(FOLDER.name, "none.svg")
    for arguments, words in [
            ([LONG], "name the picture: -o FILE.svg, FILE.png or FILE.gif"),
            (["-o", "board.bmp", LONG], "'board.bmp'; expected one that ends in .svg, .png or .gif"),
            (["-o", ".png", LONG], "'.png'; expected one that ends in .svg, .png or .gif"),
            (["-o", picture, "--size", "9000", LONG], "--size is '9000'; expected a whole number from 0 to 8192"),
            (["-o", os.path.join(FOLDER.name, "high.png"), "--size", "8192", "--no-coordinates", "1x16"],
             "--size is 8192, which makes the picture "),
            (["-o", picture, "--size", "3", LONG], "--size is 3; expected at least 16 pixels"),
            (["-o", picture, "--theme", "pink", LONG], "--theme is 'pink'; expected light|dark|contrast"),
            (["-o", picture, "--route", "RN RE RX", LONG], "--route: column 8"),
            (["-o", picture, "--route", "RE RE", LONG], "move 2 of the route, RE, is impossible"),
            (["-o", picture, "--route", "RE TE!", LONG], "move 2 of the route, TE!, is impossible"),
            (["-o", picture, "--route", "6P 3B", "black-A0-B0-D0-C0/1P>2W"], "move 2 of the route, 3B, is impossible"),
            (["-o", picture, "--route", "6P", "black-A0-B0-D0-C0"], "a route needs a start"),
            (["-o", picture, "--route", "RE RW " * 50, "G1-Y2-R2-B2/Ra5"], "it has 100 moves, at most 99 can be shown"),
            (["-o", picture, LONG, LONG], "a picture shows one position"),
            (["-o", picture, "G1-G2-R2-B2"], "column"),
            (["-o", os.path.join(FOLDER.name, "no", "such", "folder.png"), LONG], "No such file or directory"),
    ]:
        done = carom("render", *arguments)
        assert done.returncode == 2 and words in done.stderr and done.stderr.count("\n") == 1, (arguments, done)
        assert not os.path.exists(picture), arguments
    done = carom("render", "-o", "/dev/full", LONG)
    assert done.returncode == 2, done


def test_a_full_disk_is_an_error():
    if not os.path.exists("/dev/full"):
        return
    for kind in ("svg", "png", "gif"):
        link = os.path.join(FOLDER.name, "full." + kind)
        os.symlink("/dev/full", link)
        done = carom("render", "-o", link, "--route", LONG_ROUTE, LONG)
        assert done.returncode == 2 and "cannot write" in done.stderr, done
        assert not os.path.lexists(link) and os.path.exists("/dev/full")


def test_standard_output_gets_what_a_file_would():
    for there, kind in (("-", "svg"), ("-.svg", "svg"), ("-.png", "png"), ("-.gif", "gif")):
        name = os.path.join(FOLDER.name, "same." + kind)
        route = ["--route", LONG_ROUTE, "--size", "200"]
        carom("render", "-o", name, *route, LONG)
        done = subprocess.run([os.path.abspath(sys.argv[1]), "render", "-o", there, *route, LONG], stdout=subprocess.PIPE, check=True, cwd=FOLDER.name)
        with open(name, "rb") as file:
            assert done.stdout == file.read() != b"", there
        assert not os.path.exists(os.path.join(FOLDER.name, there))
    done = carom("render", "--json", "-o", "-", LONG)
    assert done.returncode == 2 and "use -o FILE" in done.stderr, done


def test_json_says_what_was_made():
    name = os.path.join(FOLDER.name, "said.png")
    done = carom("render", "--json", "-o", name, "--size", "300", LONG)
    answer = json.loads(done.stdout)
    width, height, _ = read_png(name)
    assert (answer["file"], answer["width"], answer["height"]) == (name, width, height)
    assert answer["position"] == LONG


def show(*arguments, **environment):
    clean = {k: v for k, v in os.environ.items() if k not in ("LC_ALL", "LC_CTYPE", "LANGUAGE", "NO_COLOR")}
    return carom("show", *arguments, env={**clean, "LANG": "C.UTF-8", "TERM": "xterm-256color", **environment})


def test_show_keeps_to_its_terminal():
    assert show(LONG).stdout.isascii() is False
    assert show(LONG, LANG="C").stdout.isascii() and show("--ascii", LONG).stdout.isascii()
    assert "\033" not in show(LONG).stdout, "standard output is no terminal here"
    assert "\033[" in show("--colour", "always", LONG, NO_COLOR="1").stdout
    assert "\033" not in show("--colour=never", LONG).stdout
    both = show(LONG, "black-A0-B0-D0-C0/1P>2W").stdout
    assert max(map(len, both.splitlines())) <= 80 and "\n\n" in both
    assert "Move the blue robot to d10 (Bg)." in both
    answer = json.loads(show("--json", LONG).stdout)
    assert answer["position"] == LONG and len(answer["lines"]) == 34
    assert show("nonsense").returncode == 2


tap.run(globals())
