"""Fast environments for learning programs: `RicochetEnv`, as Gymnasium has them, and `VectorEnvironment`, many at once.

    >>> from carom.gym import ACTIONS, RicochetEnv
    >>> environment = RicochetEnv(position="Y2-G4-R1-B4/Re7,Yc12,Ge3,Bb7/Bp")
    >>> planes, info = environment.reset(seed=1)
    >>> planes, reward, terminated, truncated, info = environment.step(ACTIONS.index("BS"))
    >>> reward, terminated, environment.position.robots["B"]
    (-1.0, False, 'b16')

With gymnasium 1.1 or later, importing this module registers `carom/Ricochet-v0`, for `gymnasium.make` and `gymnasium.make_vec`. Without
it the same classes work, with spaces of their own. With numpy an observation is an array of 23x16x16 bytes, 0 or 1, without it the bytes
alone; `PLANES` names the planes. An action is a number, robot * 4 + direction, in the order RYGBST and NESW; `ACTIONS` has their names.
Each action costs 1, also one that cannot be made. By rule R7 a robot that stops on its target before its ricochet ends the round, at the
price `spoilt`.
"""
from __future__ import annotations

import ctypes
import importlib
import math
import operator
import os
import random
import secrets
import threading
from typing import Any, Iterable, NamedTuple, Sequence

from . import _library as c
from ._board import _BARRIERS, _EDITIONS, Position, Solution, Solver, legal_moves, one_of, position_of, whole

__all__ = ["ACTIONS", "GRADES", "PLANES", "Box", "Discrete", "Puzzle", "RicochetEnv", "VectorEnvironment", "puzzles", "register"]

ACTIONS = tuple(robot + direction for robot in "RYGBST" for direction in "NESW")
PLANES = (
    *("wall N", "wall E", "wall S", "wall W", "blocked", "/ R", "/ Y", "/ G", "/ B", "\\ R", "\\ Y", "\\ G", "\\ B", "target"),
    *("robot R", "robot Y", "robot G", "robot B", "robot S", "robot T", "active", "travelled vertically", "travelled horizontally"),
)
SHAPE = (len(PLANES), c.SIDE, c.SIDE)
_BYTES = len(PLANES) * c.CELLS
_NO_LIMIT = (1 << 32) - 1


