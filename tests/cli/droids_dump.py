#!/usr/bin/env python3
"""DriftingDroids game dumps, against a reader and a writer of their own: droids_dump.py CAROM. Speaks TAP."""
import base64
import json
import os
import random
import struct
import subprocess
import sys
import zlib

CAROM = os.path.abspath(sys.argv[1])
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
import tap

SEED = int(os.environ.get("CAROM_TEST_SEED", random.SystemRandom().randrange(1 << 32)))
HEAD = "!DriftingDroids_game!"
ROBOTS, SHAPES = "RGBYS", "mgps"


def run(*words, text=""):
    return subprocess.run([CAROM, *words], input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False,
                          env={"LC_ALL": "C.UTF-8"})


def converted(*words, text=""):
    done = run("convert", *words, text=text)
    assert done.returncode == 0, (words, done)
    return done.stdout.rstrip("\n")


def framed(content, crc=None, length=None):
    packed = struct.pack(">I", len(content) if length is None else length) + zlib.compress(content)
    data = base64.b64encode(packed).decode()
    return f"{HEAD}{zlib.crc32(data.encode()) if crc is None else crc:08X}!{data}!"


def content_of(dump):
    head, name, crc, data, tail = dump.split("!")
    assert (head, name, tail) == ("", "DriftingDroids_game", "") and crc == f"{zlib.crc32(data.encode()):08X}", dump
    packed = base64.b64decode(data, validate=True)
    content = zlib.decompress(packed[4:])
    assert struct.unpack(">I", packed[:4])[0] == len(content)
    return content


def parsed(dump):
    content, at = content_of(dump), 0

    def take(form):
        nonlocal at
        at += struct.calcsize(form)
        return struct.unpack(form, content[at - struct.calcsize(form) : at])

    version, width, height, robots = take(">BIIB")
    seen = {"size": (width, height), "robots": take(f">{robots}I"), "sections": take("4B")}
    assert version == 0
    seen["walls"] = [take(f"{width * height}B") for _ in range(4)]
    seen["targets"] = [take(">IBB") for _ in range(take(">I")[0])]
    seen["active"], seen["home-made"] = take(">iBB"), take("B")[0]
    assert at == len(content)
    return seen


def built(width, height, robots, active, walls=(), targets=None, sections=(0, 1, 2, 3), home_made=1, version=0):
    """Walls are (cell, direction): here only one of both sides, to see that one is enough."""
    sides = [bytearray(width * height) for _ in range(4)]
    for cell, way in walls:
        sides["NESW".index(way)][cell] = 1
    targets = [active] if targets is None else targets
    listed = b"".join(struct.pack(">iBB", *target) for target in targets)
    return (struct.pack(f">BIIB{len(robots)}I4B", version, width, height, len(robots), *robots, *sections) + b"".join(sides)
            + struct.pack(">I", len(targets)) + listed + struct.pack(">iBBB", *active, home_made))


def cell_of(words, width):
    return ord(words[0]) - ord("a") + width * (int(words[1:]) - 1)


def test_a_dump_has_what_the_position_has():
    dealt = run("deal", "--json", "--seed", str(SEED), "-n", "20", "--silver").stdout.splitlines()
    for line in dealt:
        position = json.loads(line)
        done = run("convert", "--to", "driftingdroids-dump", position["position"])
        assert ("barriers" in done.stderr) == any(face[1] == "4" for face in position["board"].split("-"))
        seen = parsed(done.stdout.strip())
        token = position["target"]["token"]
        assert seen["size"] == (16, 16) and not seen["home-made"] and len(seen["targets"]) == 17
        assert seen["robots"] == tuple(cell_of(position["robots"][robot], 16) for robot in ROBOTS)
        assert seen["sections"] == tuple(4 * (int(face[1]) - 1) + "GBRY".index(face[0]) for face in position["board"].split("-"))
        shape = (255, 4) if token == "V" else (ROBOTS.index(token[0]), SHAPES.index(token[1]))
        assert seen["active"] == (cell_of(position["target"]["cell"], 16), *shape) and seen["active"] in seen["targets"]
        north, east, south, west = seen["walls"]
        assert all(north[:16]) and all(west[::16]) and all(south[-16:]) and all(east[15::16]), "the rim"
        assert all(east[i] == west[i + 1] for i in range(255) if i % 16 < 15) and all(south[i] == north[i + 16] for i in range(240))
        assert [i for i in range(256) if north[i] and east[i] and south[i] and west[i]] == [119, 120, 135, 136], "the centre"
        assert converted(done.stdout.strip()) == position["position"]


