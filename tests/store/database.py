#!/usr/bin/env python3
"""`carom store` with a PostgreSQL database: a server's data moved there and back. Speaks TAP. Run by with-postgres.

database.py CAROM
"""
import json
import os
import sqlite3
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
import tap

CAROM = sys.argv[1]
DATABASE = os.environ["CAROM_TEST_POSTGRES"]
HERE = os.path.dirname(os.path.abspath(__file__))


def run(*words):
    return subprocess.run([CAROM, "store", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120,
                          check=False, env={"LC_ALL": "C"})


def dump(path):
    db = sqlite3.connect(path)
    rows = [db.execute(f"SELECT * FROM {table} ORDER BY 1, 2, 3").fetchall() for table in ("tables", "events", "seats")]
    db.close()
    return rows


def test_data_go_to_a_database_and_come_back_the_same():
    with tempfile.TemporaryDirectory() as folder:
        old, new = folder + "/old.db", folder + "/new.db"
        db = sqlite3.connect(old)
        with open(os.path.join(HERE, "version-0.1.0.sql"), encoding="utf-8") as file:
            db.executescript(file.read())
        db.close()
        before = dump(old)
        totals = {"tables": 3, "games": 4, "events": 31, "seats": 5, "records": 0, "wrong": 0}
        for words in (["copy", "--json", old, DATABASE], ["check", "--json", DATABASE], ["copy", "--json", DATABASE, new],
                      ["check", "--json", new]):
            done = run(*words)
            assert done.returncode == 0 and json.loads(done.stdout) == totals, done
        assert dump(old) == before == dump(new)
        done = run("copy", old, DATABASE)
        assert done.returncode == 2 and b"the database: it already has tables" in done.stderr, done


def test_an_address_is_not_repeated():
    for words in (["check", "postgresql://me:secret@127.0.0.1:1/none"], ["copy", "postgresql://me:secret@127.0.0.1:1/none", "x"],
                  ["backup", "postgresql://me:secret@127.0.0.1:1/none", "x"]):
        done = run(*words)
        assert done.returncode == 2 and done.stderr.count(b"\n") == 1 and b"secret" not in done.stderr, done
    assert not os.path.exists("x")


tap.run(globals())
