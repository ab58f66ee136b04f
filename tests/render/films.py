"""Looks at films that `carom render` made of routes, with readers that are not carom's: a GIF reader and a reader of animated
PNG of a few lines each, and Python's XML parser. Where the robots must be is asked of `carom check`. Speaks TAP."""
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

CAROM = os.path.abspath(sys.argv[1])
FOLDER = tempfile.TemporaryDirectory()
# Both have bounces; in the second the transparent robot goes through walls.
GAMES = [("B4-R3-G1-Y4/Rn6,Yl5,Gi4,Bd5/Gg", "YW BE BE GS GE GS"),
         ("R4-Y4-G4-B4/Ro4,Yp1,Gb3,Bn12,Sc7,Tk6/Bg", "TE TN! TW SE BN")]
MICRO = ("black-A0-B0-D0-C0/1P>2W", "6P 6W 6R 2R 2W")
WIDTH = 240
CELL, RIM = 1000, 640  # what render.h says of a picture's units
# Points of the bodies beside face and letter.
BODIES = {"R": (-240, 290), "Y": (-240, 230), "G": (-200, 230), "B": (-200, 230), "S": (-120, 190)}


def film(position, route, kind, *options):
    name = os.path.join(FOLDER.name, "film." + kind)
    subprocess.run([CAROM, "render", "-o", name, "--animate", "--size", str(WIDTH), "--route", route, *options, position],
                   check=True, timeout=60)
    return name


def stops(position, route):
    """[(robot, x, y)]: where each move ends, in cells from 0."""
    done = subprocess.run([CAROM, "check", "--json", position, *route.split()], capture_output=True, text=True, timeout=60)
    cells = json.loads(done.stdout)["stops"]
    return [(move[0], ord(cell[0]) - 97, int(cell[1:]) - 1) for move, cell in zip(route.split(), cells, strict=True)]


# ---- readers ----

def unpack_lzw(data, bits):
    """GIF's compression, by the book."""
    clear, end = 1 << bits, (1 << bits) + 1
    out, at, buffer, held = bytearray(), 0, 0, 0
    table, size, last = [], bits + 1, None
    while True:
        while held < size:
            buffer |= data[at] << held
            at, held = at + 1, held + 8
        code, buffer, held = buffer & ((1 << size) - 1), buffer >> size, held - size
        if code == end:
            return bytes(out)
        if code == clear:
            table, size, last = [bytes([i]) for i in range(clear)] + [b"", b""], bits + 1, None
            continue
        word = table[code] if code < len(table) else last + last[:1]
        if last is not None and len(table) < 4096:
            table.append(last + word[:1])
        if len(table) == 1 << size and size < 12:
            size += 1
        out += word
        last = word


def blocks(data, at):
    """The bytes of sub-blocks, and what follows them."""
    found = b""
    while data[at] > 0:
        found += data[at + 1:at + 1 + data[at]]
        at += 1 + data[at]
    return found, at + 1


def read_gif(name):
    """Width, height, [(ms, x, y, width, height, pixels as (r, g, b) or None)], and whether it is played for ever."""
    data = open(name, "rb").read()
    assert data[:6] == b"GIF89a"
    width, height, flags = struct.unpack("<HHB", data[6:11])
    assert flags & 0x80
    count = 2 << (flags & 7)
    colours = [tuple(data[13 + 3 * i:16 + 3 * i]) for i in range(count)]
    at, frames, ms, clear, loops = 13 + 3 * count, [], 0, None, False
    while data[at] != 0x3B:
        if data[at] == 0x21:
            label = data[at + 1]
            body, at = blocks(data, at + 2)
            if label == 0xF9:
                ms, clear = struct.unpack("<H", body[1:3])[0] * 10, body[3] if body[0] & 1 else None
                assert body[0] >> 2 & 7 == 1, "what was there stays"
            elif label == 0xFF:
                loops = body == b"NETSCAPE2.0\x01\x00\x00"
        else:
            assert data[at] == 0x2C
            x, y, w, h, flags = struct.unpack("<HHHHB", data[at + 1:at + 10])
            assert flags == 0 and x + w <= width and y + h <= height
            body, end = blocks(data, at + 11)
            pixels = unpack_lzw(body, data[at + 10])
            assert len(pixels) == w * h
            frames.append((ms, x, y, w, h, [None if p == clear else colours[p] for p in pixels]))
            at = end
    assert at == len(data) - 1
    return width, height, frames, loops


