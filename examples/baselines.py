#!/usr/bin/env python3
"""Baselines on the graded puzzles, to measure a learning program by: baselines.py [PUZZLES-PER-GRADE] [--bots CAROM-DEV]

Of the split "test": how many each solves within 100 moves, and how many moves it takes for each move of the proven optimum.
CAROM-DEV is that program, which has carom's bots.
"""
import argparse
import json
import random
import subprocess
from collections import deque
from typing import Callable, Optional, Sequence

import carom
from carom.gym import ACTIONS, GRADES, Puzzle, RicochetEnv, puzzles

MOVES = 100


def random_player(environment: RicochetEnv, chance: random.Random) -> int:
    return chance.choice([action for action, can in enumerate(environment.action_mask()) if can])


def greedy_player(environment: RicochetEnv, chance: random.Random) -> int:
    """The move after which the active robot is nearest to the target; now and then any, to get out of corners."""
    if chance.random() < 0.2:
        return random_player(environment, chance)
    position = environment.position
    active, target = position.target

    def distance(action: int) -> int:
        robots = position.move(ACTIONS[action]).robots
        cells = robots.values() if active == "*" else [robots[active]]
        return min(abs(ord(cell[0]) - ord(target[0])) + abs(int(cell[1:]) - int(target[1:])) for cell in cells)

    can = [action for action, made in enumerate(environment.action_mask()) if made]
    chance.shuffle(can)
    return min(can, key=distance)


def search(nodes: int) -> Callable[[RicochetEnv, random.Random], int]:
    """The solver with a budget of nodes for each move; where that is not enough, any move."""

    def player(environment: RicochetEnv, chance: random.Random) -> int:
        found = environment.optimum(max_nodes=nodes)
        first = found.route.split()[0] if found.route else ""
        return ACTIONS.index(first) if first in ACTIONS else random_player(environment, chance)

    return player


def breadth_first(puzzle: Puzzle, states: int) -> Optional[int]:
    """Moves of the route that breadth-first search finds among the first `states` states, or None."""
    start = puzzle.position
    active, target = start.target
    queue: deque[tuple[carom.Position, tuple[str, ...]]] = deque([(start, ())])
    seen = {(start, frozenset[str]())}
    while queue:
        position, route = queue.popleft()
        for move in position.legal_moves():
            after, longer = position.move(move), (*route, move)
            if (active in ("*", move[0])) and after.robots[move[0]] == target:
                if start.check(longer).ok:
                    return len(longer)
                continue  # rule R7: it is there before its ricochet
            state = after, frozenset(one[0] + ("|" if one[1] in "NS" else "-") for one in longer)  # what R7 asks for
            if state not in seen and len(seen) < states:
                seen.add(state)
                queue.append((after, longer))
    return None


PLAYERS = {"random": random_player, "greedy": greedy_player, "search, 10 nodes": search(10), "search, 1000 nodes": search(1000)}


def play(environment: RicochetEnv, player: Callable[[RicochetEnv, random.Random], int], chance: random.Random) -> Optional[int]:
    while True:
        _, _, terminated, truncated, info = environment.step(player(environment, chance))
        if terminated or truncated:
            return int(info["moves"]) if info["reached"] else None


def chosen(grade: str, count: int) -> list[Puzzle]:
    return [puzzle for puzzle in puzzles(grade, "test") if "T" not in puzzle.position.robots][:count]


def cell(moves: Sequence[Optional[int]], chosen: Sequence[Puzzle]) -> str:
    """A share, and the average of moves for each move of the optimum."""
    ratios = [count / puzzle.moves for count, puzzle in zip(moves, chosen) if count]
    average = f" x{sum(ratios) / len(ratios):.1f}" if ratios else ""
    return f"{100 * len(ratios) // len(chosen)} %{average}"


def line(name: str, cells: Sequence[str]) -> None:
    print(f"{name:28}" + "".join(f"{words:>16}" for words in cells), flush=True)


def play_all(player: Callable[[RicochetEnv, random.Random], int], puzzles: Sequence[Puzzle], chance: random.Random) -> list[Optional[int]]:
    moves = []
    for puzzle in puzzles:
        environment = RicochetEnv(position=puzzle.position, max_steps=MOVES)
        environment.reset(seed=1)
        moves.append(play(environment, player, chance))
    return moves


def bots(program: str, puzzles: Sequence[Puzzle]) -> list[list[int]]:
    """By level: how many moves the bot's route has, for each puzzle."""
    asked = "".join(f"{puzzle.position}\n" for puzzle in puzzles)
    words = [program, "tournament", "--alone"]
    told = subprocess.run(words, input=asked, stdout=subprocess.PIPE, text=True, check=True).stdout
    return [list(level) for level in zip(*(json.loads(answer)["moves"] for answer in told.splitlines()))]


def main(count: int, program: Optional[str]) -> None:
    tests = [chosen(grade, count) for grade in GRADES]
    line("", GRADES)
    for name, player in PLAYERS.items():
        chance = random.Random(1)
        line(name, [cell(play_all(player, test, chance), test) for test in tests])
    for states in (1000, 10000):
        line(f"breadth-first, {states} states", [cell([breadth_first(puzzle, states) for puzzle in test], test) for test in tests])
    if program:
        levels = [bots(program, test) for test in tests]
        for level in (1, 3, 5, 8, 10):
            line(f"bot, level {level}", [cell(of_grade[level - 1], test) for of_grade, test in zip(levels, tests)])


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("count", type=int, nargs="?", default=50)
    parser.add_argument("--bots")
    arguments = parser.parse_args()
    main(arguments.count, arguments.bots)
