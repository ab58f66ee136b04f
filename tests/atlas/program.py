#!/usr/bin/env python3
"""`carom atlas` as a program: its JSON, threads, books that survive kill -9 and take several workers, CSV. Speaks TAP.

program.py CAROM
"""
import csv
import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
import tap

CAROM = sys.argv[1]
SMALL = "7x6-wQAC-bRub2.Gde5-tRma1.Gsc3.Bgd4.Vf2"
RESULTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../data/atlas-1999.csv")
PLAIN = "10x9-wQAC-tRma1.Gsc3.Bgd4.Ymi9.Vf2.Rsh8.Bmj1.Gpe7"


def run(*words, status=0):
    done = subprocess.run([CAROM, "atlas", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=600, check=False,
                          env={"LC_ALL": "C"}, text=True)
    assert done.returncode == status, (words, done.returncode, done.stderr)
    return done


def entries(*words):
    return [json.loads(line) for line in run("--json", *words).stdout.splitlines()]


def start(*words):
    return subprocess.Popen([CAROM, "atlas", *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                            env={"LC_ALL": "C"})


def finished(book):
    with sqlite3.connect(book) as db:
        return set(db.execute("SELECT board, target FROM job WHERE placements IS NOT NULL"))


def told(lines):
    """The jobs that a run said it has done."""
    return [tuple(line.split(":")[0].split(" ")) for line in lines if "done)" in line]


def without_time(results):
    return [line.rsplit(",", 1)[0] for line in results.splitlines()]


def test_json_has_what_is_promised():
    found = entries(SMALL)
    assert [one["target"] for one in found] == ["Rm", "Gs", "Bg", "V"]
    for one in found:
        assert list(one) == ["board", "target", "ricochet", "placements", "unsolvable", "max", "mean", "histogram", "hardest"]
        solved = sum(one["histogram"])
        assert solved + one["unsolvable"] == one["placements"]
        assert len(one["histogram"]) == one["max"] + 1
        mean = sum(moves * count for moves, count in enumerate(one["histogram"])) / solved
        assert abs(mean - one["mean"]) < 1e-6
        assert len(one["hardest"]) == min(10, one["histogram"][-1])
        for position in one["hardest"]:
            answer = subprocess.run([CAROM, "solve", "--json", position], stdout=subprocess.PIPE, check=True)
            assert json.loads(answer.stdout)["moves"] == one["max"]


def test_R7_can_be_left_out():
    with_rule, without = entries(SMALL, "Gs")[0], entries(SMALL, "Gs", "--no-ricochet")[0]
    assert with_rule["histogram"][:2] == [0, 0] and not without["ricochet"]
    assert without["histogram"][0] > 0 and without["mean"] < with_rule["mean"]


def test_threads_change_nothing():
    assert entries(PLAIN, "Bg", "--threads", "1") == entries(PLAIN, "Bg", "--threads", "3")
    assert entries(SMALL, "--threads", "1") == entries(SMALL, "--threads", "2")


def test_limit_bounds_the_list_only():
    few, many = entries(SMALL, "V", "--limit", "1")[0], entries(SMALL, "V", "--limit", "1000")[0]
    assert len(few["hardest"]) == 1 and len(many["hardest"]) == min(1000, many["histogram"][-1])
    assert len(set(many["hardest"])) == len(many["hardest"])
    assert few["histogram"] == many["histogram"]


def test_plot_is_a_picture():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "plot.svg")
        run(SMALL, "--plot", path)
        with open(path, encoding="utf-8") as file:
            picture = file.read()
        assert picture.startswith("<svg ") and picture.rstrip().endswith("</svg>") and picture.count("<path") > 10


def test_heat_is_a_picture_and_cells_are_numbers():
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ("heat.svg", "heat.png", "cells.csv")]
        run(SMALL, "--heat", paths[0], "--cells", paths[2])
        run(SMALL, "Gs", "--heat", paths[1])
        with open(paths[0], encoding="utf-8") as file:
            assert 'class="heat"' in file.read()
        with open(paths[1], "rb") as file:
            assert file.read(4) == b"\x89PNG"
        with open(paths[2], encoding="utf-8") as file:
            lines = [line.split(",") for line in file.read().splitlines()]
        assert lines[0] == ["board", "target", "ricochet", "cells"]
        assert [line[1] for line in lines[1:]] == ["Rm", "Gs", "Bg"]  # on the vortex there is no active robot to start
        for line, entry in zip(lines[1:], entries(SMALL)):
            cells = [int(number) for number in line[3].split(" ")]
            assert len(cells) == 256 and cells[16 * 6] == 0 and cells[7] == 0  # outside the board
            starts = [number for number in cells if number]
            assert 20 <= min(starts) <= entry["mean"] * 10 <= max(starts) <= entry["max"] * 10


def test_killed_and_started_again():
    with tempfile.TemporaryDirectory() as folder:
        book, whole = os.path.join(folder, "a.db"), os.path.join(folder, "b.db")
        victim = start(PLAIN, "--store", book, "--threads", "1")
        for line in victim.stderr:
            if told([line]):
                break
        victim.send_signal(signal.SIGKILL)
        victim.wait()
        before = finished(book)
        assert 0 < len(before) < 8, before
        again = told(run(PLAIN, "--store", book, "--threads", "1").stderr.splitlines())
        assert len(again) == 8 - len(before) and not before & set(again)
        run(PLAIN, "--store", whole)
        assert without_time(run("--store", book, "--export", "-").stdout) == without_time(
            run("--store", whole, "--export", "-").stdout)


