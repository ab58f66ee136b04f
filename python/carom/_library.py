"""The C library as ctypes sees it: its structs, its functions, and where it is found.

Only what the module needs is here. tests/library/layout.py holds every struct to the C headers, byte for byte, so that a
change there is seen before anybody reads the wrong bytes.
"""
from __future__ import annotations

import ctypes
import os
import sys
from ctypes import POINTER, c_bool, c_char, c_char_p, c_float, c_int, c_size_t, c_uint, c_uint8, c_uint16, c_uint32, c_uint64
from ctypes import c_void_p

CELLS = 256
SIDE = 16
ROBOTS = 6
TOKENS = 17
ROUTE_MAX = 256
CHECK_MOVES = 256
NEED_TARGET = 1
MICRO_POSITION_BYTES = 84  # room in a puzzle's union; smaller than a position


class Text(ctypes.Structure):
    _fields_ = [("bytes", c_void_p), ("size", c_size_t), ("length", c_size_t), ("truncated", c_bool), ("last", c_char), ("missing", c_size_t)]


class Fault(ctypes.Structure):
    _fields_ = [("code", c_int), ("line", c_uint32), ("column", c_uint32), ("found", c_char * 40)]


class Robots(ctypes.Structure):
    _fields_ = [("present", c_uint8), ("cell", c_uint8 * ROBOTS)]


class Board(ctypes.Structure):
    _fields_ = [
        ("width", c_uint8),
        ("height", c_uint8),
        ("faces", c_uint8 * 4),
        ("walls", c_uint8 * CELLS),
        ("barriers", c_uint8 * CELLS),
        ("solid", c_uint16 * SIDE),
        ("tokens", c_uint32),
        ("token_cell", c_uint8 * TOKENS),
    ]


class Target(ctypes.Structure):
    _fields_ = [("is_set", c_bool), ("token", c_uint8), ("active", c_uint8), ("cell", c_uint8)]


class Position(ctypes.Structure):
    _fields_ = [("board", Board), ("robots", Robots), ("target", Target)]


class _Puzzle(ctypes.Union):
    _fields_ = [("position", Position), ("micro", c_uint8 * MICRO_POSITION_BYTES)]


class Puzzle(ctypes.Structure):
    _anonymous_ = ("either",)
    _fields_ = [("game", c_int), ("either", _Puzzle)]


class Move(ctypes.Structure):
    _fields_ = [("robot", c_uint8), ("direction", c_uint8), ("through_wall", c_bool), ("pass_barriers", c_uint64)]


class Slide(ctypes.Structure):
    _fields_ = [
        ("result", c_int),
        ("to", c_uint8),
        ("axes", c_uint8),
        ("cost", c_uint8),
        ("steps", c_uint16),
        ("bounces", c_uint16),
    ]


class Round(ctypes.Structure):
    _fields_ = [("robots", Robots), ("axes", c_uint8 * ROBOTS), ("moves", c_uint32), ("cost", c_uint32)]


class CheckRules(ctypes.Structure):
    _fields_ = [("no_ricochet", c_bool), ("has_bid", c_bool), ("bid", c_uint32), ("at_most", c_bool), ("reserved", c_uint32 * 4)]


class Check(ctypes.Structure):
    _fields_ = [
        ("result", c_int),
        ("cost", c_uint32),
        ("reached", c_bool),
        ("ricochet", c_bool),
        ("failed_move_number", c_uint32),
        ("bad_move", Move),
        ("slide", Slide),
        ("bad_cell", c_uint8),
        ("moves", c_uint32),
        ("stops", c_uint8 * CHECK_MOVES),
    ]


RESIZE = ctypes.CFUNCTYPE(c_void_p, c_void_p, c_void_p, c_size_t, c_size_t)
CANCELLED = ctypes.CFUNCTYPE(c_bool, c_void_p)


class Memory(ctypes.Structure):
    _fields_ = [("resize", RESIZE), ("context", c_void_p)]


class SolveOptions(ctypes.Structure):
    _fields_ = [
        ("no_ricochet", c_bool),
        ("axes_travelled", c_uint8 * ROBOTS),
        ("max_cost", c_uint32),
        ("max_nodes", c_uint64),
        ("cancelled", CANCELLED),
        ("context", c_void_p),
        ("max_ms", c_uint32),
        ("now", c_void_p),
        ("team", c_void_p),
        ("reserved", c_uint64 * 3),
    ]


