#!/usr/bin/env python3
"""`carom atlas` with a book in PostgreSQL: several workers, one of them killed. Speaks TAP. Run by with-postgres.

database.py CAROM
"""
import os
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
import tap

CAROM = sys.argv[1]
DATABASE = os.environ["CAROM_TEST_POSTGRES"]
BOARD = "10x9-wQAC-tRma1.Gsc3.Bgd4.Ymi9.Vf2.Rsh8.Bmj1.Gpe7"
JOBS = 8
LEASE = "3"  # seconds


def start(*words):
    return subprocess.Popen([CAROM, "atlas", *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                            env={"LC_ALL": "C"})


def run(*words):
    done = subprocess.run([CAROM, "atlas", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300, check=False,
                          env={"LC_ALL": "C"}, text=True)
    assert done.returncode == 0, (words, done.stderr)
    return done.stdout


def told(lines):
    """The jobs that a worker said it has done."""
    return [tuple(line.split(":")[0].split(" ")) for line in lines if "done)" in line]


def results(book):
    return [line.rsplit(",", 1)[0] for line in run("--store", book, "--export", "-").splitlines()]


def test_two_workers_one_killed():
    words = (BOARD, "--store", DATABASE, "--threads", "1", "--lease", LEASE)
    victim, other = start(*words), start(*words)
    first = victim.stderr.readline()  # it is at work: its next job is under way or taken at once
    victim.send_signal(signal.SIGKILL)
    rest = victim.communicate()[1].splitlines()
    done = told([first, *rest]) + told(other.communicate(timeout=300)[1].splitlines())
    assert other.returncode == 0
    # None twice. The last result of the killed one may be kept although it could not tell any more.
    assert len(done) == len(set(done)) >= JOBS - 1, done
    assert len(results(DATABASE)) == 1 + JOBS
    with tempfile.TemporaryDirectory() as folder:
        book = os.path.join(folder, "a.db")
        run(BOARD, "--store", book)
        assert results(book) == results(DATABASE)


def test_what_is_there_is_not_done_again():
    again = start(BOARD, "--store", DATABASE)
    assert not told(again.communicate(timeout=300)[1].splitlines()) and again.returncode == 0


def test_no_database_is_one_sentence():
    wrong = start(BOARD, "--store", "postgresql://carom:secret@127.0.0.1:1/postgres")
    words = wrong.communicate(timeout=60)[1]
    assert wrong.returncode == 2 and len(words.splitlines()) == 1 and "secret" not in words, words


tap.run(globals())
