#!/usr/bin/env python3
"""Drives `carom play` in a pseudo-terminal (tmux) as people would, and in plain lines; speaks TAP: cli_play.py CAROM.

Nothing is timed: after keys the screen is read until it shows what it should.
"""
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
import screen as terminal  # noqa: E402

CAROM = os.path.abspath(sys.argv[1])
ENV = terminal.ENV


def Screen(*options, columns=80, rows=24, before="", record=None):
    return terminal.Screen(f"{before} {CAROM} play {' '.join(options)}", columns, rows, record)


def lines(given, *options, **env):
    done = subprocess.run([CAROM, "play", *options], input=given, capture_output=True, text=True, timeout=60, check=False,
                          env=ENV | env)
    return done.stdout, done.returncode


# A board where red goes east and then south to Rm, a way of two moves.
POSITION = "5x5-tRme5.Rge1.Yga5/Ra1,Yb4,Gc5,Bd3/Rm"


def micro_side_first_player_and_chip():
    """M1, M3, M11: in Micro Robots the side and who begins are agreed on; between rounds the chip comes off the target."""
    said, status = lines("where\nshow\nchip\nAna 9\npass\nchip\nnext\nwhere\nshow\nquit\n", "--micro", "--players", "Ana,Ben",
                         "--first", "ben", "--side", "copper", "--seed", "3", "--ascii")
    assert status == 0, said
    assert "Ben rolls first." in said, said
    first, second = said.split("From now on no chip marks the target.", 1)
    assert "Dice: start " in first and "[" in first, "a chip marks the target, and the dice say start and target"
    assert "This round isn't over yet." in first, "not while a round is on"
    assert "Dice: start " in second and "[" not in second and "(" in second, "the dice alone say the target"
    for side in ("black", "copper"):
        said, status = lines("quit\n", "--json", "--micro", "--side", side, "--seed", "3")
        assert status == 0 and f'"board":"{side}-' in said, said
    for wrong, why in ((["--side", "black"], "--side and --first are for Micro Robots"),
                       (["--micro", "--players", "Ana,Ben", "--first", "Cid"], "--first names 'Cid'")):
        done = subprocess.run([CAROM, "play", *wrong], input="", capture_output=True, text=True, timeout=60, check=False, env=ENV)
        assert done.returncode == 2 and why in done.stderr, done.stderr


def alone_undo_reset_and_win():
    """L1: alone: robots by letter and arrows, undo, reset, won, the shortest route."""
    screen = Screen("--practice", POSITION)
    screen.shows("Target", "Rm e5", "Moves so far: 0.")
    screen.keys("Right")
    screen.shows("Choose a robot first")
    screen.keys("r", "Down")
    screen.shows("RS to a5", "Moves so far: 1.")
    screen.keys("BSpace")
    screen.shows("Moves so far: 0.")
    screen.keys("C-y")
    screen.shows("Moves so far: 1.")
    screen.keys("C-z")
    screen.shows("Moves so far: 0.")
    screen.keys("C-y")
    screen.shows("Moves so far: 1.")
    screen.keys("Escape")
    screen.shows("Moves so far: 0.")
    screen.keys("1", "Up")
    screen.shows("can't move in this direction")
    screen.keys("h", "h")
    screen.shows("It can be done in 2 moves.", "begin with R")
    screen.keys("Right", "Down")
    screen.shows("Player wins target Rm", "The shortest route has 2 moves", "Game over!")
    screen.keys("q", "q")
    screen.shows("LEFT 0 1")


