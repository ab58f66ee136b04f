#!/usr/bin/env python3
"""How the program behaves as a program: batches that stream, noise, help, output that cannot be written. Speaks TAP.

behaviour.py CAROM
"""
import json
import os
import random
import subprocess
import sys

CAROM = sys.argv[1]
GOOD = "8x8/Ra1/R@h8 RE RS"


def run(*words, given=b"", **more):
    return subprocess.run([CAROM, *words], input=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120,
                          check=False, env={"LC_ALL": "C"}, **more)


def commands():
    lines = run("help").stdout.decode().split("Commands:\n")[1].split("\n\n")[0].split("\n")
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


def test_version():
    assert run("--version").stdout.startswith(b"carom ")


def test_output_that_cannot_be_written_is_an_error():
    if not os.path.exists("/dev/full"):
        return
    with open("/dev/full", "wb") as full:
        done = subprocess.run([CAROM, "boards"], stdout=full, stderr=subprocess.PIPE, check=False, env={"LC_ALL": "C"})
    assert done.returncode == 2 and b"could not be written" in done.stderr


def test_boards_are_listed_once_each():
    boards = run("boards").stdout.split()
    assert len(boards) == len(set(boards)) == 1536 and all(board.startswith(b"R") for board in boards)


def test_the_bench_signature_does_not_change_between_runs():
    first, second = (run("bench").stdout.splitlines()[-1] for _ in range(2))
    assert first == second and int(first) > 0


def main():
    tests = [(name, test) for name, test in globals().items() if name.startswith("test_")]
    failures = 0
    for number, (name, test) in enumerate(tests, 1):
        try:
            test()
            print("ok", number, "-", name)
        except Exception as failure:  # every failure is a line of TAP
            failures += 1
            print("not ok", number, "-", name)
            print("#", repr(failure)[:2000].replace("\n", "\n# "))
    print(f"1..{len(tests)}")
    sys.exit(1 if failures else 0)


main()
