#!/usr/bin/env python3
"""The Python module on the library, against `carom` itself. Speaks TAP.

module.py CAROM LIBRARY SOURCE BUILD
"""
import copy
import doctest
import json
import os
import pickle
import random
import re
import subprocess
import sys
import tempfile

CAROM, LIBRARY, SOURCE, BUILD = sys.argv[1:5]
HERE = os.path.dirname(os.path.abspath(__file__))
os.environ["CAROM_LIBRARY"] = LIBRARY
sys.path[:0] = [os.path.join(HERE, "../support"), HERE, os.path.join(SOURCE, "python")]
sys.dont_write_bytecode = True
import tap

import layout

import carom
import carom._library

SEED = int(os.environ.get("CAROM_TEST_SEED", random.SystemRandom().randrange(1 << 32)))
ROUTES = 1000


def program(*words, lines=()):
    done = subprocess.run([CAROM, *words], input="".join(line + "\n" for line in lines), stdout=subprocess.PIPE, text=True,
                          check=False, timeout=120, env={"LC_ALL": "C.UTF-8"})
    assert done.returncode in (0, 1), done
    return done.stdout.splitlines()


def test_structs_are_as_the_headers_say():
    compiler = ["cc", "-I", os.path.join(SOURCE, "include"), "-I", os.path.join(BUILD, "include")]
    with tempfile.TemporaryDirectory() as folder:
        found = list(layout.mismatches(carom._library.STRUCTS, compiler, folder))
    assert not found, found


