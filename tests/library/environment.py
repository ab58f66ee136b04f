#!/usr/bin/env python3
"""The environments for learning programs, against the slower one that asks the rules move by move. Speaks TAP.

environment.py LIBRARY SOURCE [bare]. `bare` is the form without numpy, which the test runs itself.
"""
import doctest
import importlib.util
import os
import pickle
import random
import subprocess
import sys
import types

LIBRARY, SOURCE = sys.argv[1:3]
BARE = sys.argv[3:] == ["bare"]
HERE = os.path.dirname(os.path.abspath(__file__))
os.environ["CAROM_LIBRARY"] = LIBRARY
sys.path[:0] = [os.path.join(HERE, "../support"), os.path.join(SOURCE, "python")]
sys.dont_write_bytecode = True
if BARE:
    sys.modules["numpy"] = None  # type: ignore[assignment]
import tap

import carom
from carom import gym, language
from carom.language import prompt, verify

SEED = int(os.environ.get("CAROM_TEST_SEED", random.SystemRandom().randrange(1 << 32)))
ALL = {"silver": True, "transparent": True}


def refused(wrong, words):
    try:
        wrong()
    except ValueError as fault:
        assert words in str(fault), fault
    else:
        raise AssertionError(f"{words}: not refused")


def expected_planes(environment):
    """The planes of `carom.Environment`'s round, from what the module says about it in words."""
    position, seen = environment.position, environment._observation()
    planes = {name: set() for name in gym.PLANES}
    board = position.board
    for cell in range(256):
        for i, way in enumerate("NESW"):
            if board.walls[cell] >> i & 1:
                planes[f"wall {way}"].add(cell)
        barrier = board.barriers[cell]
        if barrier:
            planes[("\\ " if barrier & 4 else "/ ") + "RYGB"[barrier & 3]].add(cell)
        name = "abcdefghijklmnop"[cell % 16] + str(cell // 16 + 1)
        if cell % 16 >= board.width or cell // 16 >= board.height or name in board.blocked:
            planes["blocked"].add(cell)
    planes["target"].add(seen.target)
    for robot, letter in enumerate("RYGBST"):
        cell = seen.robots[robot]
        if cell >= 0:
            planes[f"robot {letter}"].add(cell)
            planes["active"] |= {cell} if seen.active in (-1, robot) else set()
            planes["travelled vertically"] |= {cell} if seen.axes[robot] & 1 else set()
            planes["travelled horizontally"] |= {cell} if seen.axes[robot] & 2 else set()
    return bytes(cell in planes[name] for name in gym.PLANES for cell in range(256))


def test_steps_are_those_of_the_rules():
    chance, ended = random.Random(SEED), 0
    for number, position in enumerate(carom.deal(SEED, count=40, **ALL)):
        slow, fast = carom.Environment(position, max_moves=30), gym.RicochetEnv(position=position, max_steps=30)
        slow.reset()
        seen, _ = fast.reset(seed=1)
        over = False
        while not over:
            assert bytes(seen) == expected_planes(slow), position
            assert list(fast.action_mask()) == list(fast.action_masks()) == slow.action_mask() and fast.legal_moves() == slow.legal_moves()
            action = chance.randrange(24)
            if number % 8 == 0:  # these get there, unless only a move with signs does it
                route = slow.optimum().route.split()
                action = gym.ACTIONS.index(route[0]) if route and route[0] in gym.ACTIONS else action
            _, reward, terminated, truncated, info = slow.step(action)
            seen, *rest = fast.step(action)
            why = "" if info["why"] == "no-ricochet" else info["why"]
            assert rest[:3] == [reward, terminated, truncated] and rest[3]["reached"] == info["reached"] and rest[3]["why"] == why
            over = terminated or truncated
        ended += terminated
        refused(lambda: fast.step(0), "reset")
    assert ended > 0


def test_many_at_once_are_like_one_at_a_time():
    count, chance = 7, random.Random(SEED)
    many, one = gym.VectorEnvironment(count, max_steps=20), [gym.RicochetEnv(max_steps=20) for _ in range(count)]
    many.reset(seed=SEED)
    for i, environment in enumerate(one):
        environment.reset(seed=SEED + i)
    for _ in range(100):
        actions = [chance.randrange(24) for _ in range(count)]
        planes, rewards, terminated, truncated, info = many.step(actions)
        for i, environment in enumerate(one):
            seen, *rest = environment.step(actions[i])
            assert rest[:3] == [rewards[i], bool(terminated[i]), bool(truncated[i])] and rest[3]["reached"] == bool(info["reached"][i])
            if rest[1] or rest[2]:
                seen, _ = environment.reset()
            seen = bytes(seen)
            assert seen == bytes(planes)[i * len(seen) : (i + 1) * len(seen)]
            assert many.position(i) == environment.position


def test_the_last_planes_of_a_round_are_kept():
    """A second environment with the same seeds, not dealt again, shows what a truncated round looked like at its end."""
    count, steps = 5, 4
    many, one = gym.VectorEnvironment(count, max_steps=steps), [gym.RicochetEnv(max_steps=steps) for _ in range(count)]
    assert many.num_envs == count
    many.reset(seed=SEED)
    for i, environment in enumerate(one):
        environment.reset(seed=SEED + i)
    chance = random.Random(SEED)
    for _ in range(steps):
        actions = [chance.randrange(16) for _ in range(count)]
        planes, _, terminated, truncated, info = many.step(actions)
        for i, environment in enumerate(one):
            if environment._over:
                continue
            seen = bytes(environment.step(actions[i])[0])
            here = slice(i * len(seen), (i + 1) * len(seen))
            over = terminated[i] or truncated[i]
            assert seen == bytes(info["final_obs"] if over else planes)[here] and (not over or seen != bytes(planes)[here])
    assert all(environment._over for environment in one)
    many.close()


def test_what_the_modules_say_of_themselves_is_so():
    for module in (gym, language):
        found = doctest.testmod(module)
        assert found.failed == 0 and found.attempted > 2, found


def test_seeds():
    first, again = gym.RicochetEnv(), gym.RicochetEnv()
    assert bytes(first.reset(seed=5)[0]) == bytes(again.reset(seed=5)[0]) and first.position == again.position
    assert first.reset() and again.reset() and first.position == again.position
    assert len({str(environment.position) for environment in (gym.RicochetEnv() for _ in range(9)) if environment.reset()}) == 9


def test_boards_of_any_size():
    environment = gym.RicochetEnv(size=(5, 7), robots=2)
    for seed in range(50):
        environment.reset(seed=seed)
        position = environment.position
        assert (position.board.width, position.board.height) == (5, 7) and set(position.robots) == {"R", "Y"}
        assert carom.Position(str(position)) == position
    for position in gym.puzzles("easy")[:3]:
        assert environment.reset(options={"position": position.position}) and environment.position == position.position


def plain(value):
    """Arrays and their like as lists, which can be compared."""
    if isinstance(value, dict):
        return {name: plain(of) for name, of in value.items()}
    return [plain(of) for of in value] if hasattr(value, "__len__") and not isinstance(value, str) else value


def test_it_can_be_pickled():
    for made in (gym.RicochetEnv(render_mode="ansi", deal=ALL), gym.VectorEnvironment(3, positions=[gym.puzzles("hard")[0].position])):
        made.reset(seed=3)
        made.step(1 if isinstance(made, gym.RicochetEnv) else [1, 2, 3])
        copy = pickle.loads(pickle.dumps(made))
        action = 2 if isinstance(made, gym.RicochetEnv) else [2, 3, 5]
        first, second = made.step(action), copy.step(action)
        assert bytes(first[0]) == bytes(second[0]) and plain(first[1:]) == plain(second[1:])
    assert gym.RicochetEnv(render_mode="ansi").render_mode == "ansi"


def test_the_oracle_and_pictures():
    environment = gym.RicochetEnv(render_mode="ansi")
    environment.reset(options={"position": "Y2-G4-R1-B4/Re7,Yc12,Ge3,Bb7/Bp"})
    assert "robots" in environment.render() and gym.RicochetEnv().render_mode is None
    for left in range(5, 0, -1):
        best = environment.optimum()
        assert best.moves == left
        done = environment.step(gym.ACTIONS.index(best.route.split()[0]))
    assert done[2] and done[4]["reached"]


def test_spaces_give_actions():
    one, many = gym.RicochetEnv(), gym.VectorEnvironment(5, render_mode="ansi")
    one.action_space.seed(SEED)
    first = [int(one.action_space.sample()) for _ in range(20)]
    one.action_space.seed(SEED)
    assert first == [int(one.action_space.sample()) for _ in range(20)] and len(set(first)) > 1
    assert repr(one.action_space) == "Discrete(24)" and repr(one.observation_space) == "Box(0, 1, (23, 16, 16), uint8)"
    seen, _ = one.reset()
    assert one.observation_space.contains(seen) and not one.observation_space.contains(seen[1:])
    for _ in range(100):
        mask = one.action_mask()
        assert mask[one.action_space.sample(mask=mask if gym._gymnasium is None else mask.astype("int8"))]
    seen, _ = many.reset()
    actions = many.action_space.sample()
    assert many.action_space.contains(actions) and not many.action_space.contains(actions[1:])
    assert many.observation_space.contains(bytes(seen) if BARE else seen)
    kept = many.step(actions)[1]
    many.rewards[0] = 7
    assert kept[0] == -1 or kept[0] == -101, "rewards are not overwritten"
    assert many.render() == tuple(many.position(i).drawing() for i in range(5))


def test_what_cannot_be_is_refused():
    made = gym.VectorEnvironment(2)
    refused(lambda: made.step([1, 2]), "reset")
    made.reset()
    refused(lambda: made.step([1]), "expected 2")
    refused(lambda: gym.VectorEnvironment(0), "num_envs")
    refused(lambda: made.reset(options={"position": 1}), "options has position")
    refused(lambda: gym.RicochetEnv(size=(17, 4)), "width")
    refused(lambda: gym.RicochetEnv(size=(2, 2), robots=4).reset(), "three cells")
    refused(lambda: gym.RicochetEnv(deal={"edition": "1999", "barriers": "only"}).reset(), "1999")
    refused(lambda: gym.RicochetEnv(deal={"colour": 1}), "expected 'edition'")
    refused(lambda: gym.RicochetEnv(render_mode="human"), "render_mode")
    refused(lambda: gym.RicochetEnv(position="nonsense"), "expected")
    environment = gym.RicochetEnv()
    environment.reset()
    for action in (24, -1, 1 << 40):
        refused(lambda: environment.step(action), "no action")
    many = gym.VectorEnvironment(2)
    many.reset(seed=1)
    before = bytes(many.planes)
    many.step([24, -5])
    assert bytes(many.planes) == before and list(many.rewards) == [-1, -1]


def test_graded_puzzles_have_their_optima():
    chance = random.Random(SEED)
    for grade in gym.GRADES:
        train, test = gym.puzzles(grade), gym.puzzles(grade, "test")
        assert len(test) == (len(train) + len(test)) // 5 > 50 and not {str(p.position) for p in train} & {str(p.position) for p in test}
        for puzzle in chance.sample(test, 3):
            assert puzzle.position.solve().moves == puzzle.moves
    refused(lambda: gym.puzzles("harder"), "grade")


def test_language_models():
    position = next(carom.deal(SEED, edition="1999"))
    assert position.target[1] in prompt(position) and "RN RE BS" in prompt(position)
    route = position.solve().route
    for answer in (route, f"First I thought RN, but the answer is:\n**{route}**", " -> ".join(route.split())):
        assert verify(position, answer).ok, answer
    assert not verify(position, route + " or rather RN").ok or position.check("RN").ok
    refused(lambda: verify(position, "I give up. SENSE, RNA."), "no route")
    refused(lambda: prompt(next(carom.deal(1, barriers="only"))), "barriers")


def stand_in():
    """As much of gymnasium as the module uses: Debian 12 does not have it."""
    made, known = types.ModuleType("gymnasium"), {}
    made.Env, made.registry = type("Env", (), {"reset": lambda self, seed: setattr(self, "given", seed)}), known
    made.register = lambda id, entry_point: known.update({id: entry_point})
    made.spaces = types.SimpleNamespace(Discrete=lambda n: ("Discrete", n), MultiDiscrete=tuple, Box=lambda low, high, shape, kind: ("Box", low, high, shape, kind))
    return made


def test_with_gymnasium_it_is_one_of_its_environments():
    if BARE:
        return
    words = f"""
import sys
sys.path[:0] = {sys.path[:3]!r}
sys.argv[1:] = {sys.argv[1:]!r}
import types
{__import__('inspect').getsource(stand_in)}
sys.modules["gymnasium"] = gymnasium = stand_in()
from carom import gym
assert issubclass(gym.RicochetEnv, gymnasium.Env) and gymnasium.registry == {{"carom/Ricochet-v0": "carom.gym:RicochetEnv"}}
assert gym.RicochetEnv().action_space == ("Discrete", 24)
made = gym.RicochetEnv()
made.reset(seed=7)
assert made.given == 7, "gymnasium's own generator is seeded, too"
assert gym.RicochetEnv().observation_space[:4] == ("Box", 0, 1, (23, 16, 16))
"""
    done = subprocess.run([sys.executable, "-c", words], stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_gymnasium_is_content():
    """With the real one, where it is installed or CAROM_TEST_GYMNASIUM names the folder in which it lies."""
    if os.environ.get("CAROM_TEST_GYMNASIUM"):
        sys.path.append(os.environ["CAROM_TEST_GYMNASIUM"])
    if BARE or importlib.util.find_spec("gymnasium") is None:
        print("# there is no gymnasium here")
        return
    words = f"""
import pickle, sys, warnings
sys.path[:] = {sys.path!r}
warnings.simplefilter("error")
import gymnasium, gymnasium.utils.env_checker
import carom.gym
for options in ({{}}, {{"render_mode": "ansi", "size": (8, 8), "robots": 2}}):
    made = gymnasium.make("carom/Ricochet-v0", **options)
    gymnasium.utils.env_checker.check_env(made.unwrapped)
    made.reset(seed=1)
    assert made.unwrapped.action_mask()[made.action_space.sample(mask=made.unwrapped.action_mask().astype("int8"))]
    assert pickle.loads(pickle.dumps(made)).unwrapped.spec.id == "carom/Ricochet-v0"
many = gymnasium.make_vec("carom/Ricochet-v0", num_envs=3, max_steps=8)
assert type(many) is carom.gym.VectorEnvironment and isinstance(many, gymnasium.vector.VectorEnv) and pickle.loads(pickle.dumps(many)).spec
others = gymnasium.make_vec("carom/Ricochet-v0", num_envs=3, max_steps=8, vectorization_mode="sync", vector_kwargs={{"autoreset_mode": "SameStep"}})
for kind in ("action_space", "observation_space", "single_action_space", "single_observation_space"):
    assert getattr(many, kind) == getattr(others, kind), kind
ended, kept = 0, []
many, others = gymnasium.wrappers.vector.RecordEpisodeStatistics(many), gymnasium.wrappers.vector.RecordEpisodeStatistics(others)
assert (many.reset(seed=1)[0] == others.reset(seed=1)[0]).all()
for _ in range(60):
    actions = many.action_space.sample()
    seen, expected = many.step(actions), others.step(actions)
    for i in range(4):
        assert (seen[i] == expected[i]).all(), i
    over = seen[2] | seen[3]
    ended += over.sum()
    kept.append((seen[1], expected[1]))
    assert (seen[4]["_final_obs"] == over).all() and ("episode" in seen[4]) == over.any()
    for i in over.nonzero()[0]:
        assert (seen[4]["final_obs"][i] == expected[4]["final_obs"][i]).all() and seen[4]["episode"]["l"][i] == expected[4]["episode"]["l"][i]
assert ended > 10 and all((one == other).all() for one, other in kept), "rewards are not overwritten"
listed = gymnasium.wrappers.vector.DictInfoToList(gymnasium.make_vec("carom/Ricochet-v0", num_envs=2))
listed.reset()
assert [sorted(info) for info in listed.step([0, 0])[4]] == [["reached"]] * 2
print("gymnasium", gymnasium.__version__)
"""
    done = subprocess.run([sys.executable, "-B", "-c", words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    print("#", done.stdout.strip())
    assert done.returncode == 0, done.stderr


def test_without_numpy_too():
    if not BARE:
        done = subprocess.run([sys.executable, __file__, LIBRARY, SOURCE, "bare"], stdout=subprocess.PIPE, text=True, check=False)
        assert done.returncode == 0, done.stdout
    assert (gym.numpy is None) == BARE


def test_examples_run():
    if BARE:
        return
    for words in (["baselines.py", "2"], ["steps.py", "0.1"]):
        done = subprocess.run([sys.executable, os.path.join(SOURCE, "examples", words[0]), *words[1:]], stdout=subprocess.PIPE, text=True, check=False,
                              env={**os.environ, "PYTHONPATH": os.path.join(SOURCE, "python")})
        assert done.returncode == 0 and done.stdout
        print("#", done.stdout.replace("\n", "\n# "))


print("# CAROM_TEST_SEED =", SEED)
tap.run(globals())
