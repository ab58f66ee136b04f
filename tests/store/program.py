#!/usr/bin/env python3
"""`carom store` beside a running `carom serve`: checks, backups, copies, one process for one file. Speaks TAP.

program.py CAROM
"""
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
import tap

CAROM = sys.argv[1]
HERE = os.path.dirname(os.path.abspath(__file__))
QUIET = {"LC_ALL": "C", "PATH": os.environ["PATH"]}


def run(*words, **more):
    return subprocess.run([CAROM, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120, check=False,
                          env=QUIET, **more)


def one_sentence(done, *expected):
    lines = done.stderr.decode("ascii").split("\n")
    assert done.returncode == 2, done
    assert len(lines) == 2 and lines[1] == "" and 20 < len(lines[0]) < 400, lines
    assert all(words in lines[0] for words in expected), lines


class Server:
    def __init__(self, data, user=None):
        self.child = subprocess.Popen([CAROM, "serve", "--port", "0", "--data", data, "--keep", "0", "--log-level", "error"],
                                      stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=QUIET, user=user, group=user)
        line = self.child.stdout.readline().decode()
        self.link = line.split()[-1] if line else None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end(signal.SIGTERM)

    def end(self, number):
        self.child.send_signal(number)
        out, errors = self.child.communicate(timeout=30)
        return out, errors.decode()

    def get(self, path):
        with urllib.request.urlopen(self.link + path, timeout=30) as answer:
            return answer.read()

    def table(self):
        body = json.dumps({"rules": {"preset": "ricochet"}}).encode()
        with urllib.request.urlopen(self.link + "/api/tables", data=body, timeout=30) as answer:
            return json.loads(answer.read())["code"]


class Folder:
    def __enter__(self):
        self.path = tempfile.mkdtemp(prefix="carom-store-")
        return lambda name: os.path.join(self.path, name)

    def __exit__(self, *_):
        shutil.rmtree(self.path)


def old_file(path):
    with open(os.path.join(HERE, "version-0.1.0.sql"), encoding="utf-8") as file:
        db = sqlite3.connect(path)
        db.execute("PRAGMA journal_mode = WAL")
        db.executescript(file.read())
        db.close()


def test_a_second_server_on_the_same_data_does_not_start():
    with Folder() as name, Server(name("data.db")) as server:
        code = server.table()
        second = Server(name("data.db"))
        assert second.link is None
        _, errors = second.end(signal.SIGTERM)
        assert second.child.returncode == 2 and "another process is using this data" in errors, errors
        assert server.get(f"/t/{code}/log").count(b"\n") == 1
        one_sentence(run("store", "copy", name("data.db"), name("data.db")), "another process")


def test_a_server_that_was_killed_leaves_its_data_free():
    with Folder() as name:
        with Server(name("data.db")) as server:
            code = server.table()
            server.end(signal.SIGKILL)
        with Server(name("data.db")) as server:
            assert server.get(f"/t/{code}/log").count(b"\n") == 1


def test_data_of_a_running_server_are_checked_and_backed_up_and_the_backup_is_served():
    with Folder() as name:
        with Server(name("data.db")) as server:
            codes = [server.table() for _ in range(20)]
            logs = [server.get(f"/t/{code}/log") for code in codes]
            done = run("store", "check", "--json", name("data.db"))
            assert done.returncode == 0 and json.loads(done.stdout) == {
                "tables": 20, "games": 20, "events": 20, "seats": 0, "records": 0, "wrong": 0}, done
            done = run("store", "backup", name("data.db"), name("copy.db"))
            assert done.returncode == 0 and b"bytes" in done.stdout, done
            server.table()
            one_sentence(run("store", "backup", name("data.db"), name("copy.db")), "copy.db", "already")
            done = run("store", "copy", "--json", name("data.db"), name("moved.db"))
            assert done.returncode == 0 and json.loads(done.stdout)["tables"] == 21, done
        for copy in ("copy.db", "moved.db"):
            assert run("store", "check", name(copy)).returncode == 0
            assert os.stat(name(copy)).st_mode & 0o777 == 0o600
            with Server(name(copy)) as server:
                assert [server.get(f"/t/{code}/log") for code in codes] == logs


def test_data_of_version_0_1_0_are_checked_and_served():
    with Folder() as name:
        old_file(name("data.db"))
        done = run("store", "check", "--json", name("data.db"))
        assert done.returncode == 0 and json.loads(done.stdout)["games"] == 4, done
        with Server(name("data.db")) as server:
            for code, game in (("69UFKR", 1), ("69UFKR", 2), ("WTXDLE", 1), ("SXEXYJ", 1)):
                log = server.get(f"/t/{code}/log?game={game}")
                replayed = subprocess.run([CAROM, "replay"], input=log, stdout=subprocess.PIPE, check=False)
                assert replayed.returncode == 0, replayed
        db = sqlite3.connect(name("data.db"))
        assert db.execute("PRAGMA user_version").fetchone() == (3,)
        db.close()


def test_what_is_wrong_is_named_with_its_place():
    with Folder() as name:
        old_file(name("data.db"))
        db = sqlite3.connect(name("data.db"))
        db.execute("""UPDATE events SET body = replace(body, '"score":1', '"score":2')""")
        db.execute("""DELETE FROM events WHERE seq = 2 AND table_id = (SELECT id FROM tables WHERE code = 'WTXDLE')""")
        db.commit()
        db.close()
        done = run("store", "check", name("data.db"))
        assert done.returncode == 1 and done.stderr == b"", done
        lines = done.stdout.decode().split("\n")
        assert "table 69UFKR" in lines[0] and "game 1, event 18" in lines[0] and "score" in lines[0], lines
        assert "table WTXDLE" in lines[1] and "game 1, event 2" in lines[1] and "missing" in lines[1], lines
        assert lines[2].startswith("tables: 3,"), lines
        wrong = [json.loads(line) for line in run("store", "check", "--json", name("data.db")).stdout.splitlines()]
        assert [(one.get("table"), one.get("game"), one.get("seq")) for one in wrong] == [
            ("69UFKR", 1, 18), ("WTXDLE", 1, 2), (None, None, None)], wrong
        assert wrong[2]["wrong"] == 2


def test_what_is_no_data_is_refused_with_one_sentence():
    with Folder() as name:
        with open(name("noise"), "wb") as file:
            file.write(b"noise" * 5000)
        with open(name("empty"), "wb"):
            pass
        for words in (["check", name("none")], ["check", name("noise")], ["check", name("empty")], ["check", name(".")],
                      ["backup", name("none"), name("copy")], ["backup", name("noise"), name("copy")],
                      ["restore", name("none"), name("copy")], ["restore", name("noise"), name("copy")],
                      ["copy", name("none"), name("copy")], ["copy", name("noise"), name("copy")]):
            hint = {name("none"): "check its name", name("."): ""}.get(words[1], "not carom data; check the name")
            one_sentence(run("store", *words), hint)
            done = run("store", "--json", *words)
            assert done.returncode == 2 and "error" in json.loads(done.stdout), done
            assert not os.path.exists(name("copy"))
        one_sentence(run("store"), "give a command and the data: check, backup, restore or copy")
        one_sentence(run("store", "shred", "a"), "expected check, backup, restore or copy")
        for words in (["check"], ["check", "a", "b"], ["backup", "a"], ["restore", "a"], ["copy", "a"]):
            one_sentence(run("store", *words), f"usage: carom store {words[0]} ")


def test_a_backup_is_restored_while_nobody_has_the_data_open():
    with Folder() as name:
        with Server(name("data.db")) as server:
            kept = server.table()
            assert run("store", "backup", name("data.db"), name("copy.db")).returncode == 0
            later = server.table()
            one_sentence(run("store", "restore", name("copy.db"), name("data.db")), "data.db", "another process")
            server.end(signal.SIGKILL)
        assert os.path.exists(name("data.db-wal"))
        done = run("store", "restore", name("copy.db"), name("data.db"))
        assert done.returncode == 0 and b"data.db-replaced" in done.stdout, done
        assert not os.path.exists(name("data.db-wal")) and not os.path.exists(name("data.db-part"))
        with Server(name("data.db")) as server:
            assert server.get(f"/t/{kept}/log").count(b"\n") == 1
            try:
                server.get(f"/t/{later}/log")
                assert False, "it was made after the backup"
            except urllib.error.HTTPError as error:
                assert error.code == 404, error
        done = run("store", "restore", "--json", name("data.db-replaced"), name("new.db"))
        assert json.loads(done.stdout) == {"replaced": False}, done
        assert b"tables: 2" in run("store", "check", name("new.db")).stdout, "nothing of what was there is lost"
        for words in (["restore", name("none"), name("data.db")], ["restore", name("copy.db"), name("no/such/data.db")]):
            one_sentence(run("store", *words))
        assert run("store", "check", name("data.db")).returncode == 0


def test_what_root_restores_belongs_to_the_server():
    """A server has a user of its own, who could not open what belongs to root. Only root can try that."""
    if os.geteuid() != 0:
        return
    nobody = 65534
    with Folder() as name:
        with Server(name("data.db")) as server:
            code = server.table()
            run("store", "backup", name("data.db"), name("copy.db"))
        os.chmod(name("."), 0o755)
        for there, was in (("empty", None), ("full", "data.db")):
            folder = name(there)
            os.mkdir(folder, 0o750)
            os.chown(folder, nobody, nobody)
            if was is not None:
                shutil.copy(name(was), f"{folder}/carom.db")
                os.chown(f"{folder}/carom.db", nobody, nobody)
            done = run("store", "restore", name("copy.db"), f"{folder}/carom.db")
            assert done.returncode == 0, done
            for file in os.listdir(folder):
                facts = os.stat(os.path.join(folder, file))
                assert (facts.st_uid, facts.st_gid, facts.st_mode & 0o777) == (nobody, nobody, 0o600), (file, facts)
            with Server(f"{folder}/carom.db", user=nobody) as server:
                assert server.get(f"/t/{code}/log").count(b"\n") == 1


tap.run(globals())