def test_types_hold():
    done = subprocess.run(["/usr/bin/mypy", "--strict", "--no-incremental", "--cache-dir=/dev/null", "carom", "../examples/walk.py", "../examples/baselines.py"],
                          cwd=os.path.join(SOURCE, "python"), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_what_the_module_says_of_itself_is_so():
    found = doctest.testmod(carom)
    assert found.failed == 0 and found.attempted > 2, found


def test_deals_what_the_program_deals():
    for words, options in (([], {}), (["--edition", "1999", "--silver"], {"edition": "1999", "silver": True}),
                           (["--barriers", "only"], {"barriers": "only"})):
        dealt = [str(position) for position in carom.deal(SEED, count=20, **options)]
        assert dealt == program("deal", "--seed", str(SEED), "-n", "20", *words)


def test_deals_the_transparent_robot():
    dealt = [str(position) for position in carom.deal(SEED, count=20, silver=True, transparent=True)]
    assert dealt == program("deal", "--seed", str(SEED), "-n", "20", "--silver", "--transparent")


def test_boards_and_moves_of_a_position():
    position = carom.Position("Y2-G4-R1-B4/Re7,Yc12,Ge3,Bb7/Bp")
    board = position.board
    assert (board.words, board.width, board.height) == ("Y2-G4-R1-B4", 16, 16)
    assert board.blocked == ("h8", "i8", "h9", "i9") and len(board.targets) == 17
    assert board.targets["Bp"] == position.target[1] and board.walls[0] & 9 == 9
    for word in position.legal_moves():
        moved = position.move(word)
        assert moved.robots[word[0]] == position.check([word]).stops[0] and moved.board == board
    for wrong in ("YN", "RN RE", "XX"):
        try:
            carom.Position("G1-Y2-R2-B2/Ro3,Yp1,Gb3,Bn12/Bg").move(wrong)
        except ValueError as fault:
            assert wrong in str(fault), fault
        else:
            raise AssertionError(wrong)
    assert carom.__version__ == carom.version() and carom.Position.move.__doc__


def test_pictures_are_the_program_s():
    for position in carom.deal(SEED, count=3, silver=True):
        route = position.solve().route
        for words, options in (([], {}), (["--route", route], {"route": route.split()}), (["--route", route, "--animate"], {"route": route, "animate": True}),
                               (["--theme", "dark", "--size", "300"], {"theme": "dark", "pixels": 300})):
            drawn = position.svg(**{"pixels": 1024, **options})
            assert drawn.splitlines() == program("render", "-o", "-", str(position), *words), (position, words)
    one, other = next(carom.deal(1))._repr_svg_(), next(carom.deal(2))._repr_svg_()
    names = [set(re.findall(r'id="([^"]+)"', shown)) for shown in (one, other)]
    assert names[0] and not names[0] & names[1], "two pictures on one page"


def test_positions_are_values():
    position = next(carom.deal(SEED))
    again = carom.Position(str(position))
    assert position == again and hash(position) == hash(again) and position != next(carom.deal(SEED + 1))
    assert pickle.loads(pickle.dumps(position)) == copy.deepcopy(position) == position and eval(repr(position), {"Position": carom.Position}) == position
    drawn = carom.Position(position.drawing())
    assert [str(drawn)] == program("convert", "@-", lines=position.drawing().splitlines())
    assert (drawn.robots, drawn.target, drawn.board.walls) == (position.robots, position.target, position.board.walls)
    assert carom.Position(f"{position}\n") == position


def test_what_is_no_text_is_a_type_error():
    position = next(carom.deal(SEED))
    for wrong in (lambda: carom.Position(5), lambda: carom.Position(position), lambda: position.move(3), lambda: position.check(["RN", 3]),
                  lambda: position.svg(prefix=1), lambda: carom.Environment(7), lambda: carom.Environment().reset(options={"position": 7})):
        try:
            wrong()
        except TypeError as fault:
            assert "expected a string" in str(fault), fault
        else:
            raise AssertionError("no complaint")


def test_help_describes_everything():
    public = [getattr(carom, name) for name in carom.__all__]
    public += [part for kind in public if isinstance(kind, type) for name, part in vars(kind).items()
               if not name.startswith("_") and (callable(part) or isinstance(part, property))]
    silent = [part for part in public if not (part.__doc__ or "").strip()]
    assert len(public) > 20 and not silent, silent


def test_what_cannot_be_is_refused_with_a_sentence():
    position = carom.Position("Y2-G4-R1-B4/Re7,Yc12,Ge3,Bb7/Bp")
    nowhere = {"edition": "1999", "barriers": "only"}
    for named, wrong in (
        ("barriers", lambda: next(carom.deal(1, **nowhere))), ("barriers", lambda: carom.Environment(deal=nowhere).reset()),
        ("'1999' or '2013'", lambda: carom.deal(1, edition="2000")), ("'any' or 'no' or 'only'", lambda: carom.deal(1, barriers="x")),
        ("seed", lambda: carom.deal(-1)), ("seed", lambda: carom.deal(1 << 64)), ("seed", lambda: carom.Environment().reset(seed=-1)),
        ("count", lambda: carom.deal(1, count=-1)), ("max_nodes", lambda: position.solve(max_nodes=-1)),
        ("max_nodes", lambda: position.solve(max_nodes=1 << 64)), ("bid", lambda: position.check("RN", bid=-1)),
        ("max_moves", lambda: carom.Environment(max_moves=-1)), ("theme", lambda: position.svg(theme="pink")),
        ("moves", lambda: position.svg("RN " * 100)),
    ):
        try:
            wrong()
        except ValueError as fault:
            assert named in str(fault) and "expected" in str(fault), fault
        else:
            raise AssertionError(f"{named} was not refused")


def test_solves_as_the_program_does():
    positions = list(carom.deal(SEED, count=30))
    answers = [json.loads(line) for line in program("solve", "--json", lines=map(str, positions))]
    with carom.Solver() as solver:
        for position, answer in zip(positions, answers, strict=True):
            solution = solver.solve(position)
            assert (solution.status, solution.moves) == ("found", answer["moves"]), (position, answer)
            assert solution.route.split() == answer["route"]
            assert position.check(solution.route, bid=solution.moves).ok


def test_tables_of_a_board_are_built_once():
    """Counted, not timed: 17 targets of a board, again and again with other robots. One table each: without barriers robots are alike."""
    with carom.Solver() as solver:
        for robots in ("Ra1,Yb2,Gc3,Bd4", "Ra2,Yp9,Gi1,Bk16", "Rp1,Ya16,Gp16,Ba9"):
            for target in carom.Position("Y2-R2-B2-G1/Ra1,Yb2,Gc3,Bd4/V").board.targets:
                assert solver.solve(carom.Position(f"Y2-R2-B2-G1/{robots}/{target}")).status == "found"
            assert solver.tables_built == 17, solver.tables_built
    try:
        solver.tables_built
    except ValueError as fault:
        assert "closed" in str(fault)
    else:
        raise AssertionError("a closed solver was asked")


def random_routes(chance):
    """Routes of moves that can be made, a wrong one now and then, and some that arrive."""
    with carom.Solver() as solver:
        for position in carom.deal(SEED, count=ROUTES, silver=chance.random() < 0.5):
            environment = carom.Environment(position)
            environment.reset()
            route = solver.solve(position).route.split() if chance.random() < 0.1 else []
            for _ in range(0 if route else chance.randrange(1, 12)):
                move = chance.choice(environment.legal_moves()) if chance.random() < 0.97 else chance.choice("RYGB") + chance.choice("NESW")
                route.append(move)
                if any(environment.step(move)[2:4]):
                    break
            yield position, route


def follow(position, route):
    """A route in the environment: how `carom check` would describe it."""
    environment = carom.Environment(position)
    environment.reset()
    stops, reached = [], False
    for move in route:
        before = environment.legal_moves()
        _, reward, terminated, _, info = environment.step(move)
        assert (move in before) == (info["why"] in ("", "no-ricochet")), (position, route, move)
        if info["why"] not in ("", "no-ricochet"):
            return {"ok": False, "why": info["why"], "stops": stops}
        assert reward == -1.0 or info["why"] == "no-ricochet"
        stops.append(info["robots"][move[0]])
        reached = info["reached"]
        if terminated:
            break
    return {"ok": reached, "why": info["why"] or ("ok" if reached else "not-reached"), "stops": stops}


def test_a_thousand_random_routes_agree_with_check():
    routes = list(random_routes(random.Random(SEED)))
    verdicts = program("check", "--json", lines=(f"{position} {' '.join(route)}" for position, route in routes))
    good = 0
    for (position, route), line in zip(routes, verdicts, strict=True):
        verdict, check, followed = json.loads(line), position.check(route), follow(position, route)
        good += verdict["ok"]
        assert check.ok == verdict["ok"] == followed["ok"], (position, route, verdict, followed)
        assert check.why == verdict.get("why", "ok") == followed["why"], (position, route, verdict, followed)
        assert list(check.stops) == verdict["stops"] == followed["stops"], (position, route, verdict, followed)
        assert check.moves == verdict["moves"], (position, route, verdict)
    assert len(routes) == ROUTES and ROUTES // 20 < good < ROUTES // 2, good


def test_the_optimum_leads_home():
    environment = carom.Environment()
    for seed in range(10):
        _, info = environment.reset(seed=seed)
        moves = environment.optimum().moves
        total, terminated = 0.0, False
        while not terminated:
            best = environment.optimum()
            assert best.moves == moves + total, (info, best)
            _, reward, terminated, _, info = environment.step(best.route.split()[0])
            total += reward
        assert info["reached"] and total == -moves


def test_actions_have_numbers():
    environment = carom.Environment("G1-Y2-R2-B2/Ro3,Yp1,Gb3,Bn12/Bg")
    seen, _ = environment.reset()
    mask = environment.action_mask()
    assert len(mask) == environment.actions == 24 and sum(mask) == len(environment.legal_moves())
    assert seen.robots == (46, 15, 33, 189, -1, -1) and seen.active == 3 and len(seen.walls) == 256
    bad = mask.index(False)
    after, reward, terminated, truncated, info = environment.step(bad)
    assert (after, reward, terminated, truncated) == (seen, -1.0, False, False) and info["why"]


def test_words_that_are_none_get_a_sentence():
    for deed in (lambda: carom.Position("G1-Y2"), lambda: carom.Position("G1-Y2-R2-B2/Ro3,Yp1,Gb3,Bn12/Bg").check("XX"),
                 lambda: carom.Environment().step("RN"), lambda: carom.Environment().legal_moves()):
        try:
            deed()
        except ValueError as fault:
            assert 15 < len(str(fault)) < 300 and "\n" not in str(fault), fault
        else:
            raise AssertionError("no complaint")


print("# CAROM_TEST_SEED =", SEED)
tap.run(globals())
