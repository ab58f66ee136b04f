#!/usr/bin/env python3
"""Random matches over days against a second implementation of H8 to H15, which keeps a list of what happened and computes everything
from it each time: model.py CAROM. Speaks TAP.

The seed is printed; CAROM_TEST_SEED repeats one.
"""
import json
import os
import random
import subprocess
import sys

CAROM = sys.argv[1]
SEED = int(os.environ.get("CAROM_TEST_SEED", random.randrange(1 << 32)))
GAMES = 400 // int(os.environ.get("CAROM_TEST_SHARE", "1"))
SECOND, MINUTE = 1000, 60_000
POSITION = "4x4-tRma1.Vc4/Rd4,Yc2/Rm"
# Worked out on paper: red starts in the lower right corner, yellow stands on c2, the target is the upper left corner.
ROUTES = {"RN RW": 2, "RW RN": 2, "RN RS RW RN": 4, "RW RE RN RW": 4, "RN RS RN RW": 4, "YN RW RN": 3,
          "RN": "not-reached", "RW RW": "blocked", "RN " * 28 + "RW": "long-route"}
JUMPS = [0, 0, 1, SECOND, 20 * SECOND, 89_999, 90_000, 239_999, 4 * MINUTE, 5 * MINUTE + 29_999, 5 * MINUTE + 30_000, 6 * 60 * MINUTE]


class Model:
    def __init__(self, begun, ends, targets):
        self.begun, self.ends, self.targets, self.happened, self.order = begun, ends, targets, [], []

    def of(self, player, target=None, kind=None):
        return [e for e in self.happened if e["by"] == player and target in (None, e["target"]) and kind in (None, e["ev"])]

    def until(self, player, target):
        shown = self.of(player, target, "shown")[0]["at"]
        ends = [shown + 4 * MINUTE + 90 * SECOND, self.ends]
        ends += [e["at"] + 90 * SECOND for e in self.of(player, target, "handed")[:1]]
        return min(ends)

    def over(self, player, target, now):
        return bool(self.of(player, target, "shown")) and (bool(self.of(player, target, "done")) or now >= self.until(player, target))

    def shown(self, player):
        return len(self.of(player, kind="shown"))

    def refusal(self, at, player, do, target, route):
        mine = self.of(player)
        if at < self.begun or (mine and at < mine[-1]["at"]):
            return "in-the-past"
        if at >= self.ends:
            return "over"
        if target > self.targets:
            return "no-target"
        if do == "show":
            if target <= self.shown(player):
                return "already-started"
            if self.shown(player) and not self.over(player, self.shown(player), at):
                return "round-on"
            return None if target == self.shown(player) + 1 else "no-target"
        if target > self.shown(player):
            return "no-target"
        if self.of(player, target, "done"):
            return "said-done"
        if self.over(player, target, at):
            return "closed"
        if do == "done":
            return None
        if isinstance(ROUTES[route], str):
            return ROUTES[route]
        had = self.of(player, target, "handed")
        return "not-lower" if had and ROUTES[route] >= had[-1]["moves"] else None

    def command(self, at, player, do, target, route):
        why = self.refusal(at, player, do, target, route)
        if why:
            return {"at": at, "refused": do, "by": player, "why": why}
        event = {"at": at, "ev": {"show": "shown", "hand": "handed", "done": "done"}[do], "by": player, "n": len(self.of(player)) + 1,
                 "target": target}
        if do == "show":
            event["position"] = POSITION
        if do == "hand":
            event |= {"moves": ROUTES[route], "ms": at - self.of(player, target, "shown")[0]["at"], "route": route}
        if player not in self.order:
            self.order.append(player)
        self.happened.append(event)
        return event

    def points(self, player, target, now):
        """3 for the best, 2 for the second, 1 for all others; equals share."""
        results = {}
        for other in self.order:
            routes = self.of(other, target, "handed")
            if routes and self.over(other, target, now):
                results[other] = (routes[-1]["moves"], routes[-1]["ms"])
        if player not in results:
            return 0
        return {0: 3, 1: 2}.get(sum(result < results[player] for result in results.values()), 1)

    def sees(self, viewer, target, now):
        return now >= self.ends or (viewer in self.order and self.over(viewer, target, now))

    def tries(self, player, viewer, now):
        for target in range(1, self.targets + 1):
            if not self.of(player, target, "shown"):
                yield None
            elif self.sees(viewer, target, now) and self.over(player, target, now):
                last = self.of(player, target, "handed")[-1:]
                yield {"points": self.points(player, target, now)} | ({key: last[0][key] for key in ("moves", "ms", "route")} if last else {})
            else:
                yield {}

    def look(self, viewer, now):
        played = {p: sum(self.over(p, t, now) for t in range(1, self.targets + 1)) for p in self.order}
        view = {"targets": self.targets, "begun": self.begun, "ends": self.ends, "left": max(0, self.ends - now), "over": now >= self.ends,
                "played": played.get(viewer, 0)}
        last = self.shown(viewer)
        if last and not self.over(viewer, last, now):
            routes = self.of(viewer, last, "handed")[-1:]
            view["open"] = {"target": last, "position": POSITION, "left": self.until(viewer, last) - now,
                            "spent": now - self.of(viewer, last, "shown")[0]["at"]}
            view["open"] |= {key: routes[0][key] for key in ("moves", "ms", "route")} if routes else {}
        seen = sum(self.sees(viewer, t, now) for t in range(1, self.targets + 1))
        view |= {"positions": [POSITION] * seen, "shortest": [0] * seen, "players": []}
        for player in self.order:
            sum_of = sum(self.points(player, t, now) for t in range(1, self.targets + 1) if self.sees(viewer, t, now))
            view["players"].append({"id": player, "played": played[player], "points": sum_of, "tries": list(self.tries(player, viewer, now))})
        return view

    def last_line(self):
        points = {p: sum(self.points(p, t, self.ends) for t in range(1, self.targets + 1)) for p in self.order}
        most = max(points.values(), default=0)
        return {"at": self.ends, "ev": "over", "points": dict(sorted(points.items())),
                "winners": sorted(p for p in self.order if points[p] == most > 0)}


