#!/usr/bin/env python3
"""Planning tasks written and read again, and as others write them: planning.py CAROM [TASKS]. Speaks TAP.

TASKS is a file with a name, a position and the length of a shortest plan in each line; all of them are converted and solved.
"""
import json
import os
import random
import subprocess
import sys
import tempfile

CAROM = os.path.abspath(sys.argv[1])
TASKS = sys.argv[2] if len(sys.argv) > 2 else None
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
import tap

SEED = int(os.environ.get("CAROM_TEST_SEED", random.SystemRandom().randrange(1 << 32)))
FOLDER = tempfile.TemporaryDirectory()


def run(*words, text=""):
    return subprocess.run([CAROM, *words], input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False,
                          cwd=FOLDER.name, env={"LC_ALL": "C.UTF-8"})


def converted(*words, text=""):
    done = run("convert", *words, text=text)
    assert done.returncode == 0, (words, done)
    return done.stdout


def read_back(task):
    return converted("@-", text=task).strip()


def optima(positions):
    done = run("solve", "--json", "--no-ricochet", text="\n".join(positions))
    assert done.returncode == 0, done
    return [json.loads(line)["moves"] for line in done.stdout.splitlines()]


def test_positions_come_back():
    dealt = run("deal", "--seed", str(SEED), "-n", "8", "--barriers", "no", "--silver").stdout.splitlines()
    dealt = [position for position in dealt if not position.endswith("/V")]
    for form in ("asp", "pddl"):
        once = [read_back(converted("--to", form, position)) for position in dealt]
        assert [read_back(converted("--to", form, position)) for position in once] == once
        assert optima(once) == optima(dealt), form
    for position in ("5x3-wQ/Ra1,Sb2/S@e3", "1x16/Ra1/R@a16"):
        assert read_back(converted("--to", "pddl", position)) == converted(position).strip()


def test_facts_as_others_write_them():
    task = """% an encoding may stand in the same file
dim(1..5). dir(west,-1,0). robot(R) :- pos(R,_,_).
barrier(I+1,J,west) :- barrier(I,J,east), dim(I), dim(J), dim(I+1).
barrier(2,1,east). barrier(3,4,north).
pos( red , 1 , 1 ).
pos(yellow,5,5). % the corner
target(red,3,3). length(7).
{ occurs(A,T) : action(A) } 1 :- step(T).
"""
    assert read_back(task) == read_back(task.replace("barrier(2,1,east)", "barrier(3,1,west)"))
    assert read_back(task).startswith("5x5-w") and read_back(task).endswith("/Ra1,Ye5/R@c3")
    assert json.loads(converted("--to", "json", "@-", text=task))["target"] == {"robot": "R", "cell": "c3"}


def test_problems_as_others_write_them():
    task = converted("--to", "pddl", "3x3/Ra1,Bc3/B@a3")
    plain = "".join(line.split(";;")[0].rstrip() + "\n" for line in task.splitlines())
    assert read_back(task) == "3x3/Ra1,Bc3/B@a3"
    walled = converted("--to", "pddl", "3x3-wQ/Ra1,Bc3/B@a3")
    assert read_back(walled.upper()) == read_back(walled) == "3x3-wQ/Ra1,Bc3/B@a3"  # PDDL knows no upper case
    assert read_back(plain) == "3x3/Ra1,Yc3/Y@a3"  # without colours: in the order of the game


def test_bad_tasks_get_a_sentence():
    good = "dim(1..5). pos(red,1,1). target(red,3,3)."
    for bad in ("pos(red,1,17). " + good, "dim(17). " + good, "barrier(1,1,up). " + good, good + " pos(blue,1,1).", good + " pos(red,2,2).",
                good + " target(red,1,2).", "dim(4). pos(red,1,1).", "dim(4). target(red,1,1).", "pos(red,1,1). target(red,1,1).", "% nothing",
                "(define (problem x) (:init (at robot-1 cell-1-99)))", "(", "(at", ";", "dim(1..3). pos(red,9,9). target(red,1,1).",
                good.replace("target(red", "target(blue"), good + "".join(f" pos(r{i},2,{i})." for i in range(1, 9)), "dim(" * 10000, "(" * 60000):
        done = run("convert", "@-", text=bad)
        assert done.returncode == 2 and done.stderr.startswith("carom convert: ") and len(done.stderr) < 400, (bad[:80], done)


def written(form, positions):
    """The tasks as files, one for each position; their names."""
    done = run("convert", "--json", "--to", form, text="\n".join(positions))
    assert done.returncode == 0, done.stderr
    names = []
    for number, line in enumerate(done.stdout.splitlines()):
        names.append(f"{number}.{form}")
        with open(os.path.join(FOLDER.name, names[-1]), "w", encoding="utf-8") as file:
            file.write(json.loads(line)["text"])
    return names


def test_every_public_task():
    if TASKS is None:
        return
    with open(TASKS, encoding="utf-8") as file:
        rows = [line.split() for line in file if not line.startswith("#")]
    positions = [row[1] for row in rows]
    assert len(positions) == 272
    same = converted(text="\n".join(positions)).splitlines()
    for form in ("asp", "pddl"):
        assert converted(*(f"@{name}" for name in written(form, positions))).splitlines() == same, form
    assert converted(text=converted("--to", "json", text="\n".join(positions))).splitlines() == same
    wrong = [row[0] for row, moves in zip(rows, optima(positions), strict=True) if int(row[2]) != moves]
    assert not wrong, wrong
    print(f"# {len(rows)} tasks: written, read again, solved")


print("# CAROM_TEST_SEED =", SEED)
tap.run(globals())
