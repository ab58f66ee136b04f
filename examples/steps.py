#!/usr/bin/env python3
"""How many steps a second the environments make on one core: steps.py [SECONDS]. Needs numpy."""
import sys
import time

import numpy

from carom.gym import RicochetEnv, VectorEnvironment

COUNT = 1024


def batch(seconds: float) -> float:
    environments = VectorEnvironment(COUNT)
    environments.reset(seed=1)
    chance = numpy.random.default_rng(1)
    actions = [chance.integers(0, 16, COUNT, dtype=numpy.int32) for _ in range(64)]
    steps, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        for chosen in actions:
            environments.step(chosen)
        steps += COUNT * len(actions)
    return steps / (time.process_time() - start)


def single(seconds: float) -> float:
    environment = RicochetEnv()
    environment.reset(seed=1)
    steps, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        for number in range(1000):
            _, _, terminated, truncated, _ = environment.step(number % 16)
            if terminated or truncated:
                environment.reset()
        steps += 1000
    return steps / (time.process_time() - start)


limit = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
print(f"{COUNT} environments: {batch(limit):,.0f} steps a second; one environment: {single(limit):,.0f}")
