#!/usr/bin/env python3
"""`carom photo` as a program: answers, refusals, orientation, damaged files. Speaks TAP.

program.py CAROM VARIANTS

The pictures are drawings of `carom render`, which the program reads as it reads photos.
"""
import json
import os
import struct
import subprocess
import sys
import tempfile
import zlib

carom, variants = map(os.path.abspath, sys.argv[1:3])
count = 0


def ok(holds, words, seen=""):
    global count
    count += 1
    print(f"{'ok' if holds else 'not ok'} {count} - {words}", flush=True)
    for line in [] if holds else str(seen).splitlines()[:20]:
        print(f"# {line}")


def run(*words, stdin=None):
    done = subprocess.run([carom, *words], input=stdin, capture_output=True, env=os.environ | {"LC_ALL": "C.UTF-8"})
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def turned(png, orientation):
    """The picture with EXIF data that say which way up it is."""
    tiff = b"MM\0*" + struct.pack(">IHHHIHHI", 8, 1, 0x0112, 3, 1, orientation, 0, 0)
    return png[:33] + chunk(b"eXIf", tiff) + png[33:]


def flat(width, height):
    """A grey picture."""
    rows = zlib.compress((b"\0" + b"\x80" * (3 * width)) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def answers():
    board = "G1-Y2-R2-B2"
    run("render", "-o", "board.png", board)
    code, out, err = run("photo", "board.png")
    ok((code, out) == (0, board + "\n"), "carom photo prints the position", (code, out, err))
    code, out, err = run("photo", "--json", "board.png")
    answer = json.loads(out)
    wanted = {"position", "board", "robots", "corners", "faces", "scores", "doubtful", "us"}
    ok(code == 0 and wanted <= set(answer) and answer["faces"] == board.split("-"), "--json has all members", out)
    near = all(abs(a - b) < 8 for corner, true in zip(answer["corners"], [(39, 39), (985, 39), (985, 985), (39, 985)]) for a, b in zip(corner, true))
    ok(near, "the corners are those of the cells: nw, ne, se, sw", answer["corners"])
    code, out, err = run("photo", "-o", "seen.png", "board.png")
    with open("seen.png", "rb") as file:
        ok(code == 0 and file.read(4) == b"\x89PNG", "-o draws what was seen over the photo", err)
    with open("board.png", "rb") as file:
        png = file.read()
    code, out, err = run("photo", "-", stdin=png)
    ok((code, out) == (0, board + "\n"), "- reads standard input", (code, out, err))
    code, out, err = run("photo", "board.png", "board.png")
    ok((code, out) == (0, 2 * (board + "\n")), "several photos are answered in order", (code, out, err))
    run("render", "-o", "target.png", "R3-Y3-G3-B1/Rb8,Yd14,Gk3,Bl11")
    code, out, err = run("solve", stdin=(run("photo", "target.png")[1].strip() + "/Bg\n").encode())
    ok("moves" in out, "the position can be solved", (out, err))
    return png


def orientations(png):
    for orientation, board in ((3, "R2-B2-G1-Y2"), (6, "B2-G1-Y2-R2"), (8, "Y2-R2-B2-G1")):
        with open("turned.png", "wb") as file:
            file.write(turned(png, orientation))
        code, out, err = run("photo", "turned.png")
        ok((code, out) == (0, board + "\n"), f"EXIF orientation {orientation} is honoured", (code, out, err))
    for orientation in (2, 4, 5, 7):
        code, out, err = run("photo", "-", stdin=turned(png, orientation))
        ok(code == 1 and out == "" and "mirrored" in err, f"a board mirrored by orientation {orientation} is refused", (code, out, err))


def animated(png):
    """The picture as the first of two in an animation."""
    frame = struct.pack(">IIIIIHHBB", 0, 1024, 1024, 0, 0, 1, 10, 0, 0)
    end = png.index(b"IDAT") - 4
    begin = png[:end] + chunk(b"acTL", struct.pack(">II", 2, 0)) + chunk(b"fcTL", frame)
    second = chunk(b"fcTL", struct.pack(">I", 1) + frame[4:]) + chunk(b"fdAT", struct.pack(">I", 2) + zlib.compress((b"\0" + bytes(3 * 1024)) * 1024))
    return begin + png[end:-12] + second + png[-12:]


def kinds(png):
    """JPEG and PNG come in many kinds, which all show the same board."""
    subprocess.run([variants, "board.png", "."], check=True)
    with open("animated.png", "wb") as file:
        file.write(animated(png))
    for name in ("baseline.jpg", "progressive.jpg", "grey.jpg", "cmyk.jpg", "adobe-cmyk.jpg", "adobe-ycck.jpg",
                 "grey.png", "16-bit.png", "interlaced.png", "alpha.png", "animated.png"):
        code, out, err = run("photo", name)
        ok((code, out) == (0, "G1-Y2-R2-B2\n"), f"{name} is read", (code, out, err))
    with open("baseline.jpg", "rb") as file:
        jpeg = file.read()
    code, out, err = run("photo", "-", stdin=jpeg[:-2])
    ok((code, out) == (0, "G1-Y2-R2-B2\n"), "a JPEG that only lacks its end mark is read", (code, out, err))
    frame = jpeg.index(b"\xff\xc0") + 5
    code, out, err = run("photo", "-", stdin=jpeg[:frame] + struct.pack(">HH", 60000, 60000) + jpeg[frame + 4:])
    ok((code, out) == (2, "") and "64 megapixels" in err, "a JPEG of 3,600 megapixels is refused", (code, out, err))
    for name in ("baseline.jpg", "progressive.jpg", "adobe-cmyk.jpg", "interlaced.png"):
        with open(name, "rb") as file:
            whole = file.read()
        for percent in (1, 30, 60, 90):
            code, out, err = run("photo", "-", stdin=whole[:len(whole) * percent // 100])
            ok((code, out) == (2, "") and err.count("\n") == 1 and "damaged" in err, f"{percent} % of {name} is refused as damaged", (code, out, err))


def refusals(png):
    for words, data, status, sentence in (
            ("a picture without a board", flat(300, 200), 1, "No board found"),
            ("a tiny picture", flat(20, 20), 1, "too small"),
            ("text", b"R1-Y1-G1-B1\n", 2, "a JPEG or PNG file"),
            ("nothing", b"", 2, "a JPEG or PNG file"),
            ("half a PNG", png[:len(png) // 2], 2, "damaged"),
            ("the beginning of a JPEG", b"\xff\xd8\xff\xe0" + bytes(40), 2, "damaged"),
            ("a PNG of 90 megapixels", flat(10000, 1)[:16] + struct.pack(">II", 10000, 9000) + flat(10000, 1)[24:], 2, "")):
        code, out, err = run("photo", "-", stdin=data)
        ok(code == status and out == "" and sentence in err, f"{words} is refused with code {status}", (code, out, err))
    code, out, err = run("photo", "--json", "-", stdin=flat(300, 200))
    ok(code == 1 and "error" in json.loads(out), "a refusal is JSON, too", (code, out, err))
    for words in (["photo"], ["photo", "missing.jpg"], ["photo", "-o", "seen.svg", "board.png"], ["photo", "-o", "seen.png", "a.png", "b.png"]):
        code, out, err = run(*words)
        ok(code == 2 and out == "" and err != "", "carom " + " ".join(words) + " is refused", (code, out, err))
    code, out, err = run("photo", "-o", "missing/seen.png", "board.png")
    ok(code == 2 and "missing/seen.png" in err, "a drawing that cannot be written is said", (code, out, err))


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    drawn = answers()
    orientations(drawn)
    kinds(drawn)
    refusals(drawn)
print(f"1..{count}")
