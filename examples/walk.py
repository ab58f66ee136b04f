#!/usr/bin/env python3
"""A player who sees one move ahead, beside the optimum: walk.py SEED ROUNDS

Such a player makes any move, but the one to the target if there is one. A line for each round says how far it was.
"""
import random
import sys

import carom


def walk(environment: carom.Environment, chance: random.Random) -> str:
    while True:
        best = environment.optimum(max_nodes=100_000)  # the oracle, asked only whether one move is enough
        action = best.route if best.moves == 1 else chance.choice(environment.legal_moves())
        _, _, terminated, truncated, info = environment.step(action)
        if terminated or truncated:
            return f"{info['moves']} moves" if info["reached"] else "never got there"


def main(seed: int, rounds: int) -> None:
    environment = carom.Environment(deal={"edition": "1999"}, max_moves=200)
    chance = random.Random(seed)
    environment.reset(seed=seed)
    for _ in range(rounds):
        optimum = environment.optimum().moves
        print(f"{environment.position}: optimum {optimum}, walk: {walk(environment, chance)}")
        environment.reset()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
