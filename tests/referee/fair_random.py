#!/usr/bin/env python3
"""Provable chance: fair_random.py CAROM. Whole games from a secret, their draws computed again with Python's own BLAKE2b, their
logs verified by `carom replay` with and without the secrets in `opened`, and forged ones refused. Speaks TAP."""
import hashlib
import json
import subprocess
import sys

CAROM = sys.argv[1]
SECRET = bytes(range(32)).hex()
NONE = (None, None, None)
MIXES = ((None, "5a" * 32, None), ("01" * 32, "5a" * 32, None), ("01" * 32, None, "ff" * 32), (None, None, "00" * 32), ("01" * 32, "5a" * 32, "ff" * 32))
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
    """The numbers of one event, as docs/reference/notation.md has them; with nonces, as docs/reference/referee.md has it."""

    def __init__(self, seq, nonces=()):
        self.seq, self.block, self.words, self.key = seq, 0, [], bytes.fromhex(SECRET)
        mix = bytes(32)
        for nonce in filter(None, nonces):
            mix = hashlib.blake2b(mix + bytes.fromhex(nonce), digest_size=32).digest()
        if any(nonces):
            self.key = hashlib.blake2b(mix, key=self.key, digest_size=32).digest()

    def word(self):
        if not self.words:
            numbers = self.seq.to_bytes(8, "little") + self.block.to_bytes(8, "little")
            digest = hashlib.blake2b(numbers, key=self.key).digest()
            self.words = [int.from_bytes(digest[i:i + 8], "little") for i in range(0, 64, 8)]
            self.block += 1
        return self.words.pop(0)

    def below(self, n):
        threshold = (2**32 - n) % n
        while True:
            product = (self.word() >> 32) * n
            if product % 2**32 >= threshold:
                return product >> 32


def opening(preset, rules, nonces):
    """Two sit down and one of them starts; each may add a nonce."""
    def added(nonce):
        return {"nonce": nonce} if nonce else {}
    return [{"at": 0, "do": "open", "rules": {"preset": preset, "seed": SECRET, **rules}},
            {"at": 1, "by": "ann", "do": "join", **added(nonces[0])}, {"at": 2, "by": "bob", "do": "join", **added(nonces[1])},
            {"at": 3, "by": "ann", "do": "start", **added(nonces[2])}]


def micro_game(nonces=NONE, **rules):
    """A game in which every call fails by passing, until all is over: two leave."""
    commands = opening("micro", rules, nonces)
    for round_at in range(10, 200, 10):
        commands += [{"at": round_at, "by": "ann", "do": "bid", "moves": 3}, {"at": round_at + 1, "by": "ann", "do": "pass"},
                     {"at": round_at + 2, "by": "bob", "do": "next"}]
    return referee(commands + [{"at": 300, "by": "ann", "do": "leave"}, {"at": 301, "by": "bob", "do": "leave"}])


def ricochet_game(nonces=NONE, **rules):
    """Each target is given up by all who are there and another drawn, so that chance draws from the pile; then all leave."""
    commands = opening("ricochet", rules, nonces)
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


def what_players_add_goes_into_every_draw():
    rolled = set()
    for nonces in MIXES:
        events, start = micro_game(nonces), None
        for event in (event for event in events if event["ev"] == "drawn"):
            stream = Stream(event["seq"], nonces)
            start = FACES[stream.below(36)] if start is None else start
            target = start
            while target == start:
                target = FACES[stream.below(36)]
            assert (event["start"], event["target"]) == (start, target), event
            start = target
        rolled.add(tuple(event["target"] for event in events if event["ev"] == "drawn"))
        events = ricochet_game(nonces)
        assert events[0] == ricochet_game()[0], "the table is laid before anybody has sat down"
        pile, last = list(events[0]["rules"]["tokens"]), None
        for event in (event for event in events if event["ev"] == "drawn"):
            pile += [last] if last else []
            others = [token for token in pile if token != last]
            assert event["target"] == others[Stream(event["seq"], nonces).below(len(others))], event
            last = event["target"]
            pile.remove(last)
    assert len(rolled) == len(MIXES), "each nonce, and where it was added, changes the draws"


