#!/usr/bin/env python3
"""V1, V2, V3, V4, V5 and V6: the review of a game against a model of V1 to V6 that reads the events alone: review.py CAROM GOLDEN-GAMES...

Games are the golden ones and random ones, of every kind. The model takes the shortest routes from `carom solve`. Speaks TAP.
"""
import json
import pathlib
import random
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "referee"), str(HERE.parent / "support")]
import golden  # noqa: E402
import tap  # noqa: E402

CAROM, FILES = sys.argv[1], sys.argv[2:]
BOARD = "4x4-wAQB-bBub2-tRma1.Rgd4.Ysa4.Gpd1.Bmc3.Vb4"


def carom(*words, text=""):
    done = subprocess.run([CAROM, *words], input=text, capture_output=True, text=True, check=False, timeout=60)
    return done.returncode, done.stdout


def log_of(events):
    return "".join(json.dumps(event, separators=(",", ":"), ensure_ascii=False) + "\n" for event in events)


def table_after(events):
    return json.loads(carom("replay", "--json", text=log_of(events))[1])


def solution(position):
    found = json.loads(carom("solve", "--json", position)[1])
    return {"unsolvable": True} if found.get("unsolvable") else {"moves": found["moves"], "route": found["route"]}


def solutions(events):
    """By the number of the round, what there was to be found."""
    found = {}
    for i, event in enumerate(events):
        if event["ev"] == "drawn":
            table = table_after(events[:i + 1])
            found[table["round"]] = solution(table["position"])
    return found


# ---- the model ----

def rounds_of(events):
    """V1, V2: each round as its number, who took part, the finds, who won it, and the scores afterwards."""
    seated, scores, made, round_, paused, stood = [], {}, [], None, None, 0
    solo = events[0]["rules"]["preset"] == "solo"
    for event in events:
        what, who = event["ev"], event.get("by")
        if what == "joined":
            seated.append(who)
            scores[who] = 0
        elif what == "left":
            seated.remove(who)
            scores.pop(who)
        elif what == "drawn":
            round_ = {"round": len(made) + 1, "players": list(seated), "finds": {}, "winner": None, "at": event["at"],
                      "before": dict(scores), "cost": 0}
            made.append(round_)
            stood, paused = 0, None
        elif what == "paused":
            paused = event["at"]
        elif what == "resumed" and paused is not None:
            stood, paused = stood + event["at"] - paused, None
        elif what in ("bid", "handed"):
            if who not in round_["players"]:
                round_["players"].append(who)
            round_["finds"][who] = {"moves": event.get("moves", 0), "after": event["at"] - round_["at"] - stood,
                                    "right": what == "handed", "wrong": False}
        elif what in ("turn", "reset"):
            round_["cost"] = 0
        elif what == "moved":
            round_["cost"] = event["count"]
        elif what == "failed":
            round_["cost"] = 0
            if who in round_["finds"]:
                round_["finds"][who]["wrong"] = True
        elif what == "shown":
            scores[who] = event["score"]
        elif what == "penalty":
            scores[event["from"]] -= 1
            scores[event["to"]] += 1
        elif what == "won":
            scores[who] = event["score"]
            if not (solo and event["face"] == "down"):
                find = round_["finds"].setdefault(who, {"after": event["at"] - round_["at"] - stood, "right": False, "moves": 0})
                if not find["right"] and round_["cost"]:
                    find["moves"] = round_["cost"]
                find.update(right=True, wrong=False)
                round_["winner"] = who
        if what in ("won", "putback"):
            round_["scores"] = dict(scores)
    return made, scores


def turned(events, rounds):
    """V5, from the end backwards."""
    over = events[-1] if events and events[-1]["ev"] == "over" else {"winners": []}
    ended = [one for one in rounds if "scores" in one]
    if len(over["winners"]) != 1 or not ended:
        return None
    (winner,) = over["winners"]

    def leads(scores):
        return winner in scores and scores[winner] > 0 and all(scores[winner] > other for who, other in scores.items() if who != winner)
    if not leads(ended[-1]["scores"]):
        return None
    first = len(ended) - 1
    while first > 0 and leads(ended[first - 1]["scores"]):
        first -= 1
    there = ended[first]
    others = [(-score, who) for who, score in there["before"].items() if who != winner and score > 0 and who in there["scores"]]
    best = max((-score for score, _ in others), default=0)
    return {"round": there["round"], "by": winner}, {who for score, who in others if -score == best}