def alone_against_the_sand():
    """L1: found in the mind, then shown: "I have it" stops the sand, and it runs on if the route fails. A number is a limit."""
    screen = Screen(POSITION)
    screen.shows("Find a route in your head", "Timer", "Enter: I have a route")
    screen.keys("r", "Right")
    screen.keys("Enter")
    screen.shows("Show your route. Moves so far: 0.", "p give up")
    screen.keys("p")
    screen.shows("Player passes.", "Find a route in your head", "Timer")
    screen.keys("2")
    screen.shows("Player bids: 2_")
    screen.keys("Enter")
    screen.shows("Player is showing: 0 of 2 moves.", "p give up")
    screen.keys("r", "Right", "BSpace", "Down")
    screen.shows("Player wins target Rm and now has 1.", "Game over!")
    screen.keys("C-c")
    screen.shows("LEFT 0 1")
    screen.end()
    out, _ = lines("RE\nwait 20\nbid\nwait 100\nRE YW\npass\nwait 35\nbid 2\nRE YW\nwait 5\n", POSITION)
    for words in ("Find the route in your head", "Player has a route.", "Player passes.", "Player shows a route of 2",
                  "Time's up!", "Nobody wins"):
        assert words in out, (words, out)
    out, _ = lines("hint\nwhere\nhint\nbid 2\nRE RS\n", POSITION)
    for words in ("A hint costs you this token", "Player takes a hint", "It can be done in 2 moves.", "goes face down"):
        assert words in out, (words, out)
    out, _ = lines("bid 3\nRE RS\n", POSITION)
    assert "Player wins target Rm and now has 1." in out, out
    out, _ = lines("RE\nundo\nRE RS\n", "--touch", POSITION)
    assert "Undone." in out and "Player wins target Rm and now has 1." in out, out


def the_transparent_robot():
    """T2, T4: through a wall by `!`, straight through a barrier by `+`, off it without."""
    screen = Screen("--practice", "4x2-wQ-tVa2/Rc2,Td1/V")
    screen.shows("V a2")
    screen.keys("t", "Left")
    screen.shows("TW to c1")
    screen.keys("Left")
    screen.shows("can't move in this direction")
    screen.keys("!", "Left")
    screen.shows("2: TW! to a1")
    screen.keys("Down")
    screen.shows("wins target V")
    screen.end()
    screen = Screen("--practice", "4x2-bBub1-tVd2/Ra2,Ta1/V")
    screen.shows("V d2")
    screen.keys("t", "+", "Right")
    screen.shows("2: TE+ to d1")
    screen.keys("Down")
    screen.shows("3: TS to d2", "wins target V")


def several_people_bid_and_show():
    """R10, R13: two people at one keyboard: bids typed as numbers, equal keys for all, exact."""
    screen = Screen("--players", "Ana,Ben", "--seed", "7", POSITION)
    screen.shows("a Ana 0", "l Ben 0", "Found a route? Bid")
    screen.keys("a", "3")
    screen.shows("Ana bids: 3_")
    screen.keys("Enter")
    screen.shows("Ana 0 bids 3", "Timer", "0:5")
    screen.keys("l", "2", "Enter")
    screen.shows("Ben 0 bids 2")
    screen.keys("l", "4", "Enter")
    screen.shows("You can only lower your bid.")
    screen.keys("L", "A")
    screen.shows("Ben is showing: 0 of 2 moves.", "0 / 2")
    screen.keys("p")
    screen.shows("Ana is showing: 0 of 3 moves.")
    screen.keys("r", "Right", "Down")
    screen.shows("Ana is showing: 2 of 3 moves.")
    screen.keys("y", "Left")
    screen.shows("Ana wins target Rm and now has 1.", "The shortest route has 2 moves: RE RS")
    screen.keys("C-c")
    screen.shows("LEFT 0 1")


