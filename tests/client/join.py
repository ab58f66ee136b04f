#!/usr/bin/env python3
"""`carom join` on a terminal (tmux), at tables of a real server: join.py CAROM. Speaks TAP."""
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
import screen as terminal  # noqa: E402
from port import free_port  # noqa: E402

CAROM = os.path.abspath(sys.argv[1])
FOLDER = tempfile.mkdtemp()
# A board where red goes east and then south to Rm, a way of two moves.
SMALL = {"board": "5x5-tRme5.Rge1.Yga5", "robots": "Ra1,Yb4,Gc5,Bd3", "tokens": ["Rm"], "continued": True}


class Server:
    def __init__(self):
        self.port = free_port()
        self.start()

    def start(self):
        self.child = subprocess.Popen([CAROM, "serve", "--port", str(self.port), "--data", os.path.join(FOLDER, "data.db"),
                                       "--log-level", "warn"], stdout=subprocess.PIPE, text=True)
        self.port = int(self.child.stdout.readline().strip().rstrip("/").split(":")[-1])

    def stop(self):
        self.child.send_signal(signal.SIGTERM)
        self.child.wait()

    def get(self, path, body=None):
        data = json.dumps(body).encode() if body is not None else None
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", data) as answer:
            return answer.read().decode()

    def table(self, rules, **options):
        arranged = {"arranged": True} if "board" in rules and rules.get("preset") != "solo" else {}
        return json.loads(self.get("/api/tables", {"rules": rules, "options": arranged | options}))["code"]


def join(code, name, *options, **more):
    return terminal.Screen(f"{CAROM} join http://127.0.0.1:{SERVER.port}/t/{code} --name {name} {' '.join(options)}", **more)


def two_people_play_to_the_end():
    """R10 to R13: board, bids, sand, keys and story as in `carom play`; what others do is seen; the log is one of the referee's."""
    code = SERVER.table({"preset": "ricochet", "goal": 1} | SMALL)
    ana = join(code, "Ana")
    ana.shows("Ana 0", f"/t/{code}", "Enter: begin")
    ben = join(code, "Ben", "--no-animation", columns=100, rows=40)
    ben.shows("Ana 0   Ben 0", "Others can still join.")
    ana.shows("Ben joins the table.")
    ana.keys("Enter")
    ana.shows("Target", "Rm e5", "number, Enter: bid", "x skip")
    ben.shows("Rm e5")
    ana.keys("3")
    ana.shows("Ana bids: 3_")
    ana.keys("Enter")
    ana.shows("You bid 3.", "Timer", "Space: done")
    ben.shows("Ana bids 3.", "Timer")
    ben.keys("2", "Enter")
    ben.shows("You bid 2.")
    ben.keys("4", "Enter")
    ben.shows("You can only lower your bid.")
    ben.keys("Space")
    ana.shows("Ben 0 bids 2 done")
    ana.keys("Space")
    ana.shows("Ben is showing: 0 of 2 moves.", "0 / 2")
    ben.shows("arrows: move", "p give up")
    ben.keys("r", "Right", "Down")
    for screen in (ana, ben):
        screen.shows("1: RE to e1.", "Game over!", "The shortest route has 2 moves: RE RS")
    ben.keys("Enter")  # another game
    ana.shows("Enter: begin", "Ana 0   Ben 0")
    ben.keys("q", "q")
    ben.shows("LEFT 0 1")
    ana.shows("Ben leaves the table.")
    log = SERVER.get(f"/t/{code}/log?game=1")
    replay = subprocess.run([CAROM, "replay"], input=log, capture_output=True, text=True, check=False)
    assert replay.returncode == 0 and '"over"' in log, replay.stderr


def the_line_comes_back():
    """A server that goes away is told of, and when it is back so is the seat; help and sizes meanwhile."""
    ana = join(SERVER.table({"preset": "ricochet"} | SMALL), "Ana")
    ana.shows("Enter: begin")
    ana.keys("Enter")
    ana.shows("Rm e5")
    SERVER.stop()
    ana.shows("No connection:")
    ana.keys("?")
    ana.shows("Press any key to return")
    ana.keys("x")
    ana.resize(60, 20)
    ana.shows("too small")
    ana.resize(80, 24)
    SERVER.start()
    ana.shows("Found a route? Bid")
    ana.keys("2", "Enter", "Space")
    ana.shows("Ana is showing: 0 of 2 moves.")
    ana.keys("C-c")
    ana.shows("LEFT 0 1")


