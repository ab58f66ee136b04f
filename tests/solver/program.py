#!/usr/bin/env python3
"""`carom solve` and `carom hint` as programs: order, threads, all routes against `carom check`, limits. Speaks TAP.

program.py CAROM
"""
import json
import subprocess
import sys

CAROM = sys.argv[1]
EASY = "G1-Y2-R2-B2/Ro3,Yp1,Gb3,Bn12/Rg"
FAMOUS = "G1-Y2-R2-B2/Ro3,Yp1,Gb3,Bn12/Bg"
ALONE = "8x8/Ra1/R@d4"  # one robot on an empty board never stops in the middle
MICRO = "black-A0-B0-D0-C0/1P>2W"


def run(*words, given=""):
    return subprocess.run([CAROM, *words], input=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300,
                          check=False, env={"LC_ALL": "C"}, text=True)


def answers(*words, given=""):
    done = run("solve", "--json", *words, given=given)
    return [json.loads(line) for line in done.stdout.splitlines()]


def deal(count, *words):
    return run("deal", "-n", str(count), "--seed", "5", *words).stdout


def without_time(answer):
    return {key: value for key, value in answer.items() if key != "us"}


def test_threads_change_nothing():
    dealt = deal(150, "--silver") + "nonsense\n" + deal(40, "--micro") + deal(60, "--barriers", "only")
    expected = None
    for threads in ("1", "2", "5", "0"):
        found = [without_time(answer) for answer in answers("--threads", threads, given=dealt)]
        assert len(found) == 251 and "error" in found[150] and found[150]["line"] == 151
        expected = expected or found
        assert found == expected


def test_every_line_is_answered_before_the_next_is_read():
    with subprocess.Popen([CAROM, "solve", "--json", "--threads", "2"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          text=True) as talk:
        for _ in range(3):
            talk.stdin.write(EASY + "\n")
            talk.stdin.flush()
            assert json.loads(talk.stdout.readline())["moves"] == 7
        talk.stdin.close()


def test_routes_hold_under_check():
    for words in (["--silver", "--transparent", "--barriers", "only"], ["--edition", "1999"], ["--micro", "--expert"]):
        dealt = deal(60, *words)
        found = answers("--all", "--limit", "4", given=dealt)
        assert len(found) == 60
        lines = [f"{one['position']} {' '.join(route)}" for one in found for route in one["routes"]]
        assert all(one["routes"][0] == one["route"] and len(one["routes"]) == min(4, one["count"]) for one in found)
        checked = [json.loads(line) for line in run("check", "--json", given="\n".join(lines) + "\n").stdout.splitlines()]
        moves = [one["moves"] for one in found for _ in one["routes"]]
        assert [one["ok"] for one in checked] == [True] * len(lines)
        assert [one["moves"] for one in checked] == moves


def test_a_limit_gives_a_lower_bound():
    (one,) = answers("--max-nodes", "5000", FAMOUS)
    assert one["proven"] is False and one["moves"] is None and 8 <= one["at_least"] <= 24
    (one,) = answers("--max-moves", "6", EASY)
    assert one["proven"] is False and one["at_least"] == 7
    assert run("solve", "--max-moves", "6", EASY).returncode == 1


def crowded(free, kind, robots, target):
    """A board of nothing but barriers, except for the cells named; robots stand on the first of these."""
    cells = [column + str(row) for row in range(1, 17) for column in "abcdefghijklmnop"]
    barriers = ".".join("RYGB"[i % 4] + kind(i) + cell for i, cell in enumerate(cells) if cell not in free)
    return f"16x16-b{barriers}/{','.join(map(''.join, zip(robots, free)))}/{robots[0]}@{target}"


def scattered(count):
    """Cells all over the board."""
    return ["abcdefghijklmnop"[i * 7 % 16] + str(i * 11 // 3 % 16 + 1) for i in range(count)]


# The transparent robot has more choices than anybody can count one by one.
CHOICES = crowded("e5 o1 a3 a4 m4 l7 c9 c13 g15 b16 j16 n16".split(), lambda i: "u", "T", "a3")
# Every state takes long, and there are very many.
LONG = crowded(scattered(48), lambda i: "ud"[i * i // 7 % 2], "RYGBST", scattered(7)[6])


def test_A2_a_transparent_robot_is_named_without_trying_all_choices():
    (one,) = answers("--max-nodes", "1000", CHOICES)
    assert one["proven"] is True
    checked = run("check", "--json", CHOICES, *one["route"])
    assert checked.returncode == 0, checked.stdout


def test_A2_routes_are_counted_without_trying_all_choices():
    (one,) = answers("--all", "--limit", "50", CHOICES)
    assert one["count"] >= len(one["routes"]) > 1 and len(set(map(tuple, one["routes"]))) == len(one["routes"])
    for route in one["routes"]:
        assert run("check", "--json", CHOICES, *route).returncode == 0, route


def test_A2_time_is_a_limit():
    for words in ([], ["--all"]):
        (one,) = answers("--max-ms", "100", *words, LONG)
        assert one["proven"] is False and one["moves"] is None and one["at_least"] > 0
    done = run("hint", "--json", "--max-ms", "100", LONG)
    hint = json.loads(done.stdout)
    assert done.returncode == 0 and hint["moves"] is None and hint["at_least"] > 0


def test_R18_what_cannot_be_reached_is_proven():
    (one,) = answers(ALONE)
    assert one["unsolvable"] is True and one["proven"] is True and one["moves"] is None
    assert run("solve", ALONE).returncode == 1


def test_hints_go_from_little_to_much():
    assert run("hint", EASY).stdout == "7 moves\n"
    assert run("hint", "--level", "robots", EASY).stdout == "7 moves of R,B\n"
    first = json.loads(run("hint", "--json", "--level", "first", EASY).stdout)["move"]
    then = json.loads(run("hint", "--json", EASY, first).stdout)
    assert then["made"] == 1 and then["moves"] == 6


def test_hints_lead_home():
    moves = []
    for left in range(7, 0, -1):
        hint = json.loads(run("hint", "--json", "--level", "next", EASY, *moves).stdout)
        assert hint["moves"] == left and hint["made"] == len(moves)
        moves.append(hint["move"])
    assert run("hint", EASY, *moves).stdout == "you are there\n"
    assert run("check", EASY, *moves).returncode == 0


def test_R7_hints_know_what_was_travelled():
    # Yellow stands in the target's column: what it needs depends on whether it has gone sideways before.
    position = "Y1-R1-B1-G1/Ro3,Yb10,Gb3,Bn12/Yg"
    assert json.loads(run("hint", "--json", position, "YS", "YE", "YW").stdout)["moves"] == 1


def test_bad_moves_are_named():
    done = run("hint", EASY, "RX")
    assert done.returncode == 2 and "the route" in done.stderr
    done = run("hint", ALONE, "RW")
    assert done.returncode == 2 and "move 1 is impossible" in done.stderr


def test_M13_micro_robots():
    (one,) = answers("--all", MICRO)
    assert one["moves"] == 5 and ["6P", "6W", "6R", "2R", "2W"] in one["routes"] and one["count"] == len(one["routes"])
    assert json.loads(run("hint", "--json", MICRO, "6P").stdout)["moves"] == 4


def main():
    tests = [(name, test) for name, test in globals().items() if name.startswith("test_")]
    print(f"1..{len(tests)}")
    for number, (name, test) in enumerate(tests, 1):
        try:
            test()
            print(f"ok {number} - {name}")
        except Exception as wrong:  # pylint: disable=broad-except
            print(f"not ok {number} - {name}\n# {wrong!r}")


main()