class Solution(ctypes.Structure):
    _fields_ = [
        ("status", c_int),
        ("cost", c_uint32),
        ("lower_bound", c_uint32),
        ("nodes", c_uint64),
        ("moves", c_uint32),
        ("route", Move * ROUTE_MAX),
    ]


class Picture(ctypes.Structure):
    _fields_ = [
        ("kind", c_int),
        ("theme", c_int),
        ("position", POINTER(Position)),
        ("micro", c_void_p),
        ("icon", c_uint),
        ("markers", c_void_p),
        ("route", POINTER(Move)),
        ("micro_route", c_void_p),
        ("route_count", c_size_t),
        ("animated", c_bool),
        ("animation_state", c_void_p),
        ("has_selected", c_bool),
        ("selected", c_uint8),
        ("layers_off", c_uint),
        ("transparent", c_bool),
        ("column", c_uint8),
        ("row", c_uint8),
        ("width", c_uint8),
        ("height", c_uint8),
        ("pixels", c_uint),
        ("prefix", c_char_p),
        ("title", c_char_p),
        ("heat", c_void_p),
        ("chart_values", c_void_p),
        ("chart_count", c_size_t),
        ("hide_letters", c_bool),
        ("target_shapes", c_bool),
        ("has_look", c_bool),
        ("look", c_uint8),
        ("mood", c_uint8),
        ("reserved", c_uint8 * 27),
    ]


class Random(ctypes.Structure):
    _fields_ = [
        ("state", c_uint64 * 4),
        ("secret", c_bool),
        ("stream", c_uint64),
        ("block", c_uint64),
        ("block_words", c_uint64 * 8),
        ("words_left", c_uint),
    ]


class Deal(ctypes.Structure):
    _fields_ = [("edition", c_int), ("barriers", c_int), ("extra_robots", c_uint8), ("reserved", c_uint32 * 4)]


class Environment(ctypes.Structure):
    _fields_ = [("position", Position), ("round", Round), ("random", Random), ("steps", c_uint32)]


class EnvironmentOptions(ctypes.Structure):
    _fields_ = [
        ("no_ricochet", c_bool),
        ("deal_again", c_bool),
        ("max_steps", c_uint32),
        ("spoilt", c_float),
        ("positions", POINTER(Position)),
        ("position_count", c_size_t),
        ("width", c_uint8),
        ("height", c_uint8),
        ("robots", c_uint8),
        ("deal", Deal),
        ("final_planes", POINTER(c_uint8)),
        ("reserved", c_uint64 * 3),
    ]


class EnvironmentResults(ctypes.Structure):
    _fields_ = [
        ("reward", POINTER(c_float)),
        ("terminated", POINTER(c_uint8)),
        ("truncated", POINTER(c_uint8)),
        ("reached", POINTER(c_uint8)),
        ("why", POINTER(c_uint8)),
        ("planes", POINTER(c_uint8)),
        ("reserved", c_void_p * 3),
    ]


STRUCTS = {
    "carom_text": Text,
    "carom_error": Fault,
    "carom_robots": Robots,
    "carom_board": Board,
    "carom_target": Target,
    "carom_position": Position,
    "carom_puzzle": Puzzle,
    "carom_move": Move,
    "carom_slide": Slide,
    "carom_round": Round,
    "carom_check_rules": CheckRules,
    "carom_check": Check,
    "carom_allocator": Memory,
    "carom_solve_options": SolveOptions,
    "carom_solution": Solution,
    "carom_picture": Picture,
    "carom_random": Random,
    "carom_deal_options": Deal,
    "carom_environment": Environment,
    "carom_environment_options": EnvironmentOptions,
    "carom_environment_results": EnvironmentResults,
}

