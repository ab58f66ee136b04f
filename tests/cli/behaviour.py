#!/usr/bin/env python3
"""How the program behaves as a program: batches that stream, noise, help, output that cannot be written. Speaks TAP.

behaviour.py CAROM
"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
import tap

CAROM = os.path.abspath(sys.argv[1])
DEV = CAROM + "-dev"
GOOD = "8x8/Ra1/R@h8 RE RS"


def run(*words, given=b"", program=CAROM, **more):
    return subprocess.run([program, *words], input=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120,
                          check=False, env={"LC_ALL": "C"}, **more)


def commands(program=CAROM):
    lines = run("help", program=program).stdout.decode().split("Commands:\n")[1].split("\n\n")[0].split("\n")
    return [line.split()[0] for line in lines if line.strip()]


def one_sentence(done):
    """Exit code 2 and exactly one line on standard error that does not repeat the noise."""
    lines = done.stderr.decode("ascii").split("\n")
    assert done.returncode == 2, done
    assert len(lines) == 2 and lines[1] == "" and 20 < len(lines[0]) < 400, lines


def test_a_megabyte_of_noise_is_one_bad_line():
    noise = random.Random(1).randbytes(1 << 20).replace(b"\n", b"?")
    for command in ("check", "convert", "bench"):
        words = [command] + (["--perft", "1"] if command == "bench" else [])
        one_sentence(run(*words, given=noise))
        one_sentence(run(*words, given=b"G1-Y2-R2-B2/" * 90000))


def test_noise_with_line_breaks_is_answered_line_by_line():
    chance = random.Random(2)
    noise = bytes(chance.randrange(256) for _ in range(1 << 16)) + b"\n" + GOOD.encode() + b"\n"
    done = run("check", "--json", given=noise)
    assert done.returncode == 2
    answers = [json.loads(line) for line in done.stdout.decode("ascii").splitlines()]
    assert answers[-1]["ok"] is True and all("error" in answer for answer in answers[:-1])
    numbers = [answer["line"] for answer in answers[:-1]]
    assert numbers == sorted(set(numbers)) and len(numbers) > 100


def test_a_drawing_of_a_megabyte_is_refused():
    one_sentence(run("convert", "@-", given=b"+---" * (1 << 18)))
    one_sentence(run("convert", "@-", given=b"\0" * 100))


def test_a_line_without_its_end_is_read():
    assert run("check", given=GOOD.encode()).returncode == 0
    assert run("check", given=GOOD.encode() + b"\r\n").returncode == 0


def test_every_line_is_answered_before_the_next_is_read():
    with subprocess.Popen([CAROM, "check", "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as talk:
        for _ in range(3):
            talk.stdin.write(GOOD.encode() + b"\n")
            talk.stdin.flush()
            assert json.loads(talk.stdout.readline())["moves"] == 2
        talk.stdin.close()


def test_a_terminal_is_told_that_lines_are_awaited():
    ours, theirs = os.openpty()
    with subprocess.Popen([CAROM, "solve"], stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        os.close(theirs)
        assert b"Ctrl-D" in program.stderr.readline(), "before anything is typed"
        os.write(ours, b"4x1-tRmd1/Ra1/Rm\n\x04")
        out, more = program.communicate(timeout=60)
    os.close(ours)
    assert out, "the line is answered"
    assert b"Ctrl-D" not in more and b"Ctrl-D" not in run("solve", given=b"4x1-tRmd1/Ra1/Rm\n").stderr, "once, and not in a pipe"


def test_the_worst_exit_code_of_a_batch_counts():
    assert run("check", given=f"{GOOD}\n{GOOD} RN\n".encode()).returncode == 1
    assert run("check", given=f"{GOOD} RN\nnonsense\n{GOOD}\n".encode()).returncode == 2
    assert run("check", given=b"").returncode == 0


def test_whatever_is_dealt_is_accepted():
    for words in (["--silver", "--transparent"], ["--edition", "1999"], ["--barriers", "only"], ["--micro", "--expert"]):
        dealt = run("deal", "-n", "500", "--seed", "99", *words).stdout
        assert dealt.count(b"\n") == 500
        done = run("check", "--json", given=dealt)  # no moves: a position that is fine, and a route that is none
        assert done.returncode == 1 and done.stderr == b""
        assert all(json.loads(line)["why"] == "not-reached" for line in done.stdout.splitlines())
        assert run("convert", given=dealt).stdout == dealt


def test_two_deals_without_a_seed_differ():
    assert run("deal", "-n", "5").stdout != run("deal", "-n", "5").stdout


def test_every_command_has_help():
    assert len(commands()) >= 5
    for words in [["help"], ["--help"]] + [[command, "--help"] for command in commands()]:
        done = run(*words)
        assert done.returncode == 0 and done.stderr == b""
        lines = done.stdout.decode().split("\n")
        assert lines[0].startswith("Usage: carom ")
        assert max(map(len, lines)) <= 90, [line for line in lines if len(line) > 90]
    assert run("help", "check").stdout == run("check", "--help").stdout


def test_help_ends_no_line_with_blanks():
    for program in (CAROM, DEV):
        for command in commands(program):
            lines = run(command, "--help", program=program).stdout.decode().split("\n")
            assert all(line == line.rstrip() for line in lines), command


def test_what_measures_and_tests_is_in_another_program():
    assert commands(DEV) == ["conformance", "load", "tournament"]
    assert not set(commands(DEV)) & set(commands())
    for words in (["conformance", "--listen"], ["load"], ["tournament"], ["bench", "--server"], ["bench", "--json", "--bots"]):
        done = run(*words)
        one_sentence(done)
        assert b"carom-dev" in done.stderr and done.stdout == b"", done
    for words in (["dance"], ["load", "--dance"], ["load", "--tables", "0"], ["load", "--nodes", "2"], ["load", "x"]):
        done = run(*words, program=DEV)
        one_sentence(done)
        assert done.stderr.startswith(b"carom-dev"), done
    german = subprocess.run([DEV, "help"], env={"LC_ALL": "C.UTF-8", "LANGUAGE": "de"}, stdout=subprocess.PIPE, check=True).stdout
    assert german == run("help", program=DEV).stdout and german.startswith(b"Usage: carom-dev ")


def test_bots_alone():
    dealt = run("deal", "-n", "12", "--seed", "3").stdout
    done = run("tournament", "--alone", given=dealt, program=DEV)
    optima = [json.loads(line)["moves"] for line in run("solve", "--json", given=dealt).stdout.splitlines()]
    shown = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0 and [line["optimum"] for line in shown] == optima
    for line in shown:
        assert len(line["moves"]) == 10 and all(moves == 0 or moves >= line["optimum"] for moves in line["moves"]), line
    solved = [sum(line["moves"][level] > 0 for line in shown) for level in range(10)]
    assert solved[0] < solved[9] and sum(line["moves"][9] == line["optimum"] for line in shown) >= 9, shown
    assert run("tournament", "--alone", given=dealt, program=DEV).stdout == done.stdout
    bad = run("tournament", "--alone", given=b"nonsense\nblack-A0-B0-D0-C0/6P>2W\n" + dealt.splitlines()[0], program=DEV)
    assert bad.returncode == 2 and bad.stdout.count(b"\n") == 1 and bad.stderr.count(b"expected") >= 1, bad


def test_every_option_of_the_server_is_in_its_reference():
    """carom-serve(1) is made of --help; tools/manuals.py checks that."""
    docs = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs")
    page = open(os.path.join(docs, "reference/server.md"), encoding="utf-8").read()
    words = re.findall(r"^ +(?:-\w, )?--([\w-]+)", run("serve", "--help").stdout.decode(), re.M)
    options = [word for word in words if word not in ("json", "help")]
    assert len(options) > 20
    assert [option for option in options if f"`--{option}`" not in page] == []


def test_the_server_can_be_measured():
    words = "--tables 8 --connections 16 --seconds 1 --pace 500 --games 1".split()
    done = run("load", *words, program=DEV)
    answer = done.stdout.decode()
    assert re.search(r"16 connections, 8 tables, .* [1-9]\d* commands/s, [1-9]\d* broadcasts/s", answer), answer + done.stderr.decode()
    assert "lost 0" in answer, answer


def test_input_that_cannot_be_read_is_an_error():
    folder = os.path.dirname(os.path.abspath(__file__))
    for command in ("check", "convert", "referee", "replay"):
        descriptor = os.open(folder, os.O_RDONLY)  # reading a folder fails
        done = subprocess.run([CAROM, command], stdin=descriptor, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              check=False, env={"LC_ALL": "C"})
        os.close(descriptor)
        one_sentence(done)
    one_sentence(run("replay", folder))
    one_sentence(run("replay"))  # nor is nothing at all a game


def test_a_picture_of_many_lines_is_refused_once():
    with tempfile.TemporaryDirectory() as folder:
        done = run("render", "-o", folder + "/board.SVG", given=b"8x8\n" * 1000)  # any letter case
        one_sentence(done)
        assert b"line 2:" in done.stderr and os.path.exists(folder + "/board.SVG")


def test_options_of_the_other_game_are_refused():
    one_sentence(run("deal", "--expert"))
    for word in (["--silver"], ["--transparent"], ["--edition", "1999"], ["--barriers", "no"]):
        one_sentence(run("deal", "--micro", *word))


GAME = """
    open - {"preset":"ricochet","board":"5x5-tRme1.Yma5.Gme5","robots":"Ra1,Yc1,Gb3","tokens":["Rm","Ym","Gm"],"seed":3}
    join ana, join bob, join cy, start ana, bid ana 3, bid bob 4, bid cy 3, done ana, done bob, done cy, pass ana
    move cy RE, move cy RS, move cy RE, move bob RS, move bob RE, move bob RN, move bob YE
    next bob, skip cy, skip ana, skip bob, next ana, leave ana
