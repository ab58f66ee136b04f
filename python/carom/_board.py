"""Positions of Ricochet Robots: read, written, dealt, solved, checked."""
from __future__ import annotations

import _thread
import ctypes
import threading
import time
import zlib
from dataclasses import dataclass
from typing import Callable, Iterable, Iterator

from . import _library as c

ROBOTS = "RYGBST"  # in the order of the library's numbers
DIRECTIONS = "NESW"
PICTURE_MOVES = 99  # numbers on a picture have two digits
PLUS_MAX = 3  # barriers that legal_moves lets the transparent robot go through: more have no end of moves
_EDITIONS = ("1999", "2013")  # in the order of the library's numbers
_BARRIERS = ("any", "no", "only")
_THEMES = ("light", "dark", "contrast")
_STATUS = ("found", "unsolvable", "limit", "cancelled", "no-memory", "invalid")


def version() -> str:
    """The version of the C library, which `carom.__version__` shows as well."""
    words: bytes = c.lib.carom_version()
    return words.decode()


@dataclass(frozen=True)
class Check:
    """What `Position.check` says about a route, as `carom check --json` does.

    ok        the route wins the round
    why       "ok", or why not: "not-reached", "blocked", "no-ricochet", "too-many", ...
    moves     what the route costs: the number of its moves, unless the transparent robot pays for walls
    stops     the cell where each move ended, up to the first that cannot be made
    reached   the robot of the target stopped on it
    ricochet  it had moved along a row and a column by then (rule R7)
    """

    ok: bool
    why: str
    moves: int
    stops: tuple[str, ...]
    reached: bool
    ricochet: bool


@dataclass(frozen=True)
class Board:
    """What robots slide on. Cells are numbered row * 16 + column from the north-west, also on smaller boards.

    words          the board in the notation, "G1-Y2-R2-B2"
    width, height  its size in cells, at most 16
    walls          for each of 256 cells a byte: bit 1 << direction, in the order NESW, for a wall on that side
    barriers       for each of 256 cells a byte: 0, or 8 + colour in the order RYGB, and 4 more if it runs from north-west to south-east
    blocked        cells that no robot can enter, such as the block in the centre
    targets        the printed targets, token to cell: {"Rm": "e5", ...}
    """

    words: str
    width: int
    height: int
    walls: bytes
    barriers: bytes
    blocked: tuple[str, ...]
    targets: dict[str, str]


@dataclass(frozen=True)
class Solution:
    """What a solver found.

    status    "found": the route is proven to be shortest. "unsolvable": proven, there is none. "limit": `max_nodes` or `max_ms` came
              first. "no-memory"
    moves     what a shortest route costs; None if none was found
    at_least  a proven lower bound; equals `moves` if a route was found
    route     the moves in one string, "BS BW BN"; use `route.split()` for a list
    nodes     how many states were searched; the same everywhere
    """

    status: str
    moves: int | None
    at_least: int
    route: str
    nodes: int


