"""carom: Ricochet Robots for programs, on the C library libcarom.

    >>> import carom
    >>> position = carom.Position("Y2-G4-R1-B4/Re7,Yc12,Ge3,Bb7/Bp")
    >>> solution = position.solve()
    >>> solution.moves, position.check(solution.route).ok
    (5, True)

Positions and routes are the words of carom's notation. `carom.Environment` is the game for learning programs, in the manner of
Gymnasium: reset, step, legal moves, and the proven optimum to compare with. Only Python's standard library is used.
"""
from __future__ import annotations

from ._board import Board, Check, Position, Solution, Solver, deal, version
from ._environment import Environment, Observation

__version__ = version()
__all__ = ["Board", "Check", "Environment", "Observation", "Position", "Solution", "Solver", "deal", "version"]