def game(chance):
    """Commands and the answers that the model expects, and the log."""
    begun, targets = chance.randrange(1 << 40), chance.randint(1, 4)
    ends = begun + chance.choice([1, 10 * MINUTE, 24 * 60 * MINUTE, 31 * 24 * 60 * MINUTE])
    model, at = Model(begun, ends, targets), begun
    head = {"targets": targets, "ends": ends, "positions": [POSITION] * targets}
    asked = [{"at": begun, "do": "match"} | head]
    answers = [{"at": begun, "ev": "match"} | head]
    for _ in range(chance.randint(0, 60)):
        at += chance.choice(JUMPS)
        player, target = chance.choice(["ana", "ben", "cy", "dot"]), 0
        when = at if chance.random() < 0.97 else max(0, at - chance.choice(JUMPS))
        if chance.random() < 0.2:
            asked.append({"at": when, "by": player, "do": "look"})
            answers.append(model.look(player, when))
            continue
        do = chance.choice(["show", "show", "hand", "hand", "hand", "done"])
        target = max(1, min(20, model.shown(player) + (do == "show") + chance.choice([0] * 8 + [-1, 1])))
        route = chance.choice(list(ROUTES))
        asked.append({"at": when, "by": player, "do": do, "target": target} | ({"route": route} if do == "hand" else {}))
        answers.append(model.command(when, player, do, target, route))
    asked += [{"at": ends, "by": "ana", "do": "look"}, {"at": ends, "do": "over"}]
    answers += [model.look("ana", ends), model.last_line()]
    return asked, answers, model


def run(words, lines):
    done = subprocess.run([CAROM] + words, input="".join(json.dumps(line) + "\n" for line in lines), capture_output=True, text=True, check=False,
                          env={"LC_ALL": "C"})
    return done.returncode, done.stdout, done.stderr


number = failed = 0


def check(name, good, told=""):
    global number, failed
    number += 1
    failed += not good
    print("ok" if good else "not ok", number, "-", name)
    if not good:
        print("# " + str(told).replace("\n", "\n# "))


def spoiled(chance, log):
    """The log with one thing wrong that the rules exclude."""
    log = [dict(line) for line in log]
    handed = [i for i, line in enumerate(log) if line.get("ev") == "handed"]
    players = [i for i, line in enumerate(log) if "by" in line]
    kind = chance.choice(["lost", "moves", "ms", "early", "twice", "points"])
    if kind in ("moves", "ms") and handed:
        log[chance.choice(handed)][kind] += 1
    elif kind == "early" and handed:
        log[chance.choice(handed)]["at"] += 1
    elif kind == "twice" and players:
        log.insert(chance.choice(players), log[chance.choice(players)])
    elif kind == "lost" and len(players) > 1:
        later = {line["by"] for line in log[1:-1]}
        by = chance.choice(sorted(later))
        del log[min(i for i in players if log[i]["by"] == by)]
        if not any(line.get("by") == by for line in log):
            log[-1]["points"][by] = 1
    else:
        log[-1]["points"] = log[-1]["points"] | {"eve": 1}
    return log


def main():
    print(f"# CAROM_TEST_SEED={SEED}")
    chance = random.Random(SEED)
    games = [game(chance) for _ in range(GAMES)]
    status, out, told = run(["referee"], [line for asked, _, _ in games for line in asked])
    found, expected = out.splitlines(), [json.dumps(line, separators=(",", ":")) for _, answers, _ in games for line in answers]
    differ = next((i for i, (a, b) in enumerate(zip(found, expected)) if a != b), None)
    check(f"H8 to H14: {len(expected)} answers of {GAMES} random matches are the model's", status == 0 and found == expected,
          told if differ is None else f"line {differ + 1}\nexpected {expected[differ]}\nfound    {found[differ]}")
    finished = [(model, [answers[0]] + model.happened + [model.last_line()]) for _, answers, model in games]
    good = mixed = refused = 0
    some = finished[:: max(1, GAMES // 40)]
    for model, log in some:
        good += run(["replay"], log)[0] == 0
        by = {player: [line for line in log[1:-1] if line["by"] == player] for player in model.order}
        order = [line["by"] for line in log[1:-1]]
        chance.shuffle(order)
        other = [log[0]] + [by[player].pop(0) for player in order]
        mixed += run(["replay"], other)[0] == 0
        refused += run(["replay"], spoiled(chance, log))[0] == 1
    check("a log verifies", good == len(some), f"{good} of {len(some)}")
    check("players' entries may be in any order among each other", mixed == len(some), f"{mixed} of {len(some)}")
    check("H10, H11, H13: a log with one thing changed does not verify", refused == len(some), f"{refused} of {len(some)}")
    erased = 0
    for model, log in some:
        gone = model.order[:1]
        left = Model(model.begun, model.ends, model.targets)
        left.happened, left.order = [e for e in model.happened if e["by"] not in gone], [p for p in model.order if p not in gone]
        erased += run(["replay"], [log[0]] + left.happened + [left.last_line()])[0] == 0
    check("H15: without a player who has left the log verifies, with the points of the others", erased == len(some), f"{erased} of {len(some)}")
    print(f"1..{number}")
    sys.exit(failed > 0)


main()