def expected(events, known):
    rounds, scores = rounds_of(events)
    people, names = [], {}
    for event in events:
        if event["ev"] == "joined":
            names[event["by"]] = event["name"]
    for one in rounds:
        people += [who for who in one["players"] if who not in people]
    players = {}
    for who in people:
        played = [one for one in rounds if who in one["players"]]
        finds = [(one, one["finds"][who], known[one["round"]]) for one in played if who in one["finds"]]
        shortest = [(one, find) for one, find, best in finds if find["moves"] == best.get("moves") and not find["wrong"]]
        good = [(one, find) for one, find, best in finds
                if not find["wrong"] and (find["right"] or (one, find) in shortest)]
        words = {"player": who, "name": names[who], "rounds": len(played), "won": sum(one["winner"] == who for one in rounds),
                 "bids": len(finds), "shortest": len(shortest)}
        words |= {"score": scores[who]} if who in scores else {"left": True}

        def told(pair):
            return {"round": pair[0]["round"], "moves": pair[1]["moves"], "after": pair[1]["after"]}
        if good:
            words["fastest"] = told(min(good, key=lambda pair: pair[1]["after"]))
            words["best"] = told(min(good, key=lambda pair: (pair not in shortest, -known[pair[0]["round"]].get("moves", 0), pair[1]["after"])))
        words["missed"] = []
        for one in played:
            best, find = known[one["round"]], one["finds"].get(who)
            if "moves" in best and (find is None or (one, find) not in shortest):
                words["missed"].append({"round": one["round"], **({"bid": find["moves"]} if find and find["moves"] else {}),
                                        **({"failed": True} if find and find["wrong"] else {}), "moves": best["moves"]})
        players[who] = words
    return rounds, players, turned(events, rounds) if len(people) > 1 else None


def compare(events):
    status, text = carom("replay", "--review", "--json", text=log_of(events))
    assert status == 0, "the log is refused"
    found, known = json.loads(text), solutions(events)
    rounds, players, turn = expected(events, known)
    assert found["complete"] is True
    for one, told in zip(rounds, found["rounds"], strict=True):
        best = known[one["round"]]
        assert told["round"] == one["round"]
        assert told.get("won") == ({"by": one["winner"], "moves": one["finds"][one["winner"]]["moves"]} if one["winner"] else None)
        assert (told.get("moves"), told.get("unsolvable")) == (best.get("moves"), best.get("unsolvable")), (told, best)
        assert told.get("route") == best.get("route")
    said = {one["player"]: one for one in found["players"]}
    for one in said.values():
        if one.get("left"):
            del one["score"]  # the score of somebody who has left is their last one
    assert said == players, f"{said} instead of {players}"
    told = found.get("turned")
    assert (told is None) == (turn is None), f"{told} instead of {turn}"
    if turn:
        over = told.get("over")
        assert {**told, "over": None} == {**turn[0], "over": None}, f"{told} instead of {turn}"
        assert over in turn[1] if turn[1] else over is None, f"{over} instead of {turn}"
    return found


# ---- games ----

def golden_games():
    for path in FILES:
        for game in golden.games(path):
            drawing = "\n".join(line for kind, line in game if kind == "board")
            lines = [golden.command(line, drawing.split("\n") if drawing else []) for kind, line in game if kind == "command"]
            answers = carom("referee", text="".join(line + "\n" for line in lines))[1]
            events = [one for one in map(json.loads, answers.splitlines()) if "ev" in one]
            starts = [i for i, one in enumerate(events) if one["ev"] == "opened"]
            if len(starts) == 1 and starts[0] == 0:
                yield path, events