def _optional(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


numpy = _optional("numpy")
_gymnasium: Any = None if numpy is None else _optional("gymnasium")


class Discrete:
    """The numbers 0 to n - 1, or lists of `count` of them, where gymnasium is not there."""

    def __init__(self, n: int, count: int | None = None) -> None:
        self.n, self.count = n, count
        self._random = random.Random()

    def seed(self, seed: int | None = None) -> None:
        """Makes `sample` repeatable."""
        self._random.seed(seed)

    def sample(self, mask: Sequence[Any] | None = None) -> Any:
        """A random number; with a mask, as `action_mask` gives it, one of those that it allows. 0 if it allows none."""
        if self.count is not None:
            return [self._random.randrange(self.n) for _ in range(self.count)]
        return self._random.choice([i for i in range(self.n) if mask is None or mask[i]] or [0])

    def contains(self, number: Any) -> bool:
        if self.count is not None:
            return len(number) == self.count and all(Discrete(self.n).contains(one) for one in number)
        return isinstance(number, int) and 0 <= number < self.n

    def __repr__(self) -> str:
        return f"Discrete({self.n})" if self.count is None else f"Discrete({self.n}, {self.count})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Discrete) and (other.n, other.count) == (self.n, self.count)


class Box:
    """Bytes 0 or 1 in this shape, where gymnasium is not there."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.shape, self.dtype, self.low, self.high = shape, "uint8", 0, 1

    def contains(self, seen: object) -> bool:
        return getattr(seen, "shape", None) == self.shape or isinstance(seen, bytes) and len(seen) == math.prod(self.shape)

    def __repr__(self) -> str:
        return f"Box(0, 1, {self.shape}, {self.dtype})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Box) and other.shape == self.shape


def _spaces() -> tuple[Any, Any]:
    if _gymnasium is None:
        return Discrete(len(ACTIONS)), Box(SHAPE)
    return _gymnasium.spaces.Discrete(len(ACTIONS)), _gymnasium.spaces.Box(0, 1, SHAPE, numpy.uint8)


def _batched(count: int) -> tuple[Any, Any]:
    """The spaces of `count` environments."""
    if _gymnasium is None:
        return Discrete(len(ACTIONS), count), Box((count, *SHAPE))
    return _gymnasium.spaces.MultiDiscrete([len(ACTIONS)] * count), _gymnasium.spaces.Box(0, 1, (count, *SHAPE), numpy.uint8)


_Env: Any = object if _gymnasium is None else _gymnasium.Env
_modes = getattr(getattr(_gymnasium, "vector", None), "AutoresetMode", None)  # since 1.1
_VectorEnv: Any = object if _modes is None else _gymnasium.vector.VectorEnv
_METADATA: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}


class VectorEnvironment(_VectorEnv):  # type: ignore[misc]
    """`num_envs` rounds at once; one call of C steps all of them. A round that has ended is followed by another at once, in the same step.

    With gymnasium this is one of its vector environments: `gymnasium.make_vec("carom.gym:carom/Ricochet-v0", num_envs=1024)`.
    The planes stay in the same arrays from step to step, and the next step overwrites them: copy those that have to be kept.

    positions    rounds are drawn from these; or else
    size         (width, height): boards of this size with random walls and this many `robots`; or else
    deal         options of `carom.deal`: {"edition": "1999", "barriers": "no", "silver": True}
    max_steps    a round is truncated after this many actions; 0: never
    ricochet     False: without rule R7
    spoilt       added to the reward if R7 ends the round
    render_mode  "ansi": `render` gives the boards as text

    Without a seed in `reset`, every run deals others. Threads that share one take turns.
    """

    metadata: dict[str, Any] = _METADATA if _modes is None else {**_METADATA, "autoreset_mode": _modes.SAME_STEP}

    def __init__(
        self,
        num_envs: int,
        *,
        positions: Iterable[Position | str] = (),
        size: tuple[int, int] | None = None,
        robots: int = 4,
        deal: dict[str, Any] | None = None,
        max_steps: int = 100,
        ricochet: bool = True,
        spoilt: float = -100.0,
        render_mode: str | None = None,
    ) -> None:
        whole("num_envs", num_envs, 1, 1 << 24)
        whole("robots", robots, 1, c.ROBOTS)
        whole("max_steps", max_steps, 0, _NO_LIMIT)
        if render_mode is not None:
            one_of("render_mode", render_mode, ("ansi",))
        self.num_envs, self.render_mode = num_envs, render_mode
        self.single_action_space, self.single_observation_space = _spaces()
        self.action_space, self.observation_space = _batched(num_envs)
        self._arguments: dict[str, Any] = {
            **{"positions": [str(position) for position in positions], "size": size, "robots": robots, "deal": dict(deal or {})},
            **{"max_steps": max_steps, "ricochet": ricochet, "spoilt": spoilt, "render_mode": render_mode},
        }
        self._make_options()
        self._make_buffers()
        self._lock = threading.Lock()  # held while C uses what is below: ctypes lets other threads run meanwhile
        self._c = (c.Environment * num_envs)()
        self._seeded = False

    def _make_options(self) -> None:
        wish = dict(self._arguments)
        listed = [position_of(words) for words in wish["positions"]]
        self._positions = (c.Position * len(listed))(*(position._c for position in listed))
        deal: dict[str, Any] = {"edition": "2013", "barriers": "any", "silver": False, "transparent": False}
        for name in wish["deal"]:
            one_of("an option of deal", name, tuple(deal))
        deal.update(wish["deal"])
        width, height = size_of(wish["size"]) if wish["size"] is not None else (0, 0)
        self._options = c.EnvironmentOptions(
            no_ricochet=not wish["ricochet"],
            deal_again=True,
            max_steps=wish["max_steps"],
            spoilt=wish["spoilt"],
            positions=ctypes.cast(self._positions, ctypes.POINTER(c.Position)),
            position_count=len(listed),
            width=width,
            height=height,
            robots=wish["robots"],
            deal=c.Deal(
                one_of("edition", deal["edition"], _EDITIONS),
                one_of("barriers", deal["barriers"], _BARRIERS),
                bool(deal["silver"]) << 4 | bool(deal["transparent"]) << 5,
            ),
        )

    def _make_buffers(self) -> None:
        n = self.num_envs
        self._planes, self._masks = (ctypes.c_uint8 * (n * _BYTES))(), (ctypes.c_uint8 * (n * len(ACTIONS)))()
        self._final = (ctypes.c_uint8 * (n * _BYTES))()
        self._options.final_planes = ctypes.cast(self._final, ctypes.POINTER(ctypes.c_uint8))
        self._reward, self._actions = (ctypes.c_float * n)(), (ctypes.c_int32 * n)()
        self._terminated, self._truncated = (ctypes.c_uint8 * n)(), (ctypes.c_uint8 * n)()
        self._reached, self._why = (ctypes.c_uint8 * n)(), (ctypes.c_uint8 * n)()
        results: tuple[Any, ...] = (self._reward, self._terminated, self._truncated, self._reached, self._why, self._planes)
        fields: list[Any] = list(c.EnvironmentResults._fields_)
        self._results = c.EnvironmentResults(*(ctypes.cast(made, field[1]) for made, field in zip(results, fields)))
        self.planes, self.final = _array(self._planes, "uint8", (n, *SHAPE)), _array(self._final, "uint8", (n, *SHAPE))
        self.rewards = _array(self._reward, "float32", (n,))
        self.terminated, self.truncated = _array(self._terminated, "bool", (n,)), _array(self._truncated, "bool", (n,))
        self.reached, self.masks = _array(self._reached, "bool", (n,)), _array(self._masks, "bool", (n, len(ACTIONS)))
        self.actions = _array(self._actions, "int32", (n,))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins a round in each. The i-th environment has the seed `seed + i`."""
        if seed is not None:
            whole("seed", seed, 0, (1 << 64) - 1)
        if options:
            raise ValueError(f"options has {', '.join(sorted(options))}; expected nothing: every environment begins a round")
        if _modes is not None:
            super().reset(seed=seed)  # its own generator, which wrappers may ask for
        with self._lock:
            if seed is not None or not self._seeded:
                c.lib.carom_environments_seed(self._c, self.num_envs, secrets.randbits(64) if seed is None else seed)
            made = c.lib.carom_environments_reset(self._c, self.num_envs, ctypes.byref(self._options), self._planes)
        if not made:
            named = ", ".join(f"{name} {self._arguments[name]}" for name in ("size", "robots", "deal"))
            raise ValueError(f"no board is like that ({named}); expected three cells for each robot, and no barriers in 1999")
        self._seeded = True
        return self.planes, {}

    def step(self, actions: Sequence[int] | Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Makes one action in each: planes, rewards, terminated, truncated, info. Where a round has ended, the planes are those of the next.

        info["reached"] says which reached the target. Of rounds that have ended, and only of those, info["final_obs"] has the last planes;
        info["_final_obs"] says which these are. This is how Gymnasium's vectors in the mode "same step" do it.
        """
        if not self._seeded:
            raise ValueError("no round has begun; expected reset()")
        if len(actions) != self.num_envs:
            raise ValueError(f"there are {len(actions)} actions; expected {self.num_envs}, one for each environment")
        with self._lock:
            self.actions[:] = actions
            c.lib.carom_environments_step(
                self._c, self.num_envs, ctypes.byref(self._options), self._actions, ctypes.byref(self._results)
            )
        terminated, truncated = _copied(self.terminated), _copied(self.truncated)
        over = terminated | truncated if numpy is not None else [a or b for a, b in zip(terminated, truncated)]
        info = {"reached": _copied(self.reached), "final_obs": self.final, "_final_obs": over}
        return self.planes, _copied(self.rewards), terminated, truncated, info

    def render(self) -> tuple[str, ...] | None:
        """The boards as text, in the mode "ansi"."""
        return tuple(self.position(i).drawing() for i in range(self.num_envs)) if self.render_mode == "ansi" else None

    def close(self, **options: Any) -> None:
        """Nothing to close."""

    def action_mask(self) -> Any:
        """For each environment and action: can it be made now?"""
        with self._lock:
            c.lib.carom_environments_mask(self._c, self.num_envs, self._masks)
        return self.masks

    def position(self, i: int) -> Position:
        """Where the round of the i-th environment stands."""
        with self._lock:
            now = c.Position.from_buffer_copy(self._c[operator.index(i)].position)
            now.robots = self._c[i].round.robots
        return Position._of(now)

    def __getstate__(self) -> dict[str, Any]:
        kept = {"rounds": bytes(self._c), "seen": bytes(self._planes), "on": self._seeded, "spec": getattr(self, "spec", None)}
        return {"num_envs": self.num_envs, "arguments": self._arguments, **kept}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(state["num_envs"], **state["arguments"])  # type: ignore[misc]
        ctypes.memmove(self._c, state["rounds"], ctypes.sizeof(self._c))
        ctypes.memmove(self._planes, state["seen"], ctypes.sizeof(self._planes))
        self._seeded, self.spec = state["on"], state["spec"]


def size_of(size: Any) -> tuple[int, int]:
    """Width and height. Raises ValueError if they are not such a pair."""
    if not isinstance(size, (tuple, list)) or len(size) != 2:
        raise ValueError(f"size is {size!r}; expected width and height, such as (8, 8)")
    whole("width", size[0], 1, c.SIDE)
    whole("height", size[1], 1, c.SIDE)
    return size[0], size[1]


def _copied(array: Any) -> Any:
    return array.copy() if numpy is not None else type(array).from_buffer_copy(array)


def _array(buffer: Any, kind: str, shape: tuple[int, ...]) -> Any:
    """The buffer itself where there is no numpy."""
    return buffer if numpy is None else numpy.frombuffer(buffer, dtype=kind).reshape(shape)


class RicochetEnv(_Env):  # type: ignore[misc]
    """One round after the other: `carom/Ricochet-v0`. Takes the options of `VectorEnvironment`, and `position` to play one again and again.

    render_mode  "ansi": `render` gives the board as text
    """

    metadata: dict[str, Any] = dict(_METADATA)

    def __init__(
        self, *, render_mode: str | None = None, position: Position | str | None = None, max_steps: int = 100, **options: Any
    ) -> None:
        if render_mode is not None:
            one_of("render_mode", render_mode, ("ansi",))
        if position is not None:
            options["positions"] = [position]
        self.render_mode = render_mode
        self._vector = VectorEnvironment(1, max_steps=max_steps, **options)
        self.action_space, self.observation_space = self._vector.single_action_space, self._vector.single_observation_space
        self._over = True
        self._prepare()

    def _prepare(self) -> None:
        vector = self._vector
        vector._options.deal_again = False
        self._lock, self._round = vector._lock, vector._c[0].round
        self._call = (vector._c, 1, ctypes.byref(vector._options), vector._actions, ctypes.byref(vector._results))
        self._why = ("", *(c.lib.carom_slide_result_name(why).decode() for why in range(1, 10)))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins a round. `options` may name a "position" for this one."""
        if _gymnasium is not None:
            super().reset(seed=seed)  # its own generator, which wrappers may ask for
        vector = self._vector
        vector.reset(seed=seed)
        wanted = (options or {}).get("position")
        if wanted is not None:
            with vector._lock:
                c.lib.carom_environment_begin(vector._c, ctypes.byref(position_of(wanted)._c), vector._planes)
        self._over = False
        return self._seen(), {"moves": 0, "why": "", "reached": False}

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Makes a move: planes, reward, terminated, truncated, info. `info["why"]` says why a move could not be made."""
        if self._over:
            raise ValueError("the round is over; expected reset()")
        vector, number = self._vector, operator.index(action)
        if not 0 <= number < 24:
            raise ValueError(f"there is no action {number}; expected 0 to 23")
        with self._lock:
            vector._actions[0] = number
            c.lib.carom_environments_step(*self._call)
        terminated, truncated = vector._terminated[0] == 1, vector._truncated[0] == 1
        self._over = terminated or truncated
        info = {"moves": self._round.moves, "why": self._why[vector._why[0]], "reached": vector._reached[0] == 1}
        return self._seen(), vector._reward[0], terminated, truncated, info

    def _seen(self) -> Any:
        vector = self._vector
        return bytes(vector._planes) if numpy is None else vector.planes[0].copy()

    def action_mask(self) -> Any:
        """For each action: can it be made now?"""
        return [made != 0 for made in self._vector.action_mask()] if numpy is None else self._vector.action_mask()[0].copy()

    def action_masks(self) -> Any:
        """The same as `action_mask`, by the name under which Stable-Baselines3's MaskablePPO looks for it."""
        return self.action_mask()

    @property
    def position(self) -> Position:
        """Where the round stands."""
        return self._vector.position(0)

    def legal_moves(self) -> list[str]:
        """Every move that can be made now: ["RN", ...]; the names of these actions are in `ACTIONS`."""
        return legal_moves(self._vector._c[0].position.board, self._round.robots)

    def optimum(self, *, max_nodes: int = 0, max_ms: int = 0) -> Solution:
        """The oracle: a shortest way to go on from here, proven, with what the robots have travelled along (R7)."""
        with Solver() as solver:
            return solver.solve(
                self.position,
                max_nodes=max_nodes,
                max_ms=max_ms,
                ricochet=not self._vector._options.no_ricochet,
                axes=self._round.axes,
            )

    def render(self) -> str | None:
        """The board as text, in the mode "ansi"."""
        return self.position.drawing() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing to close."""

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in ("_lock", "_round", "_call")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._prepare()


# ---- Graded puzzles ----

GRADES = ("trivial", "easy", "medium", "hard", "fiendish")


class Puzzle(NamedTuple):
    """A graded puzzle: its position, the proven optimum in moves, and how hard people find it, 0 to 100."""

    position: Position
    moves: int
    difficulty: int


def puzzles(grade: str, split: str = "train") -> list[Puzzle]:
    """Graded puzzles with their optima, always the same: every fifth of a grade is in the split "test", the others in "train"."""
    one_of("grade", grade, GRADES)
    one_of("split", split, ("train", "test"))
    here = os.path.dirname(os.path.abspath(__file__))
    places = [os.path.join(here, "puzzles", grade + ".txt"), os.path.join(here, "../../data/puzzles", grade + ".txt")]
    path = next(place for place in places if os.path.exists(place))
    with open(path, encoding="ascii") as file:
        rows = [line.split() for line in file if not line.startswith(("#", "black", "copper"))]  # not Micro Robots
    chosen = [row for i, row in enumerate(rows) if (i % 5 == 4) == (split == "test")]
    return [Puzzle(Position(words), int(moves), int(difficulty)) for words, moves, _, difficulty in chosen]


def register() -> None:
    """Makes `gymnasium.make("carom/Ricochet-v0")` known; importing this module does it."""
    if _gymnasium is not None and "carom/Ricochet-v0" not in _gymnasium.registry:
        many = {} if _modes is None else {"vector_entry_point": "carom.gym:VectorEnvironment"}
        _gymnasium.register(id="carom/Ricochet-v0", entry_point="carom.gym:RicochetEnv", **many)


register()