def test_home_made_boards_come_back():
    for position in ("5x3-wQ/Ra1,Gb2/R@e3", "1x16/Ra1/R@a16", "4x3-wQ-xd3-tRmb2.Vc3/Ra1,Gd1/V", "4x3-tRmb2/Ra1,Gd1,Bd2,Ya3,Sb3/S@c3",
                     "8x8/Ra1,Gb1/*@h8", "16x16/Rp16/R@a1", "4x4-tBsd4.Vc1/Ra1,Gb1,Bc2/B@d4"):
        dump = converted("--to", "driftingdroids-dump", position)
        assert parsed(dump)["home-made"] == 1
        assert parsed(dump)["active"] in parsed(dump)["targets"], "that program looks for it there"
        expected = position.replace("-tBsd4.Vc1", "-tVc1")  # a printed target under another one is not listed
        assert converted(dump) == converted(expected), position
    printed = "G1-Y2-R2-B2/Ro3,Yp1,Gb3,Bn12/R@a1"
    assert converted(converted("--to", "driftingdroids-dump", printed)) == printed


def test_dumps_of_other_programs():
    dump = framed(built(3, 2, (0, 5), (2, 0, 4), walls=[(2, "W")]))
    assert converted(dump) == "3x2-wQ/Ra1,Gc2/R@c1"
    folded = "\n".join(dump[i : i + 30] for i in range(0, len(dump), 30)) + "\n"
    assert converted("@-", text=folded) == converted(dump) == converted(text=dump + "\n")
    assert converted(dump.replace(dump[21:29], dump[21:29].lower())) == converted(dump)
    twice = built(4, 4, (0,), (5, 0, 1), targets=[(5, 0, 1), (6, 0, 1), (5, 1, 1), (7, 255, 4), (8, 4, 9)])
    assert converted(framed(twice)) == "4x4-tRgb2.Vd2/Ra1/Rg", "of targets that look the same the first counts"
    assert converted(framed(built(4, 4, (0,), (-1, 0, 0), targets=[]))) == "4x4/Ra1"
    done = run("solve", "--json", framed(built(8, 8, (0,), (63, 0, 0))))
    assert json.loads(done.stdout)["moves"] == 2, done


def test_what_is_broken_gets_a_sentence():
    good = built(4, 4, (0,), (5, 0, 1))
    dump = framed(good)
    bad = [dump[:-1], dump[:40], HEAD, HEAD + "!", HEAD + "00000000!!", dump.replace("A", "B", 1), framed(good, crc=1), framed(good, length=9),
           framed(good, length=1 << 31), framed(good + b"\0" * 5000), framed(good[:-1]), framed(b""), HEAD + "x" * 60000 + "!"]
    bad += [framed(built(17, 4, (0,), (5, 0, 1))), framed(built(0, 4, (), (5, 0, 1))), framed(built(4, 4, (16,), (5, 0, 1))),
            framed(built(4, 4, (), (5, 0, 1))), framed(built(4, 4, (0, 1, 2, 3, 4, 6), (5, 0, 1))), framed(built(4, 4, (0,), (16, 0, 1))),
            framed(built(4, 4, (0,), (5, 7, 1))), framed(built(4, 4, (0, 0), (5, 0, 1))), framed(built(4, 4, (0,), (5, 3, 1))),
            framed(built(4, 4, (0,), (5, 0, 1), version=1))]
    targets = bytearray(good)
    targets[14 + 4 + 64 : 14 + 4 + 68] = b"\xff\xff\xff\xff"  # four thousand million of them
    bad.append(framed(bytes(targets)))
    for text in bad:
        done = run("solve", text)
        assert done.returncode == 2 and done.stderr.startswith("carom solve: ") and 30 < len(done.stderr) < 400, (text[:80], done)


def test_what_has_no_dump_is_refused():
    for position in ("G1-Y2-R2-B2/Ro3,Yp1,Gb3,Bn12,Th1/Bg", "4x4/Ra1,Gb1", "4x4/Ra1,Bb1/R@c3", "black-A0-B0-D0-C0/6P>2W"):
        done = run("convert", "--to", "driftingdroids-dump", position)
        assert done.returncode == 2 and done.stdout == "" and done.stderr.startswith("carom convert: "), done


print("# CAROM_TEST_SEED =", SEED)
tap.run(globals())
