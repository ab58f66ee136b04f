"""Positions of Ricochet Robots: read, written, dealt, solved, checked."""
from __future__ import annotations

import _thread
import ctypes
import threading
import time
from dataclasses import dataclass
from typing import Callable, Iterable, Iterator

from . import _library as c

ROBOTS = "RYGBST"  # in the order of the library's numbers
DIRECTIONS = "NESW"
PLUS_MAX = 3  # barriers that legal_moves lets the transparent robot go through: more have no end of moves
_EDITIONS = ("1999", "2013")  # in the order of the library's numbers
_BARRIERS = ("any", "no", "only")
_STATUS = ("found", "unsolvable", "limit", "cancelled", "no-memory", "invalid")


def version() -> str:
    """Of the library, not of this module."""
    words: bytes = c.lib.carom_version()
    return words.decode()


@dataclass(frozen=True)
class Check:
    """A route, judged as `carom check` does."""

    ok: bool
    why: str  # "ok", "not-reached", "blocked", ...
    moves: int  # what it costs
    stops: tuple[str, ...]  # where each move ended
    reached: bool
    ricochet: bool


@dataclass(frozen=True)
class Board:
    """What robots slide on. `walls` and `barriers` have a byte for each of 256 cells, row * 16 + column from the north-west."""

    words: str  # in the notation: `G1-Y2-R2-B2`
    width: int
    height: int
    walls: bytes  # bit 1 << direction, in the order NESW: a wall on that side
    barriers: bytes  # 0, or 8 + 4 if it falls (`\\`) + its colour in the order RYGB
    blocked: tuple[str, ...]  # cells that no robot enters: the block in the centre
    targets: dict[str, str]  # token to cell: `{"Rm": "e5", ...}`, those printed on the board


@dataclass(frozen=True)
class Solution:
    """What a solver found: `status` is "found", "unsolvable" or the limit that came first."""

    status: str
    moves: int | None  # the cost of a shortest route, if one was found
    at_least: int  # a proven bound
    route: str
    nodes: int