def keys_are_offered_for_what_is_allowed():
    """R16, M9: the last line has the keys for what the referee accepts now, and no others."""

    def offers(screen, words, some, none):
        keys = screen.shows(words).rstrip("\n").split("\n")[-1]
        assert all(word in keys for word in some) and not any(word in keys for word in none), keys

    screen = Screen("--players", "Ana,Ben", "--seed", "7", POSITION)
    offers(screen, "Found a route? Bid", ["Enter: bid", "x skip"], ["Space", "f flip", "p give up", "Enter: next"])
    screen.keys("a", "2", "Enter")
    offers(screen, "Ana 0 bids 2", ["Enter: bid", "Space: all done"], ["x skip", "f flip", "p give up"])
    screen.keys("Space")
    offers(screen, "Ana is showing: 0 of 2", ["arrows: move", "p give up"], ["Enter: bid", "Space", "h hint", "x skip"])
    screen.end()
    screen = Screen("--seed", "7")
    offers(screen, "Find a route in your head", ["Enter: I have a route", "h hint"], ["arrows: move", "x skip", "p give up", "Esc reset"])
    screen.end()
    screen = Screen("--seed", "7", "--touch")
    offers(screen, "Moves so far: 0.", ["arrows: move", "h hint", "Esc reset"], ["x skip", "p give up", "Enter: bid"])
    screen.end()
    screen = Screen("--players", "Ana", "--micro", "--seed", "7")
    offers(screen, "Found a route? Call", ["number, Enter: bid", "x skip"], ["f flip", "Space"])
    screen.end()


def micro_robots_called_and_walked():
    """M5, M12: Micro Robots and its expert variant: a call, steps by cursor and by name."""
    for option in ("--micro", "--expert"):
        screen = Screen(option, "--players", "Ana,Ben", "--seed", "7")
        screen.shows("Target", "Found a route? Call")
        screen.keys("l", "9", "Enter")
        screen.shows("Ben is showing: 0 of 9 moves.")
        screen.keys("Enter")
        screen.shows("There's no such move.")
        screen.keys("p")
        screen.shows("goes back to the supply", "The shortest route has")
        screen.keys("Enter")
        screen.shows("Found a route? Call")
        screen.keys("C-c")
        screen.shows("LEFT 0 1")
        screen.end()


def many_players():
    """R17: any number of players; those without a key have a number; another goal can be agreed on."""
    names = ",".join(f"P{n}" for n in range(1, 31))
    screen = Screen("--players", names, "--goal", "1", POSITION)
    screen.shows("a P1 0", "30 P30 0", "Found a route? Bid")
    screen.keys("3", "0")
    screen.shows("Player number: 30_")
    screen.keys("Space")
    screen.shows("P30 bids: _")
    screen.keys("2", "Enter", "Space")
    screen.shows("P30 is showing: 0 of 2 moves.")
    screen.keys("r", "Right", "Down")
    screen.shows("P30 1.", "The game is over")
    screen.keys("C-c")
    screen.shows("LEFT 0 1")
    screen.end()
    out, code = lines("P30 2\nquit\n", "--players", names, "--goal", "3", POSITION)
    assert "First to 3 wins." in out and "P30 bids 2." in out and code == 0, out


def sizes():
    """80x24 shows everything, a tall terminal the tall board, a small one a sentence; help and back."""
    screen = Screen("--seed", "7", "--silver", "--transparent")
    text = screen.shows("Target", "Timer", "16 ", "? keys")
    assert len(text.rstrip("\n").split("\n")) == 24, text
    screen.resize(100, 50)
    screen.shows("┗━━━", "? keys")
    screen.resize(60, 20)
    screen.shows("too small")
    screen.resize(80, 24)
    screen.shows("Timer")
    screen.keys("?")
    screen.shows("Press any key to return")
    screen.keys("x")
    screen.shows("Timer")
    screen.keys("q", "y")
    screen.shows("Find a route in your head")
    screen.keys("q", "q")
    screen.shows("LEFT 0 1")


def clean_after_signals():
    """The terminal is as it was after Ctrl-C, termination and a crash."""
    for signal, code in (("TERM", "0"), ("SEGV", "139"), ("ABRT", "134")):
        screen = Screen("--seed", "7")
        screen.shows("Timer")
        os.kill(screen.pid(), getattr(__import__("signal"), "SIG" + signal))
        text = screen.shows(f"LEFT {code} 1")
        assert "Timer" not in text, text
        screen.end()


def without_colours():
    """No colours, eight colours, ASCII: still a game."""
    for before, option in (("env NO_COLOR=1", ""), ("env TERM=xterm", ""), ("env TERM=vt100", "--ascii"), ("env LC_ALL=C", "")):
        screen = Screen("--practice", option, POSITION, before=before)
        screen.shows("Target", "Rm e5")
        screen.keys("r", "Right", "Down")
        screen.shows("wins target Rm")
        screen.keys("C-c")
        screen.shows("LEFT 0 1")
        screen.end()