def test_killed_in_the_middle_of_an_edition():
    """All results of the box of 1999 but three are put into a book; the edition is run, killed with -9, and run again."""
    if not os.environ.get("CAROM_LONG"):
        return  # the same as above on whole boards: a minute or two
    with tempfile.TemporaryDirectory() as folder:
        with open(RESULTS, encoding="utf-8") as file:
            head, *lines = file.read().splitlines()
        book, most = os.path.join(folder, "a.db"), os.path.join(folder, "most.csv")
        with open(most, "w", encoding="utf-8") as file:
            file.write("\n".join([head, *lines[:5], *lines[8:]]) + "\n")
        run("--store", book, "--import", most)
        victim = start("--edition", "1999", "--store", book, "--threads", "1")
        for line in victim.stderr:
            if told([line]):
                break
        victim.send_signal(signal.SIGKILL)
        victim.wait()
        before = finished(book)
        assert len(lines) - 3 < len(before) < len(lines), len(before)
        again = told(run("--edition", "1999", "--store", book, "--threads", "1").stderr.splitlines())
        assert len(again) == len(lines) - len(before) and not before & set(again)
        assert without_time(run("--store", book, "--export", "-").stdout) == without_time("\n".join([head, *lines]))
        assert "| results | 1632 of 1632 |" in run("--store", book, "--report").stdout


def test_several_processes_share_a_book():
    with tempfile.TemporaryDirectory() as folder:
        book = os.path.join(folder, "a.db")
        workers = [start(PLAIN, "--store", book, "--threads", "1") for _ in range(3)]
        done = [job for worker in workers for job in told(worker.communicate(timeout=300)[1].splitlines())]
        assert all(worker.returncode == 0 for worker in workers)
        assert len(done) == 8 and len(set(done)) == 8
        assert len(finished(book)) == 8


def test_csv_there_and_back():
    with tempfile.TemporaryDirectory() as folder:
        book, other, table = (os.path.join(folder, name) for name in ("a.db", "b.db", "a.csv"))
        run(SMALL, "--store", book)
        run("--store", book, "--export", table)
        run("--store", other, "--import", table)
        assert run("--store", book, "--export", "-").stdout == run("--store", other, "--export", "-").stdout
        assert not told(run(SMALL, "--store", other).stderr.splitlines())
        with open(table, encoding="utf-8") as file:
            lines = file.read().splitlines()
        with open(table, "w", encoding="utf-8") as file:
            file.write("\n".join([lines[0], lines[1].replace(",1,", ",1,1", 1)]) + "\n")
        assert "line 2" in run("--store", other, "--import", table, status=2).stderr


def test_report_says_what_the_results_come_to():
    with tempfile.TemporaryDirectory() as folder:
        book = os.path.join(folder, "a.db")
        found = entries(SMALL, "--store", book)
        words = run("--store", book, "--report").stdout
        longest = max(one["max"] for one in found)
        assert f"| maximum | {longest} |" in words
        assert f"| placements | {sum(one['placements'] for one in found)} |" in words
        hardest = next(one for one in found if one["max"] == longest)["hardest"][0]
        assert hardest in words
        there = os.path.join(folder, "new")  # it is made
        run("--store", book, "--report", "--output", there)
        assert {"report.md", "maxima.svg", "moves.svg", "results.csv"} == set(os.listdir(there))
        with open(os.path.join(there, "results.csv"), encoding="utf-8") as file:
            assert file.read() == run("--store", book, "--export", "-").stdout


def test_maps_in_the_repository_agree_with_the_results():
    """The mean over all cells is that of all placements: each cell has as many. Numbers are rounded to tenths."""
    with open(RESULTS, encoding="utf-8") as file:
        means = {(row["board"], row["target"]): float(row["mean"]) for row in csv.DictReader(file)}
    with open(RESULTS.replace(".csv", "-cells.csv"), encoding="utf-8") as file:
        maps = {(row["board"], row["target"]): [int(cell) for cell in row["cells"].split()] for row in csv.DictReader(file)}
    boards = {board for board, _ in maps}
    assert len(maps) == 16 * len(boards)  # all targets but the vortex
    for one, cells in maps.items():
        stand = [cell for cell in cells if cell > 0]
        assert len(cells) == 256 and len(stand) == 252, one
        assert abs(sum(stand) / len(stand) / 10 - means[one]) < 0.05, one


def test_bad_input_gets_one_sentence():
    for words in ([], ["Y2-R2-B2"], ["8x8"], ["8x8", "S@a1"], ["3x1", "R@a1"], [SMALL, "Ym"], ["--edition", "1999"],
                  ["a", "b", "c"], [SMALL, "V", "--heat", "x.svg"], [SMALL, "--heat", "x.gif"],
                  [SMALL, "--heat", "x.svg", "--store", "x"], [SMALL, "--edition", "1999", "--store", "x"], ["--store", "/nowhere/x.db"]):
        done = run(*words, status=2)
        assert done.stdout == "" and len(done.stderr.splitlines()) == 1, (words, done.stderr)


tap.run(globals())
