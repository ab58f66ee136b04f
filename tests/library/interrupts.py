#!/usr/bin/env python3
"""Ctrl-C and threads in the Python module: neither may crash it or spoil a solver. Speaks TAP.

interrupts.py LIBRARY SOURCE [SIGNALS [SECONDS]]

Without numbers the short form: 40 signals, and threads that solve 400 positions. The long form is `interrupts.py LIBRARY SOURCE 200 60`.
"""
import os
import random
import signal
import sys
import threading
import time

LIBRARY, SOURCE = sys.argv[1:3]
SIGNALS = int(sys.argv[3]) if len(sys.argv) > 3 else 40
SECONDS = int(sys.argv[4]) if len(sys.argv) > 4 else 0
HERE = os.path.dirname(os.path.abspath(__file__))
os.environ["CAROM_LIBRARY"] = LIBRARY
sys.path[:0] = [os.path.join(HERE, "../support"), os.path.join(SOURCE, "python")]
sys.dont_write_bytecode = True
import tap

import carom
from carom import gym

SEED = int(os.environ.get("CAROM_TEST_SEED", random.SystemRandom().randrange(1 << 32)))
THREADS = 8
ENDLESS = carom.Position("16x16/Ra1,Yp1,Ga16,Bp16,Sh1/R@h8")  # takes minutes
SHORT = carom.Position("Y2-G4-R1-B4/Re7,Yc12,Ge3,Bb7/Bp")


def interrupt_after(seconds, sent):
    """SIGINT from another thread, as a terminal would send it; `sent` gets the time."""

    def send():
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    threading.Timer(seconds, send).start()


def interrupted(solver, position, seconds):
    """Seconds from the signal to KeyboardInterrupt."""
    sent = []
    try:
        interrupt_after(seconds, sent)
        solver.solve(position)
        while True:
            time.sleep(1)  # a search that ended before the signal
    except KeyboardInterrupt:
        return time.monotonic() - sent[0]


def test_ctrl_c_ends_a_search_and_leaves_the_solver_usable():
    chance, worst = random.Random(SEED), 0.0
    with carom.Solver() as solver:
        for number in range(SIGNALS):
            position = SHORT if number % 8 == 7 else ENDLESS
            worst = max(worst, interrupted(solver, position, chance.choice((0.001, 0.01, 0.1)) * chance.random()))
            if number % 4 == 0:
                assert solver.solve(SHORT).moves == 5
    print(f"# {SIGNALS} signals, at most {1000 * worst:.0f} ms to KeyboardInterrupt")


def test_ctrl_c_ends_a_search_in_a_solver_of_its_own():
    try:
        interrupt_after(0.05, [])
        ENDLESS.solve()
    except KeyboardInterrupt:
        return
    raise AssertionError("not interrupted")


def test_ctrl_c_that_another_thread_receives_ends_a_search():
    """As if it came in the moment before the wait: the call that waits is not interrupted, and has to look for itself."""
    ready, sent = threading.Event(), []

    def receive():
        ready.wait()
        time.sleep(0.1)
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    receiver = threading.Thread(target=receive)
    receiver.start()
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])  # in this thread, and in those that it starts
    try:
        ready.set()
        ENDLESS.solve(max_ms=20000)
    except KeyboardInterrupt:
        assert time.monotonic() - sent[0] < 10
        return
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
        receiver.join()
    raise AssertionError("not interrupted")


def test_ctrl_c_reaches_the_caller_of_legal_moves():
    """Never lost in a callback."""
    position = carom.Position("G1-Y2-R2-B2/Ro3,Yp1,Gb3,Bn12,Th1/Bg")
    try:
        interrupt_after(0.05, [])
        while True:
            position.legal_moves()
    except KeyboardInterrupt:
        return


def test_threads_share_a_solver():
    positions = list(carom.deal(SEED, count=50))
    with carom.Solver() as solver:
        expected = [solver.solve(position) for position in positions]
        solved, wrong, end = [0] * THREADS, [], time.monotonic() + SECONDS

        def work(number):
            while solved[number] < len(positions) or time.monotonic() < end:
                i = (solved[number] + number) % len(positions)
                if solver.solve(positions[i]) != expected[i]:
                    wrong.append(positions[i])
                solved[number] += 1

        threads = [threading.Thread(target=work, args=(number,)) for number in range(THREADS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert not wrong, wrong
    print(f"# {sum(solved)} positions by {THREADS} threads on one solver")


def test_threads_share_environments():
    """Steps, resets and positions in between: a slide on a board that another thread is dealing would trip an assertion, or not end."""
    environments = gym.VectorEnvironment(64, size=(4, 4), robots=5, max_steps=3)
    environments.reset(seed=SEED)
    end = time.monotonic() + max(3, SECONDS / 10)

    def work():
        chance = random.Random()
        while time.monotonic() < end:
            environments.step([chance.randrange(24) for _ in range(64)])
            environments.action_mask()
            str(environments.position(chance.randrange(64)))
            if chance.random() < 0.1:
                environments.reset(seed=chance.randrange(99))

    threads = [threading.Thread(target=work) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_closing_waits_for_the_search_of_another_thread():
    solver, ended = carom.Solver(), []

    def work():
        try:
            while True:
                ended.append(solver.solve(SHORT))
        except ValueError as closed:
            ended.append(closed)

    thread = threading.Thread(target=work)
    thread.start()
    while not ended:
        time.sleep(0.001)
    solver.close()
    thread.join()
    assert "closed" in str(ended[-1]) and all(solution.moves == 5 for solution in ended[:-1])


def test_a_limit_in_milliseconds():
    found = ENDLESS.solve(max_ms=20)
    assert found.status == "limit" and found.moves is None and found.at_least > 0, found
    assert SHORT.solve(max_ms=60000).moves == 5


signal.signal(signal.SIGINT, signal.default_int_handler)  # shells let what runs in the background ignore it
print("# CAROM_TEST_SEED =", SEED)
tap.run(globals())