def a_race_and_a_private_board():
    """H2: in a race moves are tried for oneself, taken back, and handed in; elsewhere where the table allows it."""
    ana = join(SERVER.table({"preset": "race", "goal": 1} | SMALL), "Ana")
    ana.shows("Enter: begin")
    ana.keys("Enter")
    ana.shows("Found a route? Hand it in.", "Enter: hand in")
    ana.keys("r", "Down", "Enter")
    ana.shows("That route doesn't end on the target.")
    ana.keys("BSpace", "1", "Right", "Down", "Enter")
    ana.shows("Your 2-move route is in.", "Space: done")
    ana.keys("Space")
    ana.shows("Game over!")
    ana.end()
    ana = join(SERVER.table({"preset": "ricochet"} | SMALL, plan=True), "Ana")
    ana.shows("Enter: begin")
    ana.keys("Enter")
    ana.shows("Found a route? Bid", "arrows: move")
    ana.keys("r", "Down", "Escape", "Right", "Down")
    ana.shows("Count", " 2\n")
    ana.keys("2", "Enter", "Space")
    ana.shows("Ana is showing: 0 of 2 moves.")
    ana.keys("Right", "Down")
    ana.shows("Game over!")


def alone_at_a_server():
    """L1: a solo game there: undo, redo, reset and a hint as at home."""
    ana = join(SERVER.table({"preset": "solo", "touch": True} | SMALL), "Ana")
    ana.shows("Enter: begin")
    ana.keys("Enter")
    ana.shows("Moves so far: 0.")
    ana.keys("r", "Down")
    ana.shows("Moves so far: 1.")
    ana.keys("Right")
    ana.shows("Moves so far: 2.")
    ana.keys("C-z")
    ana.shows("Moves so far: 1.")
    ana.keys("C-y")
    ana.shows("Moves so far: 2.")
    ana.keys("Escape")
    ana.shows("Moves so far: 0.")
    ana.keys("h", "h")
    ana.shows("It can be done in 2 moves.")
    ana.keys("Right", "Down")
    ana.shows("Game over!")


def micro_robots():
    """M5: Micro Robots by its own keys."""
    ana = join(SERVER.table({"preset": "micro"}), "Ana")
    ana.shows("Enter: begin")
    ana.keys("Enter")
    ana.shows("Found a route? Call")
    ana.keys("9", "Enter")
    ana.shows("Ana is showing: 0 of 9 moves.", "arrows, Enter or 6p: step")
    ana.keys("p")
    ana.shows("goes back to the supply")


def plain_lines_and_refusals():
    """--plain talks in lines on a terminal too; a name that is taken and a table that is not there are said, and the code is 1."""
    code = SERVER.table({"preset": "ricochet"} | SMALL)
    ana = join(code, "Ana", "--plain")
    ana.shows("Type help for the commands.", "Ana joins the table.", "You can: start.")
    other = join(code, "ana")
    other.shows("LEFT 1 1")
    assert "┃" not in other.text(), other.text()
    nowhere = join("AAAAAAAA", "Eve")
    nowhere.shows("There is no table", "LEFT 1 1")


def a_race_in_plain_lines():
    """H2 without a screen: a route is handed in by its moves; robots and target are told in words; another game."""
    ana = join(SERVER.table({"preset": "race", "goal": 1} | SMALL), "Ana", "--plain")
    ana.shows("You can: start.")
    ana.keys("start", "Enter")
    ana.shows("hand")
    ana.keys("where", "Enter")
    ana.shows("Robots: Ra1,Yb4,Gc5,Bd3.", "Target: Rm on e5.", "Scores: Ana 0.")
    ana.keys("RE RS", "Enter")
    ana.shows("Your 2-move route is in.")
    ana.keys("done", "Enter")
    ana.shows("Game over!")
    ana.keys("again", "Enter")
    ana.shows("Game over!", "You can: start.")


def main():
    tests = [two_people_play_to_the_end, the_line_comes_back, a_race_and_a_private_board, alone_at_a_server, micro_robots,
             plain_lines_and_refusals, a_race_in_plain_lines] if shutil.which("tmux") else []
    try:
        failures = terminal.run_all(tests)
    finally:
        SERVER.stop()
        shutil.rmtree(FOLDER, ignore_errors=True)
    sys.exit(1 if failures else 0)


SERVER = Server()
main()