class Position:
    """A board, robots on it and a target. Never changes. Raises ValueError, with a sentence, for words that are none."""

    def __init__(self, words: str) -> None:
        self._c = c.Position()
        fault, text = c.Fault(), words.encode("utf-8")
        if not c.lib.carom_position_read(ctypes.byref(self._c), c.NEED_TARGET, text, len(text), ctypes.byref(fault)):
            raise ValueError(c.sentence(fault))

    @classmethod
    def _of(cls, position: c.Position) -> Position:
        made = cls.__new__(cls)
        made._c = position
        return made

    def __str__(self) -> str:
        return c.written("carom_position_write", ctypes.byref(self._c))

    def __repr__(self) -> str:
        return f"Position({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    @property
    def robots(self) -> dict[str, str]:
        """Letter to cell, `{"R": "e7", ...}`, in the order in which they are written."""
        return {letter: cell_words(cell) for letter, cell in robot_cells(self._c.robots)}

    @property
    def target(self) -> tuple[str, str]:
        """The letter of the robot that must get there (`*`: any), and the cell."""
        active = self._c.target.active
        return (ROBOTS[active] if active < c.ROBOTS else "*"), cell_words(self._c.target.cell)

    @property
    def board(self) -> Board:
        board = self._c.board
        inside = [row * c.SIDE + column for row in range(board.height) for column in range(board.width)]
        return Board(
            c.written("carom_board_write", ctypes.byref(board)),
            board.width,
            board.height,
            bytes(sides & 15 for sides in board.walls),
            bytes(board.barriers),
            tuple(cell_words(cell) for cell in inside if board.solid[cell // c.SIDE] >> cell % c.SIDE & 1),
            {
                c.written("carom_token_write", token): cell_words(board.token_cell[token])
                for token in range(c.TOKENS)
                if board.tokens >> token & 1
            },
        )

    def move(self, words: str) -> Position:
        """The position after one move, `"RN"`. Raises ValueError, with the reason, if it cannot be made."""
        move, slide, moved = move_of(words), c.Slide(), c.Position.from_buffer_copy(self._c)
        robots = c.lib.carom_round_begin(ctypes.byref(self._c.robots))
        if not c.lib.carom_round_move(ctypes.byref(robots), ctypes.byref(self._c.board), move, ctypes.byref(slide)):
            reason: bytes = c.lib.carom_slide_result_sentence(slide.result)
            raise ValueError(f"{words}: {reason.decode()}")
        moved.robots = robots.robots
        return Position._of(moved)

    def drawing(self) -> str:
        """The board as text, as `carom convert --to drawing` writes it."""
        return c.written("carom_ascii_board_write", ctypes.byref(self._c))

    def legal_moves(self) -> list[str]:
        """Every move that can be made now: `["RN", ...]`; of the transparent robot those through at most three barriers."""
        return legal_moves(self._c.board, self._c.robots)

    def solve(self, *, max_nodes: int = 0, max_ms: int = 0, ricochet: bool = True) -> Solution:
        """A shortest route, proven, as `Solver.solve` finds it. To solve many, use one `Solver`."""
        with Solver() as solver:
            return solver.solve(self, max_nodes=max_nodes, max_ms=max_ms, ricochet=ricochet)

    def check(self, route: str | Iterable[str], *, ricochet: bool = True, bid: int | None = None) -> Check:
        """Replays a route, `"RN RE"` or a list of moves. Raises ValueError if it cannot be read."""
        if bid is not None:
            whole("bid", bid, 0, (1 << 32) - 1)
        words = (route if isinstance(route, str) else " ".join(route)).encode("utf-8")
        puzzle, check, fault = c.Puzzle(position=self._c), c.Check(), c.Fault()
        rules = c.CheckRules(no_ricochet=not ricochet, has_bid=bid is not None, bid=bid or 0)
        read = c.lib.carom_check_route(
            ctypes.byref(check), ctypes.byref(puzzle), words, len(words), ctypes.byref(rules), ctypes.byref(fault)
        )
        if not read:
            raise ValueError(c.sentence(fault))
        name: bytes = c.lib.carom_check_name(ctypes.byref(check))
        stops = tuple(cell_words(check.stops[i]) for i in range(check.moves))
        return Check(check.result == 0, name.decode(), check.cost, stops, check.reached, check.ricochet)


_KEEP_BYTES = 4 << 20  # for tables of boards that are asked about again


class Solver:
    """A solver with its memory, for many positions: faster where boards and targets repeat. Close it, or use `with`.

    Threads may share one, and then take turns; with a solver each they search at the same time.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()  # held while C uses the solver
        self._c: int | None = c.lib.carom_solver_new(c.heap)
        if self._c is None:
            raise MemoryError("there is no memory for a solver")
        c.lib.carom_solver_keep_boards(self._c, _KEEP_BYTES)

    def __enter__(self) -> Solver:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        # A search that nobody waits for any more holds the lock only while the interpreter ends: leave its memory alone then.
        if getattr(self, "_c", None) is not None and self._lock.acquire(blocking=False):
            c.lib.carom_solver_free(self._c)

    def close(self) -> None:
        """Frees its memory, after the search that is under way."""
        with self._lock:
            if self._c is not None:
                c.lib.carom_solver_free(self._c)
            self._c = None

    @property
    def tables_built(self) -> int:
        """How many tables it has built for boards and targets that it did not know; kept ones make the next answer faster."""
        with self._lock:
            if self._c is None:
                raise ValueError("the solver is closed")
            return int(c.lib.carom_solver_tables_built(self._c))

    def solve(
        self,
        position: Position,
        *,
        max_nodes: int = 0,
        max_ms: int = 0,
        ricochet: bool = True,
        robots: c.Robots | None = None,
        axes: Iterable[int] = (),
    ) -> Solution:
        """A shortest route, proven, or a lower bound where a limit came first: nodes or milliseconds, 0 for none.

        Ctrl-C ends it with KeyboardInterrupt. `robots` and `axes` are where a round stands that began at the position: what
        `Environment` asks with.
        """
        whole("max_nodes", max_nodes, 0, (1 << 64) - 1)
        whole("max_ms", max_ms, 0, 1 << 31)
        asked = c.Position.from_buffer_copy(position._c)
        if robots is not None:
            asked.robots = robots
        stop, found = ctypes.c_int(0), c.Solution()
        options = c.SolveOptions(
            no_ricochet=not ricochet, max_nodes=max_nodes, cancelled=c.cancelled, context=ctypes.addressof(stop)
        )
        for robot, axis in enumerate(axes):
            options.axes_travelled[robot] = axis

        def search(_read_by_c: ctypes.c_int = stop) -> None:  # a default: lives as long as the search, whoever waits for it
            with self._lock:
                if self._c is None:
                    raise ValueError("the solver is closed")
                c.lib.carom_solve(self._c, ctypes.byref(asked), ctypes.byref(options), ctypes.byref(found))

        if max_ms != 0 or threading.current_thread() is threading.main_thread():
            _run_beside(search, stop, max_ms / 1000 if max_ms != 0 else -1)
        else:
            search()
        status = _STATUS[found.status].replace("cancelled", "limit")  # max_ms: an interrupted search does not come here
        route = " ".join(move_words(found.route[i]) for i in range(found.moves))
        return Solution(status, found.cost if found.status == 0 else None, found.lower_bound, route, found.nodes)


_WAIT = 0.05  # seconds until a waiting thread looks for signals


def _run_beside(search: Callable[[], None], stop: ctypes.c_int, seconds: float) -> None:
    """Searches on another thread, because Python notices Ctrl-C only where it waits itself. Sets `stop` after so many seconds (-1:
    never) and when the wait is interrupted; then the search ends by itself, with the solver locked until it has.

    A signal that arrives just before the wait begins, or on another thread, does not end the wait. So it is short, and repeated.
    """
    failures: list[BaseException] = []
    done = _thread.allocate_lock()
    done.acquire()

    def run() -> None:
        try:
            search()
        except BaseException as failure:  # for the thread that waits
            failures.append(failure)
        finally:
            done.release()

    try:
        _thread.start_new_thread(run, ())
        end = time.monotonic() + seconds
        while not done.acquire(timeout=_WAIT if seconds < 0 else max(0.0, min(_WAIT, end - time.monotonic()))):
            if 0 <= seconds and end <= time.monotonic():
                stop.value, seconds = 1, -1
    except BaseException:
        stop.value = 1
        raise
    for failure in failures:
        raise failure


def deal(
    seed: int,
    *,
    edition: str = "2013",
    barriers: str = "any",
    silver: bool = False,
    transparent: bool = False,
    count: int = 1,
) -> Iterator[Position]:
    """Random positions, the same for the same seed everywhere: those of `carom deal --seed`. Raises ValueError if there are none."""
    whole("seed", seed, 0, (1 << 64) - 1)
    whole("count", count, 0, (1 << 64) - 1)
    wish = c.Deal(one_of("edition", edition, _EDITIONS), one_of("barriers", barriers, _BARRIERS), silver << 4 | transparent << 5)
    random, first = c.lib.carom_random_seed(seed), c.Position()
    if not c.lib.carom_deal_position(ctypes.byref(c.lib.carom_random_seed(seed)), ctypes.byref(wish), ctypes.byref(first)):
        raise ValueError(f"no board of {edition} has barriers; expected barriers to be 'no' or 'any' with it")
    return _dealt(random, wish, count)


def _dealt(random: c.Random, wish: c.Deal, count: int) -> Iterator[Position]:
    for _ in range(count):
        dealt = c.Position()
        c.lib.carom_deal_position(ctypes.byref(random), ctypes.byref(wish), ctypes.byref(dealt))
        yield Position._of(dealt)


# ---- What the files of this module share ----


def whole(name: str, number: int, least: int, most: int) -> None:
    """Raises ValueError, with a sentence: ctypes would take any number and cut it."""
    if not isinstance(number, int) or not least <= number <= most:
        raise ValueError(f"{name} is {number!r}; expected a whole number from {least} to {most}")


def one_of(name: str, word: str, words: tuple[str, ...]) -> int:
    if word not in words:
        raise ValueError(f"{name} is {word!r}; expected {' or '.join(map(repr, words))}")
    return words.index(word)


def cell_words(cell: int) -> str:
    return c.written("carom_cell_write", cell)


def move_words(move: c.Move) -> str:
    return c.written("carom_move_write", move)


def move_of(words: str) -> c.Move:
    route, count, fault, text = (c.Move * c.ROUTE_MAX)(), ctypes.c_size_t(), c.Fault(), words.encode("utf-8")
    if not c.lib.carom_route_read(route, c.ROUTE_MAX, ctypes.byref(count), text, len(text), ctypes.byref(fault)):
        raise ValueError(c.sentence(fault))
    if count.value != 1:
        raise ValueError(f"{words!r} is not one move")
    return route[0]


def robot_cells(robots: c.Robots) -> Iterator[tuple[str, int]]:
    for robot, letter in enumerate(ROBOTS):
        if robots.present >> robot & 1:
            yield letter, robots.cell[robot]


def legal_moves(board: c.Board, robots: c.Robots) -> list[str]:
    room = 24
    while True:
        moves = (c.Move * room)()
        count = c.lib.carom_bindings_moves(ctypes.byref(board), ctypes.byref(robots), PLUS_MAX, moves, room)
        if count <= room:
            return [move_words(moves[i]) for i in range(count)]
        room = count