class Game:
    """A running `carom referee`; a line that is no command marks the end of an answer."""

    def __init__(self):
        self.process = subprocess.Popen([CAROM, "referee"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.events, self.at = [], 0

    def do(self, what, by=None, **members):
        self.at += random.randrange(1, 3000)
        command = {"at": self.at, **({"by": by} if by else {}), "do": what, **members}
        self.process.stdin.write(json.dumps(command) + "\n?\n")
        self.process.stdin.flush()
        for line in iter(self.process.stdout.readline, ""):
            answer = json.loads(line)
            if "error" in answer:
                break
            if "ev" in answer:
                self.events.append(answer)
        return self

    def table(self):
        return table_after(self.events)

    def end(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


def somebody_acts(game, table, people):
    """What people do in a round: bids near the shortest, routes right and wrong, comings and goings."""
    who, phase = random.choice(people), table["phase"]
    if phase == "showing":
        moves = solution(table["position"]).get("route", [])
        wild = [a + b for a in "RYGB" for b in "NESW"] + ["1B", "2P", "3R", "6W"]
        for move in moves if random.random() < 0.7 else random.choices(wild, k=8):
            game.do("move", table["turn"], move=move)
        game.do("pass", table["turn"])
    elif phase == "between":
        game.do("next", who)
    elif random.random() < 0.08:
        game.do(random.choice(["leave", "join", "pause", "resume", "skip", "flip", "tick", "done"]), who)
        game.do("resume")
    elif table["rules"]["preset"] == "race":
        route = solution(table["position"]).get("route", ["RN"])
        detour = random.choice([[], [], ["RN", "RS"], ["YE", "YW"], ["BS"]])
        game.do("hand", who, route=" ".join(detour + route))
    elif table["rules"]["preset"] == "solo" and random.random() < 0.3:
        game.do("bid", who)
    else:
        game.do("bid", who, moves=solution(table["position"]).get("moves", 3) + random.choice([-1, 0, 0, 0, 1, 2]))
    if random.random() < 0.3:
        for one in people:
            game.do("done", one)


def random_game(preset):
    game, people = Game(), ["ana", "ben", "cid", "dan"]
    rules = {"preset": preset, "seed": random.randrange(1 << 40), **({"board": BOARD} if preset in ("ricochet", "ricochet-it", "race", "solo") else {})}
    if preset != "solo":
        rules["goal"] = random.choice([2, 3, 4])
    game.do("open", rules=rules)
    for who in people[:1 if preset == "solo" else 4]:
        game.do("join", who, name=who.title() + ' é"')
    game.do("start", "ana")
    for _ in range(60):
        table = game.table()
        if table["phase"] == "over":
            break
        somebody_acts(game, table, people)
    game.end()
    return game.events


def test_V1_V2_V3_V4_V5_V6_golden_games():
    games = list(golden_games())
    assert len(games) > 60
    for path, events in games:
        try:
            compare(events)
        except AssertionError as failure:
            raise AssertionError(f"{path}: {events[0]}: {failure}") from failure


def test_V1_V2_V3_V4_V5_V6_random_games():
    seed = random.randrange(1 << 30)
    random.seed(seed)
    print("# seed", seed)
    seen = {"turned": 0, "over": 0, "missed": 0, "best": 0, "failed": 0, "left": 0}
    for preset in ["ricochet", "ricochet-it", "race", "micro", "solo", "sfrenati-competition"] * 4:
        found = compare(random_game(preset))
        seen["turned"] += "turned" in found
        seen["over"] += "over" in found.get("turned", {})
        for one in found["players"]:
            seen["missed"] += bool(one["missed"])
            seen["best"] += "best" in one
            seen["left"] += one.get("left", False)
            seen["failed"] += any(miss.get("failed") for miss in one["missed"])
    print("#", seen)
    assert all(seen.values()), f"nothing of that happened: {seen}"


def test_a_log_that_breaks_the_rules_has_no_review():
    events = next(events for _, events in golden_games() if any(one["ev"] == "won" for one in events))
    broken = [{**one, "score": 9} if one["ev"] == "won" else one for one in events]
    status, text = carom("replay", "--review", "--json", text=log_of(broken))
    assert status == 1 and "players" not in text


tap.run(globals())
