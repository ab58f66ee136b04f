"""Puzzles for language models: a prompt that says everything, and a verifier for what comes back.

    >>> import carom
    >>> from carom.language import prompt, verify
    >>> position = carom.Position("Y2-G4-R1-B4/Re7,Yc12,Ge3,Bb7/Bp")
    >>> verify(position, "I think: BS BW BN BE BN").ok
    True
"""
from __future__ import annotations

import re

from ._board import DIRECTIONS, Check, Position

_NAMES = {"R": "red", "Y": "yellow", "G": "green", "B": "blue", "S": "silver", "T": "transparent", "*": "any"}
_SIDES = {"N": "north", "E": "east", "S": "south", "W": "west"}
_ROUTE = re.compile(r"(?<![A-Za-z0-9])[RYGBST][NESW](?:[\s,>-]+[RYGBST][NESW])*(?![A-Za-z0-9])")


def prompt(position: Position) -> str:
    """A prompt: the rules, the board cell by cell, the robots, the target and the form of the answer.

    Raises ValueError for boards with barriers and for the transparent robot, which this text does not explain.
    """
    board, (active, target) = position.board, position.target
    if any(board.barriers) or "T" in position.robots:
        raise ValueError("the position has barriers or the transparent robot; expected one without them")
    walls = [
        f"{chr(97 + column)}{row + 1}: {', '.join(_SIDES[way] for i, way in enumerate(DIRECTIONS) if sides >> i & 1)}"
        for row in range(board.height)
        for column in range(board.width)
        if (sides := board.walls[row * 16 + column])
    ]
    robots = ", ".join(f"{_NAMES[letter]} ({letter}) on {cell}" for letter, cell in position.robots.items())
    return f"""Ricochet Robots on a board of {board.width} columns (a is the westernmost) and {board.height} rows (1 is the northernmost).
A robot that moves slides north, east, south or west until a wall, the edge of the board or another robot stops it.
It cannot stop earlier. Robots do not pass through each other.

Cells with walls, and on which sides: {'; '.join(walls)}.
Cells that no robot enters: {', '.join(board.blocked) or 'none'}.
Robots: {robots}.

Bring {'any robot' if active == '*' else f'the {_NAMES[active]} robot'} to {target}, where it has to stop. Before it stops there it must have moved
along both a row and a column since the start. If it stops there earlier, the attempt fails. Other robots may move as well. Use as few
moves as you can.

Answer with one line of moves, each the letter of a robot and N, E, S or W: for example RN RE BS."""


def verify(position: Position, answer: str) -> Check:
    """Judges the last route in an answer, "RN RE", whatever is said around it. Raises ValueError if there is no route in it."""
    routes = _ROUTE.findall(answer)
    if not routes:
        raise ValueError("the answer has no route; expected moves like RN RE BS")
    return position.check(re.findall(r"[RYGBST][NESW]", routes[-1]))