class Position:
    """A board, the robots on it and a target: Position("Y2-G4-R1-B4/Re7,Yc12,Ge3,Bb7/Bp").

    Takes carom's notation, the game IDs of DriftingDroids and drawings; a line break at the end does no harm. Raises ValueError if the
    text is not a position, and says what was expected where. Positions do not change; they compare, hash and pickle by value, and `str`
    gives the notation back.
    """

    def __init__(self, words: str) -> None:
        self._c = c.Position()
        fault, text = c.Fault(), bytes_of("the position", words).rstrip(b"\r\n")
        read = c.lib.carom_ascii_board_read if b"\n" in text else c.lib.carom_position_read
        if not read(ctypes.byref(self._c), c.NEED_TARGET, text, len(text), ctypes.byref(fault)):
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
        """Letter to cell, {"R": "e7", ...}, in the order RYGBST."""
        return {letter: cell_words(cell) for letter, cell in robot_cells(self._c.robots)}

    @property
    def target(self) -> tuple[str, str]:
        """The letter of the robot that must get there ("*": any robot), and the cell: ("B", "j4")."""
        active = self._c.target.active
        return (ROBOTS[active] if active < c.ROBOTS else "*"), cell_words(self._c.target.cell)

    @property
    def board(self) -> Board:
        """The board: size, walls, barriers, printed targets."""
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
        """The position after one move, "RN". Raises ValueError, with the reason, if the move cannot be made."""
        move, slide, moved = move_of(words), c.Slide(), c.Position.from_buffer_copy(self._c)
        robots = c.lib.carom_round_begin(ctypes.byref(self._c.robots))
        if not c.lib.carom_round_move(ctypes.byref(robots), ctypes.byref(self._c.board), move, ctypes.byref(slide)):
            reason: bytes = c.lib.carom_slide_result_sentence(slide.result)
            raise ValueError(f"{words}: {reason.decode()}")
        moved.robots = robots.robots
        return Position._of(moved)

    def drawing(self) -> str:
        """The board drawn with characters, as `carom convert --to drawing` writes it. `Position` reads it, too."""
        return c.written("carom_ascii_board_write", ctypes.byref(self._c))

    def svg(
        self, route: str | Iterable[str] = "", *, theme: str = "light", pixels: int = 0, animate: bool = False, prefix: str = ""
    ) -> str:
        """The position as an SVG picture, as `carom render` draws it; with the arrows of a route, up to a move that cannot be made.
        Notebooks show positions this way by themselves.

        theme     "light", "dark" or "contrast"
        pixels    its width; 0 leaves the size to the page
        animate   plays the route in a loop
        prefix    letters, digits or "-" before each id, so that several pictures fit on one page
        """
        whole("pixels", pixels, 0, 1 << 15)
        moves, count = moves_of(route)
        whole("the number of moves", count, 0, PICTURE_MOVES)
        picture = c.Picture(
            theme=one_of("theme", theme, _THEMES),
            position=ctypes.pointer(self._c),
            route=ctypes.cast(moves, ctypes.POINTER(c.Move)) if count else None,
            route_count=count,
            animated=bool(animate),
            pixels=pixels,
            prefix=bytes_of("prefix", prefix),
            title=str(self).encode(),
        )
        return c.written("carom_picture_svg", ctypes.byref(picture))

    def _repr_svg_(self) -> str:
        return self.svg(pixels=480, prefix=f"p{zlib.crc32(str(self).encode()):08x}-")

    def legal_moves(self) -> list[str]:
        """Every move that can be made now: ["RN", ...]; of the transparent robot those through at most three barriers."""
        return legal_moves(self._c.board, self._c.robots)

    def solve(self, *, max_nodes: int = 0, max_ms: int = 0, ricochet: bool = True) -> Solution:
        """A shortest route, with proof: see `Solver.solve`. To solve many positions, use one `Solver`."""
        with Solver() as solver:
            return solver.solve(self, max_nodes=max_nodes, max_ms=max_ms, ricochet=ricochet)

    def check(self, route: str | Iterable[str], *, ricochet: bool = True, bid: int | None = None) -> Check:
        """Judges a route, "RN RE" or ["RN", "RE"]. Raises ValueError if it cannot be read; a route that fails is an answer.

        ricochet  False: the robot may reach the target in a straight line (without rule R7)
        bid       the number of moves that was announced: the route must have exactly as many
        """
        if bid is not None:
            whole("bid", bid, 0, (1 << 32) - 1)
        words = route_bytes(route)
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
    """A solver with its memory, for many positions: faster where boards and targets repeat.

        with carom.Solver() as solver:
            lengths = [solver.solve(position).moves for position in carom.deal(1, count=100)]

    Close it, or use `with`. Threads that share one take turns; with a solver each they search at the same time.
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
        """Frees its memory, once the search in progress has ended."""
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
        position: Position | str,
        *,
        max_nodes: int = 0,
        max_ms: int = 0,
        ricochet: bool = True,
        robots: c.Robots | None = None,
        axes: Iterable[int] = (),
    ) -> Solution:
        """A shortest route with proof, or a lower bound if a limit comes first. Ctrl-C ends the search with KeyboardInterrupt.

        max_nodes  give up after this many states (0: never); the same answer everywhere
        max_ms     give up after this many milliseconds (0: never)
        ricochet   False: the robot may reach the target in a straight line (without rule R7)
        robots, axes  for environments: where a round stands that began at this position, and what its robots have travelled along
        """
        whole("max_nodes", max_nodes, 0, (1 << 64) - 1)
        whole("max_ms", max_ms, 0, 1 << 31)
        asked = c.Position.from_buffer_copy(position_of(position)._c)
        if robots is not None:
            asked.robots = robots
        stop, found = ctypes.c_int(0), c.Solution()
        options = c.SolveOptions(
            no_ricochet=not ricochet, max_nodes=max_nodes, cancelled=c.cancelled, context=ctypes.addressof(stop)
        )
        for robot, axis in enumerate(axes):
            options.axes_travelled[robot] = axis

        def search(_read_by_c: ctypes.c_int = stop) -> None:  # a default: lives as long as the search, even if nobody waits for it
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
    """Searches on another thread, because Python notices Ctrl-C only where it waits itself. Sets `stop` after this many seconds (-1:
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
    """Yields random positions; a seed gives the same ones everywhere, those of `carom deal --seed`. For one: next(carom.deal(7)).

    edition      "2013" or "1999"
    barriers     "any", "no" or "only": boards with or without barriers
    silver       with the silver robot
    transparent  with the transparent robot
    count        how many

    Raises ValueError if no board is like that.
    """
    whole("seed", seed, 0, (1 << 64) - 1)
    whole("count", count, 0, (1 << 64) - 1)
    extra = bool(silver) << 4 | bool(transparent) << 5
    wish = c.Deal(one_of("edition", edition, _EDITIONS), one_of("barriers", barriers, _BARRIERS), extra)
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


def bytes_of(name: str, words: str) -> bytes:
    """What C reads. Raises TypeError, with a sentence, for anything but a string."""
    if not isinstance(words, str):
        raise TypeError(f"{name} is {words!r}; expected a string")
    return words.encode("utf-8")


def route_bytes(route: str | Iterable[str]) -> bytes:
    return bytes_of("the route", route) if isinstance(route, str) else b" ".join(bytes_of("a move", move) for move in route)


def position_of(given: Position | str) -> Position:
    return given if isinstance(given, Position) else Position(given)


def cell_words(cell: int) -> str:
    return c.written("carom_cell_write", cell)


def move_words(move: c.Move) -> str:
    return c.written("carom_move_write", move)


def moves_of(route: str | Iterable[str]) -> tuple[ctypes.Array[c.Move], int]:
    """The moves of a route, and how many there are."""
    moves, count, fault, text = (c.Move * c.ROUTE_MAX)(), ctypes.c_size_t(), c.Fault(), route_bytes(route)
    if not c.lib.carom_route_read(moves, c.ROUTE_MAX, ctypes.byref(count), text, len(text), ctypes.byref(fault)):
        raise ValueError(c.sentence(fault))
    return moves, count.value


def move_of(words: str) -> c.Move:
    moves, count = moves_of(bytes_of("the move", words).decode())
    if count != 1:
        raise ValueError(f"{words!r} is not one move; expected one, such as RN")
    return moves[0]


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
