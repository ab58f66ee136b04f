#!/usr/bin/env python3
"""The positions of a match over days (H9): the same for everybody, from a secret that was settled first, graded: deal.py CAROM.
Speaks TAP."""
import hashlib
import json
import subprocess
import sys

CAROM = sys.argv[1]
HOUR = 3_600_000
number = failed = 0


def check(name, good, told=""):
    global number, failed
    number += 1
    failed += not good
    print("ok" if good else "not ok", number, "-", name)
    if not good:
        print("# " + str(told).replace("\n", "\n# "))


def run(words, lines):
    done = subprocess.run([CAROM] + words, input="".join(line if isinstance(line, str) else json.dumps(line) + "\n" for line in lines),
                          capture_output=True, text=True, check=False, env={"LC_ALL": "C"})
    return done.returncode, done.stdout


def play(secret, targets, by="ana"):
    """The lines of a match in which somebody looks at each target and gives up."""
    lines = [{"at": 0, "do": "match", "targets": targets, "ends": HOUR, "secret": secret}]
    for target in range(1, targets + 1):
        lines += [{"at": target, "by": by, "do": do, "target": target} for do in ("show", "done")]
    return [json.loads(line) for line in run(["referee"], lines + [{"at": HOUR, "do": "over"}])[1].splitlines()]


def level(position):
    return json.loads(run(["solve", "--json", "--difficulty", position], [])[1])


SECRET, OTHER = "00112233445566778899aabbccddeeff" * 2, "01" * 32
log = play(SECRET, 20)
positions = [line["position"] for line in log if line["ev"] == "shown"]
check("H9: the hash of the secret is published before the first target", log[0]["hash"] == hashlib.blake2b(bytes.fromhex(SECRET), digest_size=32).hexdigest()
      and "secret" not in log[0], log[0])
check("H9: the secret is published in the end", log[-1]["secret"] == SECRET, log[-1])
check("H9: nothing before that tells it", SECRET not in json.dumps(log[:-1]))
check("H9: each target is a position of its own", len(set(positions)) == 20, positions)
check("H9: the same positions for everybody", positions == [line["position"] for line in play(SECRET, 20, "ben") if line["ev"] == "shown"])
check("H9: another secret gives other positions", not set(positions) & {line["position"] for line in play(OTHER, 20) if line["ev"] == "shown"})
graded = [level(position) for position in positions]
words = [answer["word"] for answer in graded]
check("H9: a third is easy, a third medium, a third hard", words == ["easy"] * 7 + ["medium"] * 7 + ["hard"] * 6, words)
check("no shortest route is longer than 10 moves", max(answer["moves"] for answer in graded) <= 10, graded)
text = [json.dumps(line, separators=(",", ":")) + "\n" for line in log]
check("a whole log verifies", run(["replay"], text)[0] == 0, run(["replay"], text))
swapped = [dict(line) for line in log]
first, second = [line for line in swapped if line["ev"] == "shown"][:2]
first["position"], second["position"] = second["position"], first["position"]
check("H9: a position that is not from the secret is found", run(["replay"], swapped)[0] == 1)
check("H9: another secret in the end is found", run(["replay"], [json.dumps(line).replace(SECRET, OTHER) + "\n" for line in log])[0] == 1)
print(f"1..{number}")
sys.exit(failed > 0)
