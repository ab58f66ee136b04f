#!/usr/bin/env python3
"""`carom puzzle` and `carom daily` as programs. Speaks TAP: program.py CAROM"""
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
import tap

CAROM = sys.argv[1]


def run(*words, given=""):
    return subprocess.run([CAROM, *words], input=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300,
                          check=False, env={"LC_ALL": "C"}, text=True)


def found(*words):
    done = run("puzzle", "--json", "--seed", "4", *words)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_wishes_are_kept():
    for one in found("--moves", "5..7", "--robots", "2..4", "--routes", "1", "-n", "5"):
        assert 5 <= one["moves"] <= 7 and 2 <= one["used"] <= 4 and one["count"] == 1, one
        [answer] = [json.loads(line) for line in run("solve", "--all", "--json", one["position"]).stdout.splitlines()]
        assert answer["moves"] == one["moves"] and answer["count"] == 1 and answer["difficulty"] == one["difficulty"]
    assert all(one["word"] == "medium" for one in found("--difficulty", "medium", "-n", "4", "--silver"))
    assert all(30 <= one["difficulty"] <= 33 for one in found("--difficulty", "30..33", "-n", "3"))
    assert all(one["moves"] >= 5 and one["game"] == "micro" for one in found("--micro", "--moves", "5..", "-n", "3"))


def test_the_same_seed_finds_the_same():
    assert found("--moves", "..4", "-n", "3") == found("--moves", "..4", "-n", "3")


def test_there_may_be_none():
    done = run("puzzle", "--micro", "--moves", "30..", "--seed", "1")
    assert done.returncode == 1 and done.stdout == "" and len(done.stderr.splitlines()) == 1, done


def test_wrong_wishes_are_one_sentence():
    for words in (["--moves", "x"], ["--moves", "9..8"], ["--moves", ".."], ["--routes", "1.2"], ["--robots", "-1"],
                  ["--difficulty", "awful"], ["--expert"], ["--edition", "1999", "--barriers", "only"], ["one"],
                  ["--store", "/dev/null/book"]):
        done = run("puzzle", *words)
        assert done.returncode == 2 and len(done.stderr.splitlines()) == 1 and done.stdout == "", (words, done)


def test_impossible_wishes_are_refused_at_once():
    for words, possible in ((["--robots", "7"], "1..4"), (["--robots", "0"], "1..4"), (["--robots", "6..", "--silver"], "1..5"),
                            (["--robots", "2", "--micro"], "1..1"), (["--moves", "..0"], "1..64"), (["--moves", "99.."], "1..64"),
                            (["--moves", "36..", "--micro"], "1..35"), (["--routes", "0"], "1.."), (["--difficulty", "101"], "0..100")):
        done = run("puzzle", *words)
        assert done.returncode == 2 and possible in done.stderr and len(done.stderr.splitlines()) == 1, (words, done)


def test_puzzles_from_a_book():
    with tempfile.TemporaryDirectory() as folder:
        book, csv = os.path.join(folder, "a.db"), os.path.join(folder, "a.csv")
        assert run("atlas", "9x9-wQAC-tRmd4", "Rm", "--store", book).returncode == 0
        assert run("atlas", "--store", book, "--export", csv).returncode == 0
        with open(csv, encoding="utf-8") as file:
            longest = int(file.read().splitlines()[1].split(",")[5])
        [one] = found("--store", book, "--moves", f"{longest}..")
        assert one["moves"] == longest and one["position"].startswith("9x9-wQAC-tRmd4/"), one
        assert run("puzzle", "--store", book, "--moves", f"{longest + 1}..").returncode == 1


def test_days():
    day = json.loads(run("daily", "2026-11-16", "--json").stdout)
    assert day["date"] == "2026-11-16" and [one["kind"] for one in day["puzzles"]] == ["easy", "medium", "fiendish", "micro"]
    lines = [line.split() for line in run("daily", "2026-11-16").stdout.splitlines()]
    assert lines == [[one["kind"], str(one["moves"]), one["position"]] for one in day["puzzles"]]
    assert run("daily", "2026-11-16").stdout != run("daily", "2026-11-17").stdout
    assert len(run("daily").stdout.splitlines()) == 4
    for words in (["2026-02-30"], ["tomorrow"], ["2026-11-16", "2026-11-17"]):
        done = run("daily", *words)
        assert done.returncode == 2 and len(done.stderr.splitlines()) == 1 and done.stdout == "", (words, done)


tap.run(globals())
