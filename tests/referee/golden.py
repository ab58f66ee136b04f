#!/usr/bin/env python3
"""Runs golden games (tests/golden/referee/README.md) and speaks TAP: golden.py [--accept] CAROM FILE..."""
import json
import re
import subprocess
import sys

NOBODY = {"open", "void", "tick", "pause", "resume"}


def command(line, drawing):
    """`12 ana bid 5` as the JSON that the referee reads."""
    if line.startswith("!"):
        return line[1:].strip()
    words = line.split(" ", 3)
    by = None if words[1] in NOBODY else words.pop(1)
    words = " ".join(words).split(" ", 2)
    made = {"at": int(words[0])}
    if by:
        made["by"] = by
    made["do"] = words[1]
    rest = words[2] if len(words) > 2 else ""
    if words[1] == "open":
        made["rules"] = json.loads(rest) if rest else {}
        if drawing:
            made["rules"]["board"] = "\n".join(drawing)
    elif words[1] == "bid" and rest:
        made["moves"] = int(rest)
    elif words[1] == "move":
        made["move"] = rest
    elif words[1] == "hand":
        made["route"] = rest
    elif words[1] in ("join", "start", "chip") and rest:
        made.update(json.loads(rest))
    return json.dumps(made)


def value(thing):
    if isinstance(thing, str) and re.fullmatch(r"\S+", thing):
        return thing
    return json.dumps(thing, separators=(",", ":"), ensure_ascii=False)


def words(answer):
    """An answer of the referee as the files have it."""
    answer = dict(answer)
    if "error" in answer:
        return "error: " + answer["error"]
    answer.pop("seq", None)
    head = [str(answer.pop("at")), answer.pop("ev") if "ev" in answer else "refused " + answer.pop("refused")]
    if head[1] == "opened":
        rules = answer["rules"]
        answer = {key: rules[key] for key in ("preset", "claim", "tie", "side") if key in rules} | {
            key: answer[key] for key in ("board", "robots") if key in answer}
    return " ".join(head + [f"{key}={value(thing)}" for key, thing in answer.items()])


def games(path):
    """Lists of (kind, text): "note", "board", "command", "answer"; a game ends at a line of dashes."""
    game = []
    for line in open(path, encoding="utf-8").read().rstrip("\n").split("\n"):
        if line.startswith("---"):
            yield game
            game = []
            continue
        kind = ("answer" if line.startswith("  ") else "note" if not line or line.startswith("#") else
                "board" if line[0] in "+|" or line.startswith("robots ") else "command")
        game.append((kind, line))
    yield game


def play(carom, lines):
    """Answers of each line. A broken line behind each command marks the end of its answer."""
    given = "".join(line + "\n?\n" for line in lines)
    done = subprocess.run([carom, "referee"], input=given.encode(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          timeout=60, check=False)
    answers, answer, marker = [], [], 2
    for line in done.stdout.decode().splitlines():
        made = json.loads(line)
        if made.get("line") == marker:
            answers.append(answer)
            answer, marker = [], marker + 2
        else:
            if "line" in made:
                made["line"] = (made["line"] + 1) // 2
            answer.append((made, line))
    return answers


def faults(carom, answers):
    """What is wrong with the log as a whole."""
    log = [(made, line) for answer in answers for made, line in answer if "ev" in made]
    if [made["seq"] for made, _ in log] != list(range(1, len(log) + 1)):
        yield "seq has gaps"
    text = "".join(line + "\n" for _, line in log)
    done = subprocess.run([carom, "replay"], input=text.encode(), capture_output=True, timeout=60, check=False)
    if log and done.returncode:
        yield "carom replay: " + done.stderr.decode().strip()


def run(carom, game):
    """The game as it is now, as lines, and what else is wrong."""
    drawing = [line for kind, line in game if kind == "board"]
    commands = [line for kind, line in game if kind == "command"]
    answers = play(carom, [command(line, drawing) for line in commands])
    now, at = [], 0
    for kind, line in game:
        if kind != "answer":
            now.append(line)
        if kind == "command":
            now += ["  " + words(made) for made, _ in answers[at]]
            at += 1
    return now, list(faults(carom, answers))


def main():
    arguments = [word for word in sys.argv[1:] if word != "--accept"]
    carom, paths = arguments[0], arguments[1:]
    number = failures = 0
    for path in paths:
        played = [(game, *run(carom, game)) for game in games(path)]
        if "--accept" in sys.argv:
            text = "\n----\n".join("\n".join(now) for _, now, _ in played)
            open(path, "w", encoding="utf-8").write(text + "\n")
        for game, now, wrong in played:
            number += 1
            before = [line for _, line in game]
            title = next((line[1:].strip() for line in before if line.startswith("#")), path)
            good = (now == before or "--accept" in sys.argv) and not wrong
            failures += not good
            print("ok" if good else "not ok", number, "-", title.replace("#", ""))
            if not good:
                print("\n".join("# " + path + ": " + fault for fault in wrong))
                print("\n".join(f"# expected: {line}" for line in before if line not in now))
                print("\n".join(f"# found:    {line}" for line in now if line not in before))
    print(f"1..{number}")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
