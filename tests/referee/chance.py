#!/usr/bin/env python3
"""Provable chance: chance.py CAROM. Whole games from a secret, their draws computed again with Python's own BLAKE2b, their
logs verified by `carom replay` with and without the secrets in `opened`, and forged ones refused. Speaks TAP."""
import hashlib
import json
import subprocess
import sys

CAROM = sys.argv[1]
SECRET = bytes(range(32)).hex()
FACES = [f"{number}{colour}" for colour in "BYGRPW" for number in range(1, 7)]


def referee(commands):
    text = "".join(json.dumps(command) + "\n" for command in commands)
    done = subprocess.run([CAROM, "referee"], input=text, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def replay(events):
    text = "".join(json.dumps(event, separators=(",", ":")) + "\n" for event in events)
    done = subprocess.run([CAROM, "replay"], input=text, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


class Stream:
    """The numbers of one event, as docs/notation.md has them."""

    def __init__(self, seq):
        self.seq, self.block, self.words = seq, 0, []

    def word(self):
        if not self.words:
            numbers = self.seq.to_bytes(8, "little") + self.block.to_bytes(8, "little")
            digest = hashlib.blake2b(numbers, key=bytes.fromhex(SECRET)).digest()
            self.words = [int.from_bytes(digest[i:i + 8], "little") for i in range(0, 64, 8)]
            self.block += 1
        return self.words.pop(0)

    def below(self, n):
        threshold = (2**32 - n) % n
        while True:
            product = (self.word() >> 32) * n
            if product % 2**32 >= threshold:
                return product >> 32


def micro_game(**rules):
    """A game in which every call fails by passing, until all is over: two leave."""
    commands = [{"at": 0, "do": "open", "rules": {"preset": "micro", "seed": SECRET, **rules}},
                {"at": 1, "by": "ann", "do": "join"}, {"at": 2, "by": "bob", "do": "join"}, {"at": 3, "by": "ann", "do": "start"}]
    for round_at in range(10, 200, 10):
        commands += [{"at": round_at, "by": "ann", "do": "bid", "moves": 3}, {"at": round_at + 1, "by": "ann", "do": "pass"},
                     {"at": round_at + 2, "by": "bob", "do": "next"}]
    return referee(commands + [{"at": 300, "by": "ann", "do": "leave"}, {"at": 301, "by": "bob", "do": "leave"}])


def ricochet_game(**rules):
    """Each target is given up by all who are there and another drawn, so that chance draws from the pile; then all leave."""
    commands = [{"at": 0, "do": "open", "rules": {"preset": "ricochet", "seed": SECRET, **rules}},
                {"at": 1, "by": "ann", "do": "join"}, {"at": 2, "by": "bob", "do": "join"}, {"at": 3, "by": "ann", "do": "start"}]
    for round_at in range(10, 100, 10):
        commands += [{"at": round_at, "by": "ann", "do": "skip"}, {"at": round_at + 1, "by": "bob", "do": "skip"},
                     {"at": round_at + 2, "by": "bob", "do": "next"}]
    return referee(commands + [{"at": 300, "by": "ann", "do": "leave"}, {"at": 301, "by": "bob", "do": "leave"}])


def public(events):
    """The log as players have it."""
    opened = json.loads(json.dumps(events[0]))
    del opened["seed"]
    opened["rules"].pop("tokens", None)
    opened["rules"].pop("dice", None)
    return [opened, *events[1:]]


def changed(events, kind, nth, **fields):
    copies = json.loads(json.dumps(events))
    [event for event in copies if event["ev"] == kind][nth].update(fields)
    return copies


def the_hash_comes_first_and_the_seed_last():
    for events in (micro_game(), ricochet_game()):
        expected = hashlib.blake2b(bytes.fromhex(SECRET), digest_size=32).hexdigest()
        assert events[0]["seed_hash"] == expected, events[0]
        assert events[0]["by_hand"] == []
        assert events[-1]["ev"] == "over" and events[-1]["seed"] == SECRET, events[-1]


def every_roll_is_the_streams():
    events = micro_game()
    start, drawn = None, [event for event in events if event["ev"] == "drawn"]
    assert len(drawn) >= 15, len(drawn)
    for event in drawn:
        stream = Stream(event["seq"])
        start = FACES[stream.below(36)] if start is None else start
        target = start
        while target == start:
            target = FACES[stream.below(36)]
        assert (event["start"], event["target"]) == (start, target), event
        start = target


def every_draw_is_the_streams():
    events = ricochet_game()
    order = [colour + sign for colour in "RYGB" for sign in "mgps"] + ["V"]
    pile, last = list(events[0]["rules"]["tokens"]), None
    assert sorted(pile) == sorted(order), pile
    drawn = [event for event in events if event["ev"] == "drawn"]
    assert len(drawn) >= 8, len(drawn)
    assert drawn[0]["target"] == pile[0]
    for event in drawn:
        if last is not None:  # a token put back: any of the others, by the event's own stream
            pile.append(last)
            others = [token for token in pile if token != last]
            assert event["target"] == others[Stream(event["seq"]).below(len(others))], event
        last = event["target"]
        pile.remove(last)


def logs_are_verified_with_and_without_their_secrets():
    for events in (micro_game(), ricochet_game(), ricochet_game(silver=True, barriers="no")):
        for log in (events, public(events)):
            code, said = replay(log)
            assert code == 0 and "Every draw came from the seed" in said, said


def a_log_that_goes_on_is_believed_so_far():
    code, said = replay(public(ricochet_game())[:8])
    assert code == 0 and "Every draw" not in said, said


def forged_ones_are_refused():
    micro, ricochet = micro_game(), ricochet_game()
    other_face = next(face for face in FACES if face not in (micro[4]["target"], micro[4]["start"]))
    rolls = [changed(micro, "over", 0, seed="ff" * 32), changed(public(micro), "over", 0, seed="ff" * 32),
             changed(public(micro), "opened", 0, seed_hash="00" * 32), changed(micro, "opened", 0, seed_hash="00" * 32),
             changed(public(ricochet), "opened", 0, board="G1-Y2-R2-B2"), changed(ricochet, "opened", 0, robots="Ra1,Ya2,Ga3,Ba4"),
             changed(micro, "opened", 0, board="black-A0-B0-D0-C0")]
    tokens = ricochet[0]["rules"]["tokens"]
    rules = dict(ricochet[0]["rules"], tokens=[tokens[1], tokens[0], *tokens[2:]])
    rolls.append(changed(ricochet, "opened", 0, rules=rules))
    # A roll that the rules would allow, but that did not come from the seed; the last one, so that nothing else breaks.
    last = [event for event in micro if event["ev"] == "drawn"][-1]
    cell = next(event["cell"] for event in micro if event["ev"] == "drawn" and event["target"] != last["target"] and
                event["target"] != last["start"])
    other_face = next(event["target"] for event in micro if event["ev"] == "drawn" and event["cell"] == cell)
    rolls += [changed(log, "drawn", -1, target=other_face, cell=cell) for log in (micro, public(micro))]
    for number, log in enumerate(rolls):
        code, said = replay(log)
        assert code in (1, 2), f"forgery {number} passed: {said}"


def what_was_laid_by_hand_is_said():
    events = ricochet_game(board="G1-Y2-R2-B2", tokens=["Rm", "Ys", "V"])
    assert events[0]["by_hand"] == ["board", "tokens"], events[0]
    for log in (events, public(events)):
        code, said = replay(log)
        assert code == 0, said
    hidden = changed(events, "opened", 0, by_hand=[])
    assert replay(hidden)[0] == 1


def broken_secrets_are_refused_with_a_sentence():
    for seed in ("ab", "g" * 64, "A" * 64, -1, "a" * 65):
        answer = referee_broken(seed)
        assert "expected seed from 0 up, or 64 hex digits" in answer, answer


def referee_broken(seed):
    text = json.dumps({"at": 0, "do": "open", "rules": {"preset": "micro", "seed": seed}}) + "\n"
    return subprocess.run([CAROM, "referee"], input=text, capture_output=True, text=True, check=False).stdout


def main():
    tests = [the_hash_comes_first_and_the_seed_last, every_roll_is_the_streams, every_draw_is_the_streams,
             logs_are_verified_with_and_without_their_secrets, a_log_that_goes_on_is_believed_so_far, forged_ones_are_refused,
             what_was_laid_by_hand_is_said, broken_secrets_are_refused_with_a_sentence]
    print(f"1..{len(tests)}")
    for number, test in enumerate(tests, 1):
        try:
            test()
            print(f"ok {number} - {test.__name__}")
        except (AssertionError, StopIteration, KeyError) as error:
            print(f"not ok {number} - {test.__name__}")
            print("".join(f"# {line}\n" for line in repr(error).splitlines()), end="")


main()