def logs_with_nonces_are_verified_and_forged_ones_refused():
    for game in (micro_game, ricochet_game):
        for nonces in MIXES:
            events = game(nonces)
            for log in (events, public(events)):
                code, said = replay(log)
                assert code == 0 and "Every random draw came from the seed" in said and "added to the seed" in said, said
            for log in (events, public(events)):
                for kind, nth, nonce in zip(("joined", "joined", "started"), (0, 1, 0), nonces):
                    for forged in ("77" * 32, "77", 7, None):
                        code, said = replay(changed(log, kind, nth, nonce=forged))
                        assert code in (1, 2), f"{kind} {nonce} as {forged} passed: {said}"
                    if nonce:
                        copies = json.loads(json.dumps(log))
                        del [event for event in copies if event["ev"] == kind][nth]["nonce"]
                        assert replay(copies)[0] == 1, f"{kind} without its nonce passed"
    assert "added to the seed" not in replay(micro_game())[1]


def a_nonce_counts_only_before_the_start_and_with_a_secret():
    late = [{"at": 10, "by": "eve", "do": "join", "nonce": "aa" * 32}]
    for nonces in (NONE, MIXES[0]):
        events = referee(opening("micro", {}, nonces) + late)
        assert events[-1]["ev"] == "joined" and "nonce" not in events[-1], events[-1]
        assert replay([*events[:-1], dict(events[-1], nonce="aa" * 32)])[0] == 1
    for rules in ({"seed": 7}, {"dice": ["6P", "1B", "2Y"]}):
        events = referee(opening("micro", rules, MIXES[-1]))
        assert not any("nonce" in event for event in events), events
    for nonce in ("", "aa", "A" * 64, "g" * 64, "a" * 65, 7, None, ["aa"]):
        text = "".join(json.dumps(line) + "\n" for line in opening("micro", {}, NONE)[:1] + [{"at": 1, "by": "ann", "do": "join", "nonce": nonce}])
        said = subprocess.run([CAROM, "referee"], input=text, capture_output=True, text=True, check=False).stdout
        assert "expected 64 hexadecimal digits" in said, (nonce, said)


def tokens_laid_by_hand_are_drawn_in_their_order():
    events = ricochet_game(MIXES[-1], tokens=["Rm", "Ys", "V"])
    assert next(event for event in events if event["ev"] == "drawn")["target"] == "Rm"
    for log in (events, public(events)):
        assert replay(log)[0] == 0, replay(log)


def logs_are_verified_with_and_without_their_secrets():
    for events in (micro_game(), ricochet_game(), ricochet_game(silver=True, barriers="no")):
        for log in (events, public(events)):
            code, said = replay(log)
            assert code == 0 and "Every random draw came from the seed" in said, said


def a_log_that_goes_on_is_believed_so_far():
    code, said = replay(public(ricochet_game())[:8])
    assert code == 0 and "Every random draw" not in said, said


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
             what_was_laid_by_hand_is_said, broken_secrets_are_refused_with_a_sentence, what_players_add_goes_into_every_draw,
             logs_with_nonces_are_verified_and_forged_ones_refused, a_nonce_counts_only_before_the_start_and_with_a_secret,
             tokens_laid_by_hand_are_drawn_in_their_order]
    print(f"1..{len(tests)}")
    for number, test in enumerate(tests, 1):
        try:
            test()
            print(f"ok {number} - {test.__name__}")
        except (AssertionError, StopIteration, KeyError) as error:
            print(f"not ok {number} - {test.__name__}")
            print("".join(f"# {line}\n" for line in repr(error).splitlines()), end="")


main()