def robots_are_seen_sliding():
    """R5: a robot is seen on every cell of its way, not with --no-animation; keys typed meanwhile are not lost."""
    folder = tempfile.mkdtemp()
    for option, times in (("", 2 + 8), ("--no-animation", 2 + 1)):  # at the beginning, when it is chosen, and on its way
        record = os.path.join(folder, "screen" + option)
        screen = Screen("--practice", "--ascii", option, "9x3-tRmi3/Ra1,Yb3/Rm", before="env NO_COLOR=1", record=record)
        screen.shows("Moves so far: 0.")
        screen.keys("r", "Right")
        screen.shows("RE to i1")
        screen.keys("?")  # so that everything before has been sent
        screen.shows("Press any key to return")
        with open(record, "rb") as sent:
            assert sent.read().split(b"Keys")[0].count(b"@R") == times, (option, screen.text())
        screen.end()
    shutil.rmtree(folder)
    screen = Screen("--practice", "9x3-tRmi3/Ra1,Yb3/Rm")
    screen.shows("Moves so far: 0.")
    screen.tmux("send-keys", "r", "Right", "Down")
    screen.shows("wins target Rm")


def plain_lines():
    """Without a terminal the game talks in lines, the same every time."""
    out, code = lines("where\nRE\nundo\nredo\nRS\n", "--practice", POSITION)
    assert code == 0 and "1: RE to e1." in out and "Undone." in out and "wins target Rm" in out, out
    assert "The shortest route has 2 moves: RE RS" in out and "Game over!" in out, out
    assert (out, code) == lines("where\nRE\nundo\nredo\nRS\n", "--practice", POSITION)


def plain_lines_with_bids():
    """R10 to R14 in lines: names, bids, the sand by `wait`, passing, the next one's turn."""
    given = "Ana 3\nBen 2\nBen 5\nwait 61\npass\nRE RS YW\nquit\n"
    out, code = lines(given, "--players", "Ana,Ben", POSITION)
    for words in ("Ana bids 3.", "You can only lower your bid.", "Showing in this order: Ben (2), Ana (3).", "Ben passes.",
                  "Ana wins target Rm and now has 1."):
        assert words in out, out
    assert code == 0, code


def plain_lines_lose_and_complain():
    """L1: the sand is out; what is no command is said so, and the exit code is 2."""
    out, code = lines("dance\nwait 60\n", "--seconds", "60", POSITION)
    assert "'dance' is not a command" in out and "goes face down" in out and "Nobody wins" in out, out
    assert code == 2, code


def plain_lines_in_json():
    """With --json the game writes events, which replay accepts."""
    out, _ = lines("RE\nundo\nRE RS\n", "--json", "--practice", POSITION)
    done = subprocess.run([CAROM, "replay"], input=out, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "The game is over." in done.stdout, out + done.stderr


def dumb_terminal():
    """A dumb terminal gets lines too."""
    screen = Screen("--practice", POSITION, before="env TERM=dumb")
    screen.shows("Type help for the commands.")
    screen.keys("RE RS", "Enter")
    screen.shows("wins target Rm")
    screen.end()
    screen = Screen("--practice", "--plain", POSITION)
    screen.shows("Type help for the commands.")


def main():
    tests = [micro_side_first_player_and_chip, plain_lines, plain_lines_with_bids, plain_lines_lose_and_complain, plain_lines_in_json]
    if shutil.which("tmux"):
        tests += [alone_undo_reset_and_win, alone_against_the_sand, the_transparent_robot, several_people_bid_and_show, keys_are_offered_for_what_is_allowed,
                  micro_robots_called_and_walked, many_players, sizes, robots_are_seen_sliding,
                  clean_after_signals, without_colours, dumb_terminal]
    sys.exit(1 if terminal.run_all(tests) else 0)


main()
