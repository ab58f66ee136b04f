"""The game for learning programs, with Gymnasium's methods but without needing it: reset, step, legal moves, the optimum. It asks the
rules move by move and takes moves in words; `carom.gym` has the fast environments with tensors.

A round is one position. An action is a move of the notation (`"RN"`) or its number, robot * 4 + direction, in the order RYGBST
and NESW. Each move costs its price (1, but for the transparent robot), so that the sum of the rewards of a round that reached its
target is minus the length of the route. An action that cannot be made costs 1 and changes nothing. By rule R7 a robot that stops on
its target before its ricochet spoils the route: the round ends there, at a price.
"""
from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any, Iterator

from . import _library as c
from ._board import DIRECTIONS, ROBOTS, Position, Solution, Solver
from ._board import cell_words, deal, legal_moves, move_of, position_of, robot_cells, whole

_ON, _REACHED, _NO_RICOCHET = range(3)


@dataclass(frozen=True)
class Observation:
    """What is seen: numbers, ready to be put into an array. Cells are numbered row * 16 + column from the north-west.

    robots    the cell of each of RYGBST, or -1
    axes      what each has travelled along: 1 vertical, 2 horizontal, 3 both, which is a ricochet
    active    the robot that must reach the target, or -1 for any
    target    the cell of the target
    walls     as in `carom.Board`
    barriers  as in `carom.Board`
    """

    robots: tuple[int, ...]
    axes: tuple[int, ...]
    active: int
    target: int
    walls: bytes
    barriers: bytes


class Environment:
    """A round of Ricochet Robots: reset(), then step(action) until it has ended.

    position   plays this one again and again; without it every reset deals another, by the seed
    deal       options of `carom.deal`: {"edition": "1999", "barriers": "no", "silver": True}
    max_moves  a round is truncated after this many moves
    ricochet   False: without rule R7
    spoilt     added to the reward if R7 ends the round
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}
    actions = c.ROBOTS * len(DIRECTIONS)

    def __init__(
        self,
        position: Position | str | None = None,
        *,
        deal: dict[str, Any] | None = None,
        max_moves: int = 100,
        ricochet: bool = True,
        spoilt: float = -100.0,
    ) -> None:
        whole("max_moves", max_moves, 1, 1 << 62)
        self._fixed = None if position is None else position_of(position)
        self._deal = dict(deal or {})
        self._max_moves, self._ricochet, self._spoilt = max_moves, ricochet, spoilt
        self._positions = self._dealt(0)
        self._solver = Solver()
        self._over = True
        self._steps = 0
        self.position: Position | None = None
        self._round = c.Round()

    def _dealt(self, seed: int) -> Iterator[Position]:
        return deal(seed, count=1 << 62, **self._deal)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Begins a round. `options` may name a "position" for this one."""
        if seed is not None:
            self._positions = self._dealt(seed)
        wanted = (options or {}).get("position", self._fixed)
        if wanted is None:
            wanted = next(self._positions)
        self.position = position_of(wanted)
        self._round = c.lib.carom_round_begin(ctypes.byref(self.position._c.robots))
        self._over, self._steps = False, 0
        return self._observation(), self._info("")

    def step(self, action: int | str) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Makes a move: observation, reward, terminated, truncated, info. `info["why"]` says why a move could not be made."""
        if self._over or self.position is None:
            raise ValueError("the round is over; expected reset()")
        move = self._move(action)
        slide, position = c.Slide(), self.position._c
        self._steps += 1
        made = c.lib.carom_round_move(ctypes.byref(self._round), ctypes.byref(position.board), move, ctypes.byref(slide))
        why: bytes = b"" if made else c.lib.carom_slide_result_name(slide.result)
        state = _ON
        if made:
            state = c.lib.carom_round_state(
                ctypes.byref(self._round), ctypes.byref(position.target), move.robot, self._ricochet
            )
        reward = -float(slide.cost if made else 1) + (self._spoilt if state == _NO_RICOCHET else 0.0)
        terminated = state != _ON
        truncated = not terminated and self._steps >= self._max_moves
        self._over = terminated or truncated
        info = self._info("no-ricochet" if state == _NO_RICOCHET else why.decode())
        info["reached"] = state == _REACHED
        return self._observation(), reward, terminated, truncated, info

    def legal_moves(self) -> list[str]:
        """Every move that can be made now: `["RN", ...]`. The transparent robot's may have signs, and then no number."""
        return legal_moves(self._begun()._c.board, self._round.robots)

    def action_mask(self) -> list[bool]:
        """For each number of an action: can it be made now?"""
        legal = set(self.legal_moves())
        return [robot + direction in legal for robot in ROBOTS for direction in DIRECTIONS]

    def optimum(self, *, max_nodes: int = 0) -> Solution:
        """The oracle: a shortest way to go on from here, proven, with what the robots have travelled along (R7)."""
        return self._solver.solve(
            self._begun(), max_nodes=max_nodes, ricochet=self._ricochet, robots=self._round.robots, axes=self._round.axes
        )

    def render(self) -> str:
        """The board as text."""
        shown = c.Position.from_buffer_copy(self._begun()._c)
        shown.robots = self._round.robots
        return c.written("carom_ascii_board_write", ctypes.byref(shown))

    def close(self) -> None:
        """Frees the memory of the solver behind `optimum`."""
        self._solver.close()

    def _begun(self) -> Position:
        if self.position is None:
            raise ValueError("no round has begun; expected reset()")
        return self.position

    def _move(self, action: int | str) -> c.Move:
        if isinstance(action, str):
            return move_of(action)
        if not 0 <= action < self.actions:
            raise ValueError(f"there is no action {action}; expected 0 to {self.actions - 1} or a move")
        return c.Move(robot=action // len(DIRECTIONS), direction=action % len(DIRECTIONS))

    def _observation(self) -> Observation:
        position, cells = self._begun()._c, [-1] * c.ROBOTS
        for letter, cell in robot_cells(self._round.robots):
            cells[ROBOTS.index(letter)] = cell
        active = position.target.active
        walls = bytes(sides & 15 for sides in position.board.walls)
        return Observation(
            tuple(cells),
            tuple(self._round.axes),
            active if active < c.ROBOTS else -1,
            position.target.cell,
            walls,
            bytes(position.board.barriers),
        )

    def _info(self, why: str) -> dict[str, Any]:
        robots = {letter: cell_words(cell) for letter, cell in robot_cells(self._round.robots)}
        return {"position": str(self.position), "robots": robots, "moves": self._round.cost, "why": why, "reached": False}