"""


def a_log():
    """The events of a game in which ana passes (R14), cy fails and bob wins in exactly four moves (R13)."""
    commands = []
    lines = GAME.strip().split("\n")
    for words in [lines[0].split()] + [part.split() for line in lines[1:] for part in line.split(",")]:
        more = {"open": lambda: {"rules": json.loads(words[2])}, "bid": lambda: {"moves": int(words[2])},
                "move": lambda: {"move": words[2]}}.get(words[0], dict)()
        by = {} if words[0] == "open" else {"by": words[1]}
        commands.append({"at": len(commands), **by, "do": words[0], **more})
    done = run("referee", given="\n".join(map(json.dumps, commands)).encode())
    assert done.returncode == 0 and b"refused" not in done.stdout, done
    return [json.loads(line) for line in done.stdout.splitlines()]


def replayed(events):
    return run("replay", given="".join(json.dumps(event) + "\n" for event in events).encode())


def test_a_log_is_verified():
    """What does not follow is found, and the message names its line and, where it can, its field."""
    log = a_log()
    assert replayed(log).returncode == 0
    wrong = [("started", "players", 4), ("started", "goal", 5), ("drawn", "target", "Ym"), ("drawn", "cell", "e2"),
             ("drawn", "left", 3), ("hourglass", "until", 60006), ("hourglass", "by", "bob"), ("done", "moves", 4),
             ("closed", "order", []), ("turn", "by", "bob"), ("turn", "moves", 4), ("reset", "robots", "Ra2,Yc1,Gb3"),
             ("moved", "to", "c1"), ("moved", "count", 2), ("failed", "why", "late"), ("won", "by", "ana"),
             ("won", "target", "Ym"), ("won", "score", 2), ("skip", "votes", 2), ("putback", "target", "Gm"),
             ("putback", "why", "nobody"), ("left", "name", "bob")]
    for kind, field, value in wrong:
        at = next(i for i, event in enumerate(log) if event["ev"] == kind)
        assert log[at][field] != value
        done = replayed(log[:at] + [log[at] | {field: value}] + log[at + 1:])
        assert done.returncode in (1, 2) and f"line {at + 1}: ".encode() in done.stderr, (kind, field, done)
        if (kind, field) == ("won", "score"):
            assert b"score" in done.stderr, done
    for at in range(len(log) - 1):  # a gap, two events in the wrong order
        assert f"line {at + 1}: ".encode() in replayed(log[:at] + log[at + 1:]).stderr
        assert f"line {at + 1}: ".encode() in replayed(log[:at] + [log[at + 1], log[at]] + log[at + 2:]).stderr


def test_a_log_can_be_stopped_at_any_event():
    log = a_log()
    text = "".join(json.dumps(event) + "\n" for event in log).encode()
    for at in range(1, len(log) + 1):
        assert json.loads(run("replay", "--json", "--at", str(at), given=text).stdout)["seq"] == at
    for at in (0, len(log) + 1):
        one_sentence(run("replay", "--at", str(at), given=text))


def test_version():
    assert run("--version").stdout.startswith(b"carom ")
    assert run("-V").stdout == run("version").stdout == run("--version").stdout


def test_no_command_shows_the_help():
    for program in (CAROM, DEV):
        alone = run(program=program)
        assert alone.returncode == 0 and alone.stdout == run("help", program=program).stdout, alone


def test_output_that_cannot_be_written_is_an_error():
    if not os.path.exists("/dev/full"):
        return
    with open("/dev/full", "wb") as full:
        done = subprocess.run([CAROM, "boards"], stdout=full, stderr=subprocess.PIPE, check=False, env={"LC_ALL": "C"})
    assert done.returncode == 2 and b"cannot write to standard output" in done.stderr


def test_boards_are_listed_once_each():
    boards = run("boards").stdout.split()
    assert len(boards) == len(set(boards)) == 1536 and all(board.startswith(b"R") for board in boards)


def test_the_bench_signature_does_not_change_between_runs():
    first, second = (run("bench").stdout.splitlines()[-1] for _ in range(2))
    assert first == second and int(first) > 0


def opened_rules(language, *words):
    """The rules of a game that somebody begins who has set this language."""
    done = subprocess.run([CAROM, "play", "--json", "--lines", "--seed", "1", *words], input=b"", stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=120, check=False, env={"LANG": "C.UTF-8", "LANGUAGE": language})
    return json.loads(done.stdout.split(b"\n")[0])["rules"]


def test_R13_play_opens_with_the_book_of_the_language():
    assert [opened_rules(language, "--players", "Ana,Ben")["claim"] for language in ("it", "it_IT:en", "de", "es", "item", "")] == [
        "at-most", "at-most", "exact", "exact", "exact", "exact"]
    assert opened_rules("it") == opened_rules("de")  # L1: alone all books ask for a route, not for a number
    assert opened_rules("it", "--players", "Ana,Ben")["preset"] == "ricochet-it"
    assert opened_rules("it", "--players", "Ana,Ben", "--book", "2013")["preset"] == "ricochet"
    assert opened_rules("de", "--players", "Ana,Ben")["preset"] == "ricochet"


def test_what_cannot_be_is_refused_with_a_sentence():
    for named, words in (
        ("'2026-02-30'", ["daily", "2026-02-30"]), ("expected one date", ["daily", "2026-02-20", "x"]), ("@FILE", ["solve", "@"]),
        ("1 to 10", ["bot", "--level", "11", "x"]), ("1 to 10", ["bot", "--level", "0", "x"]),
        ("--silver", ["play", "--micro", "--silver"]), ("--barriers", ["play", "--micro", "--barriers", "only"]),
        ("--turns", ["play", "--turns", "2", "--players", "A,B"]), ("'ana'", ["play", "--players", "Ana,ana"]),
        ("Micro Robots", ["atlas", "black-A0-B0-D0-C0", "1P"]), (".svg", ["atlas", "5x5-tRme5", "--plot", "y.png"]),
        (".csv", ["atlas", "5x5-tRme5", "--cells", "x.svg"]), ("--report", ["atlas", "5x5-tRme5", "-o", "x"]),
        ("/dev/null/x.svg", ["atlas", "5x5-tRme5", "--plot", "/dev/null/x.svg"]),
    ):
        done = run(*words)
        one_sentence(done)
        assert named in done.stderr.decode(), done


def test_what_is_not_there_is_named_and_not_made():
    with tempfile.TemporaryDirectory() as folder:
        for words in (["puzzle", "--store", "tpyo.db"], ["atlas", "--store", "tpyo.db", "--report"], ["atlas", "--store", "tpyo.db"],
                      ["atlas", "--store", "tpyo.db", "--export", "x.csv"], ["store", "backup", "tpyo.db", "x.db"]):
            done = run(*words, cwd=folder)
            one_sentence(done)
            assert b"tpyo.db" in done.stderr and not os.listdir(folder), done


def test_nobody_who_comes_is_waited_for_to_an_end():
    done = run("conformance", "--wait", "1", "--listen", program=DEV)
    assert done.returncode == 1 and b"no client came within 1 seconds" in done.stderr, done
    with tempfile.TemporaryDirectory() as folder, subprocess.Popen(
            [CAROM, "serve", "--port", "0", "--data", os.path.join(folder, "data.db")], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL) as server:
        try:
            address = server.stdout.readline().decode().split()[-1].rstrip("/")
            done = run("join", f"{address}/t/AAAAAAAA", "--name", "Ana")
        finally:
            server.terminate()
    assert done.returncode == 1 and b"carom join: " in done.stderr, done


def test_a_build_speaks_the_language_of_its_catalogues():
    folder = os.path.dirname(os.path.abspath(CAROM))
    if os.path.exists(os.path.join(folder, "po/de/LC_MESSAGES/carom.mo")):
        done = subprocess.run([CAROM, "help"], stdout=subprocess.PIPE, check=True, env={"LC_ALL": "C.UTF-8", "LANGUAGE": "de"})
        assert done.stdout.startswith(b"Aufruf: carom"), done


tap.run(globals())