# name: what it returns, what it takes
_FUNCTIONS = {
    "carom_version": (c_char_p, []),
    "carom_text_init": (Text, [c_void_p, c_size_t]),
    "carom_error_sentence": (c_char_p, [c_int]),
    "carom_error_format": (None, [POINTER(Text), POINTER(Fault), c_char_p]),
    "carom_position_read": (c_bool, [POINTER(Position), c_int, c_char_p, c_size_t, POINTER(Fault)]),
    "carom_position_write": (None, [POINTER(Text), POINTER(Position)]),
    "carom_ascii_board_read": (c_bool, [POINTER(Position), c_int, c_char_p, c_size_t, POINTER(Fault)]),
    "carom_ascii_board_write": (None, [POINTER(Text), POINTER(Position)]),
    "carom_cell_write": (None, [POINTER(Text), c_uint8]),
    "carom_move_write": (None, [POINTER(Text), Move]),
    "carom_route_read": (c_bool, [POINTER(Move), c_size_t, POINTER(c_size_t), c_char_p, c_size_t, POINTER(Fault)]),
    "carom_bindings_heap": (POINTER(Memory), []),
    "carom_bindings_cancelled": (c_bool, [c_void_p]),
    "carom_bindings_moves": (c_size_t, [POINTER(Board), POINTER(Robots), c_uint, POINTER(Move), c_size_t]),
    "carom_slide_result_name": (c_char_p, [c_int]),
    "carom_slide_result_sentence": (c_char_p, [c_int]),
    "carom_board_write": (None, [POINTER(Text), POINTER(Board)]),
    "carom_token_write": (None, [POINTER(Text), c_uint]),
    "carom_round_begin": (Round, [POINTER(Robots)]),
    "carom_round_move": (c_bool, [POINTER(Round), POINTER(Board), Move, POINTER(Slide)]),
    "carom_round_state": (c_int, [POINTER(Round), POINTER(Target), c_uint, c_bool]),
    "carom_check_route": (c_bool, [POINTER(Check), POINTER(Puzzle), c_char_p, c_size_t, POINTER(CheckRules), POINTER(Fault)]),
    "carom_check_name": (c_char_p, [POINTER(Check)]),
    "carom_picture_svg": (None, [POINTER(Text), POINTER(Picture)]),
    "carom_random_seed": (Random, [c_uint64]),
    "carom_deal_position": (c_bool, [POINTER(Random), POINTER(Deal), POINTER(Position)]),
    "carom_environments_seed": (None, [c_void_p, c_size_t, c_uint64]),
    "carom_environments_reset": (c_bool, [c_void_p, c_size_t, c_void_p, c_void_p]),
    "carom_environment_begin": (c_bool, [c_void_p, POINTER(Position), c_void_p]),
    "carom_environments_step": (None, [c_void_p, c_size_t, c_void_p, c_void_p, c_void_p]),
    "carom_environments_mask": (None, [c_void_p, c_size_t, c_void_p]),
    "carom_solver_new": (c_void_p, [POINTER(Memory)]),
    "carom_solver_keep_boards": (c_size_t, [c_void_p, c_size_t]),
    "carom_solver_tables_built": (c_uint64, [c_void_p]),
    "carom_solver_free": (None, [c_void_p]),
    "carom_solve": (c_int, [c_void_p, POINTER(Position), POINTER(SolveOptions), POINTER(Solution)]),
}


def _load() -> ctypes.CDLL:
    """CAROM_LIBRARY names a file; else the library in a wheel, beside this file; else the installed one."""
    in_wheel, installed = ("libcarom.dylib", "libcarom.1.dylib") if sys.platform == "darwin" else ("libcarom.so", "libcarom.so.1")
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), in_wheel)
    name = os.environ.get("CAROM_LIBRARY") or (beside if os.path.exists(beside) else installed)
    try:
        library = ctypes.CDLL(name)
    except OSError as fault:
        raise ImportError(
            f"libcarom was not found ({fault}); `pip install .` brings it along, `meson install` or the package libcarom1 installs it, "
            "and CAROM_LIBRARY can name the file"
        ) from None
    for function, (returns, takes) in _FUNCTIONS.items():
        found = getattr(library, function)
        found.restype, found.argtypes = returns, takes
    return library


lib = _load()


# What the solver calls while it runs are functions of the library. Functions of Python's would not do: an exception in one, such as
# Ctrl-C, has nowhere to go and becomes a return value that C then uses, as memory for example.
heap = lib.carom_bindings_heap()
cancelled = ctypes.cast(lib.carom_bindings_cancelled, CANCELLED)


# ---- Words ----


def written(write: str, *things: object) -> str:
    """What a carom_..._write function writes."""
    size = 4096
    while True:
        room = ctypes.create_string_buffer(size)
        text = lib.carom_text_init(ctypes.addressof(room), size)
        getattr(lib, write)(ctypes.byref(text), *things)
        if not text.truncated:
            return room.value.decode("utf-8")
        size = text.length + text.missing + 1


def sentence(fault: Fault) -> str:
    """What was wrong with a text, in one English sentence."""
    words = written("carom_error_format", ctypes.byref(fault), lib.carom_error_sentence(fault.code))
    place = ([f"line {fault.line}"] if fault.line > 1 else []) + ([f"column {fault.column}"] if fault.column else [])
    return f"{words} ({', '.join(place)})" if place else words
