#!/usr/bin/env python3
"""The program on a hostile system: every call site of an allocation, a read or a write fails once. Speaks TAP.

program.py CAROM HOSTILE [--more]

Each command runs once to list its call sites (hostile.c), then once for each of them. It may give the same answer as
always, or end with a sentence and an exit code; it may not crash, hang, or answer something else. --more lets a second and
a last call of each site fail, too.
"""
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

CAROM, HOSTILE = sys.argv[1:3]
MORE = "--more" in sys.argv
HERE = os.path.dirname(os.path.abspath(__file__))
EASY = "G1-Y2-R2-B2/Ro3,Yp1,Gb3,Bn12/Rg"
FAMOUS = "Y2-G2-R1-B1/Rk5,Yj13,Gh13,Bk8/Rs"  # not easy: a search by sets
MICRO = "black-A0-B0-D0-C0/1P>2W"
COMMANDS = """{"do":"open","at":0,"rules":{"preset":"ricochet","seed":1}}
{"do":"join","at":1,"by":"ana","name":"Ana"}
{"do":"start","at":2,"by":"ana"}
{"do":"bid","at":3,"by":"ana","moves":9}
"""

SCENES = [
    (["solve", "--all", "--json", EASY], ""),
    (["solve", "--json", FAMOUS], ""),
    (["solve", "--json", "--threads", "2"], f"{EASY}\n{MICRO}\n{EASY}\n"),
    (["hint", "--json", EASY], ""),
    (["check", "--json", EASY, "RE", "RN"], ""),
    (["deal", "-n", "3", "--seed", "1", "--json"], ""),
    (["boards", "--count"], ""),
    (["convert", "--to", "drawing", EASY], ""),
    (["show", EASY], ""),
    (["render", "-o", "OUT.svg", EASY], ""),
    (["render", "-o", "OUT.png", EASY], ""),
    (["referee"], COMMANDS),
    (["play", "--seed", "1"], "RN\nhint\nquit\n"),
    (["bench", "--perft", "2", EASY], ""),
]


class Run:
    """One run: what came out, with the times taken out, and what the file holds if one was asked for."""

    def __init__(self, words, given, folder, **hostile):
        out = next((word for word in words if word.startswith("OUT")), None)
        path = os.path.join(folder, out) if out else None
        environment = {"LC_ALL": "C", "PATH": "/usr/bin:/bin", "LD_PRELOAD": HOSTILE, **hostile}
        try:
            done = subprocess.run([CAROM] + [path if word == out else word for word in words], input=given.encode(),
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60, check=False, env=environment)
            self.code, self.said, self.errors = done.returncode, done.stdout, done.stderr
        except subprocess.TimeoutExpired:
            self.code, self.said, self.errors = "no end", b"", b""
        self.said = re.sub(rb'"us":\d+', b'"us":N', self.said)
        self.file = b""
        if path and os.path.exists(path):
            with open(path, "rb") as file:
                self.file = file.read()

    def same(self, other):
        return (self.code, self.said, self.file) == (other.code, other.said, other.file)


def wrong(run, normal):
    """What is wrong with a run in which something failed; None if nothing is."""
    if run.same(normal):
        return None
    if b"at_least" in run.said or b"at least" in run.said:  # says itself that it has not found out
        return None
    if run.code not in (1, 2):
        return f"ended with {run.code}, with another answer than always: {run.said[:200]}"
    return None if run.errors.strip() else f"ended with {run.code} and no sentence"


# Their own memory runs out without our help: cairo's scan converter crashes, the loader says so itself.
STRANGERS = ("libcairo", "libpixman", "libpng", "ld-linux")


def ordinals(calls):
    return sorted({1, min(2, calls), calls}) if MORE else [1]


def full(words, given):
    """On a device where nothing can be written: a sentence, and the exit code for that."""
    with tempfile.TemporaryDirectory() as folder, open("/dev/full", "wb") as device:
        out = next((word for word in words if word.startswith("OUT")), None)
        if out:
            os.symlink("/dev/full", os.path.join(folder, out))
            words = [os.path.join(folder, out) if word == out else word for word in words]
        done = subprocess.run([CAROM, *words], input=given.encode(), stdout=device, stderr=subprocess.PIPE, timeout=60, check=False)
    if done.returncode == 2 and done.stderr.strip():
        return []
    return [f"on a full device: ended with {done.returncode}: {done.stderr.decode('utf-8', 'replace')}"]


def look(scene):
    words, given = scene
    with tempfile.TemporaryDirectory() as folder:
        sites = os.path.join(folder, "sites")
        normal = Run(words, given, folder, HOSTILE_LIST=sites)
        with open(sites, encoding="ascii") as file:
            listed = [line.split() for line in file if not line.split()[1].startswith(STRANGERS)]
        bad, made = [], 0
        for *site, calls in sorted(listed):
            for call in ordinals(int(calls)):
                made += 1
                run = Run(words, given, folder, HOSTILE_FAIL=" ".join([*site, str(call)]))
                why = wrong(run, normal)
                if why:
                    bad.append(f"{' '.join(site)}, call {call}: {why}: {run.errors.decode('utf-8', 'replace').strip()[:200]}")
    return words, normal, made, bad + full(words, given)


def main():
    failures = 0
    with ThreadPoolExecutor(2) as pool:
        for number, (words, normal, made, bad) in enumerate(pool.map(look, SCENES), 1):
            good = not bad and made > 2 and normal.code in (0, 1)
            failures += not good
            print("ok" if good else "not ok", number, "-", f"carom {' '.join(words)}: {made} call sites failed once each")
            for line in bad:
                print("#", line)
            if normal.code not in (0, 1):
                print("# without a failure it ends with", normal.code, normal.errors.decode("utf-8", "replace"))
    print(f"1..{len(SCENES)}")
    sys.exit(1 if failures else 0)


main()
