"""Ricochet Robots: positions, rules, and a solver whose routes are proven shortest. It runs on the C library libcarom.

    >>> import carom
    >>> position = carom.Position("Y2-G4-R1-B4/Re7,Yc12,Ge3,Bb7/Bp")
    >>> solution = position.solve()
    >>> solution.moves, position.check(solution.route).ok
    (5, True)

Positions and routes are text in carom's notation: four sections of a board, the robots with their cells, the target; "BS" moves blue
south. Bad text raises ValueError with a sentence that says what was expected.

Position, Board    a position, and what its board looks like
deal               random positions
Solver, Solution   shortest routes, with proof
Check              what `Position.check` says about a route
Environment        the game with Gymnasium's methods, in words; carom.gym has the fast environments with tensors
carom.gym          environments for reinforcement learning, graded puzzles
carom.language     prompts and a verifier for language models

Only Python's standard library is needed.
"""
from __future__ import annotations

from ._board import Board, Check, Position, Solution, Solver, deal, version
from ._environment import Environment, Observation

__version__ = version()
__all__ = ["Board", "Check", "Environment", "Observation", "Position", "Solution", "Solver", "deal", "version"]