def read_apng(name):
    data = open(name, "rb").read()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, frames, number, colours, clear = 8, [], 0, [], 0
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        assert zlib.crc32(kind + body) == struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0]
        at += 12 + length
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", body[:10])
            assert depth == 8 and colour == 3
        elif kind == b"acTL":
            count, plays = struct.unpack(">II", body)
        elif kind == b"PLTE":
            colours = [tuple(body[i:i + 3]) for i in range(0, len(body), 3)]
        elif kind == b"tRNS":
            clear = body.index(0)
        elif kind == b"fcTL":
            order, w, h, x, y, over, under, stays, laid = struct.unpack(">IIIIIHHBB", body)
            assert order == number and (stays, laid) == (0, 1)
            number += 1
        elif kind in (b"IDAT", b"fdAT"):
            if kind == b"fdAT":
                assert struct.unpack(">I", body[:4])[0] == number
                number += 1
                body = body[4:]
            raw = zlib.decompress(body)
            lines = [raw[i * (w + 1):(i + 1) * (w + 1)] for i in range(h)]
            assert len(raw) == h * (w + 1) and all(line[0] == 0 for line in lines)
            pixels = [None if p == clear else colours[p] for line in lines for p in line[1:]]
            frames.append((over * 1000 // under, x, y, w, h, pixels))
    assert kind == b"IEND" and count == len(frames)
    return width, height, frames, plays == 0


def played(width, height, frames):
    """What is seen: [(ms, rows)]."""
    seen, rows = [], [[None] * width for _ in range(height)]
    for ms, x, y, w, h, pixels in frames:
        rows = [list(row) for row in rows]
        for i, pixel in enumerate(pixels):
            if pixel is not None:
                rows[y + i // w][x + i % w] = pixel
        seen.append((ms, rows))
    assert all(pixel is not None for row in seen[0][1] for pixel in row), "the first frame is whole"
    return seen


# ---- what has to be seen ----

def pixel(rows, x, y, side=16, off=(0, 0)):
    """The colour at a point of a cell."""
    units = side * CELL + 2 * RIM
    return rows[round((y * CELL + 500 + off[1] + RIM) * WIDTH / units)][round((x * CELL + 500 + off[0] + RIM) * WIDTH / units)]


def near(a, b):
    return sum((p - q) ** 2 for p, q in zip(a, b)) < 3 * 30 ** 2


def test_robots_go_where_check_says_one_after_the_other():
    for position, route in GAMES:
        width, height, frames, loops = read_gif(film(position, route, "gif"))
        assert (width, height) == (WIDTH, WIDTH) and loops
        seen = played(width, height, frames)
        start = {word[0]: (ord(word[1]) - 97, int(word[2:]) - 1) for word in position.split("/")[1].split(",")}
        body = {r: pixel(seen[0][1], *start[r], off=BODIES[r]) for r in start if r in BODIES}
        at, moment = dict(start), 0
        for robot, x, y in stops(position, route):
            if robot not in body:
                continue  # one looks through the transparent robot
            while not near(pixel(seen[moment][1], x, y, off=BODIES[robot]), body[robot]):
                moment += 1
                assert moment < len(seen), f"{robot} does not come to {x},{y}"
            at[robot] = (x, y)
        for robot, place in at.items():
            if robot in body:
                assert near(pixel(seen[-1][1], *place, off=BODIES[robot]), body[robot]), robot


def test_a_film_ends_on_the_whole_route_and_lets_it_be_read():
    for position, route in [*GAMES, MICRO]:
        seen = played(*read_gif(film(position, route, "gif"))[:3])
        assert seen[0][0] >= 500 and seen[-1][0] >= 2000
        assert all(20 <= ms for ms, _ in seen), "browsers show shorter frames longer"
        assert seen[0][1] != seen[-1][1]
        assert sum(ms for ms, _ in seen) < 1500 * (len(route.split()) + 3)


def test_gif_and_animated_png_show_the_same():
    for position, route in [*GAMES, MICRO]:
        gif, png = read_gif(film(position, route, "gif")), read_apng(film(position, route, "png"))
        assert gif[3] and png[3] and gif[:2] == png[:2]
        for (_, a), (_, b) in zip(played(*gif[:3]), played(*png[:3]), strict=True):
            assert a == b


def test_the_svg_moves_every_robot_along_its_stops():
    for position, route in GAMES:
        root = tree.parse(film(position, route, "svg")).getroot()
        style = root.find("{http://www.w3.org/2000/svg}style").text
        ids = {g.get("id") for g in root.iter() if g.get("id")}
        assert set(re.findall(r"#(robot-\w)", style)) == {"robot-" + robot for robot, _, _ in stops(position, route)} <= ids
        assert "prefers-reduced-motion:no-preference" in style
        for robot in {robot for robot, _, _ in stops(position, route)}:
            frames = re.search(r"@keyframes slides-%s\{(.*?)\}\}" % robot, style, re.S).group(1)
            keys = re.findall(r"([\d.]+)%\{transform:translate\((-?\d+)px,(-?\d+)px\)", frames)
            times = [float(time) for time, _, _ in keys]
            assert times == sorted(times) and times[0] == 0 and times[-1] == 100
            corners = [(int(x) // 1000, int(y) // 1000) for _, x, y in keys]
            for stop in [(x, y) for who, x, y in stops(position, route) if who == robot]:
                corners = corners[corners.index(stop):]
            assert len(set(corners)) == 1, "it stays at its last stop"
        for number in range(1, len(route.split()) + 1):
            assert f"#way-{number}" in style and f"way-{number}" in ids


def test_a_film_of_a_long_route_is_small_enough_to_send():
    position = "G1-Y2-R2-B2/Ro3,Yp1,Gb3,Bn12/Bg"
    route = "RE RS RW GS YS YW BS BW BN BE BS BW YS RE YN BS GN GE BN GW GS BW BS BE"
    name = os.path.join(FOLDER.name, "long.gif")
    subprocess.run([CAROM, "render", "-o", name, "--route", route, position], check=True, timeout=60)
    assert os.path.getsize(name) < 300_000, os.path.getsize(name)
    print(f"# a GIF of 24 moves, 480 pixels wide, has {os.path.getsize(name)} bytes")


def test_a_film_without_a_route_or_too_large_is_refused():
    for arguments, words in [
            (["-o", "x.gif", GAMES[0][0]], "shows a route; add --route"),
            (["-o", "x.svg", "--animate", GAMES[0][0]], "shows a route; add --route"),
            (["-o", "x.gif", "--size", "1025", "--route", "YW", GAMES[0][0]], "expected at most 1024 pixels"),
    ]:
        done = subprocess.run([CAROM, "render", *arguments], capture_output=True, text=True, timeout=60, cwd=FOLDER.name)
        assert done.returncode == 2 and words in done.stderr, done
        assert not os.path.exists(os.path.join(FOLDER.name, "x.gif"))


tap.run(globals())
