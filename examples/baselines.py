#!/usr/bin/env python3
"""Baselines on the graded puzzles, to measure a learning program by: baselines.py [PUZZLES-PER-GRADE]

Of the split "test": how many each solves within 100 moves, and how many moves it takes for each move of the proven optimum.
"""
import random
import sys
from typing import Callable, Optional

import carom
from carom.gym import ACTIONS, GRADES, RicochetEnv, puzzles

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


PLAYERS = {"random": random_player, "greedy": greedy_player, "search, 10 nodes": search(10), "search, 1000 nodes": search(1000)}


def play(environment: RicochetEnv, player: Callable[[RicochetEnv, random.Random], int], chance: random.Random) -> Optional[int]:
    while True:
        _, _, terminated, truncated, info = environment.step(player(environment, chance))
        if terminated or truncated:
            return int(info["moves"]) if info["reached"] else None


def main(count: int) -> None:
    print(f"{'':20}" + "".join(f"{grade:>16}" for grade in GRADES))
    for name, player in PLAYERS.items():
        chance, row = random.Random(1), []
        for grade in GRADES:
            chosen = [puzzle for puzzle in puzzles(grade, "test") if "T" not in puzzle.position.robots][:count]
            ratios = []
            for puzzle in chosen:
                environment = RicochetEnv(position=puzzle.position, max_steps=MOVES)
                environment.reset(seed=1)
                moves = play(environment, player, chance)
                if moves is not None:
                    ratios.append(moves / puzzle.moves)
            average = f" x{sum(ratios) / len(ratios):.1f}" if ratios else ""
            row.append(f"{100 * len(ratios) // len(chosen)} %{average}")
        print(f"{name:20}" + "".join(f"{cell:>16}" for cell in row), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50)
