#!/usr/bin/env python3
"""The section of docs/guide/atlas-2013.md about boards without barriers, made of the results in data/.

    tools/atlas-2013.py add RESULTS.csv    takes new results into data/atlas-2013.csv (`carom atlas --store BOOK --export RESULTS.csv`)
    tools/atlas-2013.py update             writes the section
    tools/atlas-2013.py check              fails if it is not up to date
"""
import csv
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DATA = os.path.join(ROOT, "data")
PAGE = os.path.join(ROOT, "docs", "guide", "atlas-2013.md")
BEGIN, END = "## The 486 boards without barriers\n", "## All 1,536 boards\n"
BOARDS, OLD_BOARDS, TARGETS = 486, 96, 17
LONG = 20  # moves
LISTED = 12
COUNT = {2: "two", 3: "three", 4: "four"}


def read(name):
    with open(os.path.join(DATA, name), encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def histogram(rows):
    sums = []
    for row in rows:
        for moves, count in enumerate(map(int, row["histogram"].split())):
            sums.extend([0] * (moves + 1 - len(sums)))
            sums[moves] += count
    return sums


def mean(rows):
    return sum(int(row["sum"]) for row in rows) / sum(int(row["placements"]) - int(row["unsolvable"]) for row in rows)


def hours(seconds):
    return f"{seconds / 60:.0f} minutes" if seconds < 5400 else f"{seconds / 3600:.1f} hours"


def status(new):
    """What is done, as sentences."""
    per_board = {}
    for row in new:
        per_board[row["board"]] = per_board.get(row["board"], 0) + 1
    done = sum(count == TARGETS for count in per_board.values())
    begun = len(per_board) - done
    left = (BOARDS - OLD_BOARDS) * TARGETS - len(new)
    text = f"{BOARDS - OLD_BOARDS} of the {BOARDS} boards without barriers have a section that the box of 1999 lacks. "
    if left == 0:
        return text + f"All are done, with all {TARGETS} targets: {len(new):,} pairs of board and target.", left
    others = {0: "", 1: ", counting an unfinished board"}.get(begun, f", counting {COUNT.get(begun, begun)} unfinished boards")
    return (
        text + f"Of these, {done} are done with all {TARGETS} targets ({len(new):,} pairs of board and target{others}); with the "
        f"{OLD_BOARDS} boards of 1999 that makes {done + OLD_BOARDS} of {BOARDS}. Boards are taken in a random order, so the figures "
        f"below are a fair sample of the {BOARDS - OLD_BOARDS}. What the hardest position of all {BOARDS} boards needs is not known "
        "until all are done."
    ), left


def facts(new, old, left):
    counts, old_counts = histogram(new), histogram(old)
    most, placements = len(counts) - 1, sum(int(row["placements"]) for row in new)
    unsolvable = sum(int(row["unsolvable"]) for row in new)
    long, old_long = sum(counts[LONG:]), sum(old_counts[LONG:])
    old_placements = sum(int(row["placements"]) for row in old)
    seconds = sum(float(row["seconds"]) for row in new)
    yield f"The hardest position on the new boards{' so far' if left else ''} needs **{most}** moves. " + (
        f"The maximum {'known ' if left else ''}for boards without barriers stays at {len(old_counts) - 1}, on [boards of 1999](25-moves.md)."
        if most < len(old_counts)
        else f"On [boards of 1999](25-moves.md) it is {len(old_counts) - 1}."
    )
    solved = "all can be solved" if unsolvable == 0 else f"{unsolvable:,} of them cannot be solved"
    yield f"{placements:,} placements; {solved}. The mean is {mean(new):.4f} moves (1999: {mean(old):.4f})."
    yield (
        f"{long:,} placements need {LONG} moves or more, one in {placements // max(1, long):,} "
        f"(1999: one in {old_placements // old_long:,})."
    )
    each = seconds / len(new)
    rest = f" The {left:,} pairs left take about {hours(left * each)} of one core." if left else ""
    yield (
        f"Processor time: {each:.1f} s for a pair, {hours(seconds)} in all (one thread at idle priority, on two shared virtual cores of "
        f"an AMD EPYC).{rest}"
    )


def wrap(text, first="", later="", width=100):
    """Fills lines; a link's words stay together with what follows them."""
    lines, line = [], first
    for word in text.split(" "):
        if len(line) + len(word) + 1 > width and line.strip("- "):
            lines.append(line.rstrip())
            line = later
        line += word + " "
    return "\n".join([*lines, line.rstrip()]) + "\n"


def section(new, old):
    text, left = status(new)
    yield BEGIN
    yield "\n" + wrap(text) + "\n"
    for fact in facts(new, old, left):
        yield wrap(fact, "- ", "  ")
    yield "\n| moves | placements | one of them |\n|---:|---:|---|\n"
    at_most = lambda row: int(row["histogram"].split()[int(row["max"])])
    for row in sorted(new, key=lambda row: (-int(row["max"]), at_most(row), row["board"], row["target"]))[:LISTED]:
        yield f"| {row['max']} | {at_most(row):,} | `{row['board']}/{row['hardest'].split()[0]}/{row['target']}` |\n"
    yield "\n![Placements on new boards by number of moves](../pictures/atlas-2013-moves.svg)\n"
    yield "\n| moves | placements on new boards | share | 1999 |\n|---:|---:|---:|---:|\n"
    counts, old_counts = histogram(new), histogram(old)
    for moves in range(2, max(len(counts), len(old_counts))):
        ours, theirs = (one[moves] if moves < len(one) else 0 for one in (counts, old_counts))
        yield f"| {moves} | {ours:,} | {100 * ours / sum(counts):.4f} % | {100 * theirs / sum(old_counts):.4f} % |\n"
    yield "\n" + wrap(
        "[`data/atlas-2013.csv`](../../data/atlas-2013.csv) has these results, with [the columns of every "
        "atlas](atlas.md#the-results-as-csv); `tools/atlas-2013.py` makes this section of them."
        + (" To continue from there, on one machine or [many](atlas.md#many-machines):" if left else " To do it again:")
    )
    yield "\n    carom atlas --store boards.db --import data/atlas-1999.csv\n"
    if left:
        yield "    carom atlas --store boards.db --import data/atlas-2013.csv\n"
    yield "    carom atlas --store boards.db --edition 2013 --barriers no\n"
    yield "    carom atlas --store boards.db --export results.csv\n"
    if left:
        yield "    tools/atlas-2013.py add results.csv\n"
    yield "\n"


def page():
    new, old = read("atlas-2013.csv"), read("atlas-1999.csv")
    with open(PAGE, encoding="utf-8") as file:
        text = file.read()
    before, rest = text.split(BEGIN)
    return text, before + "".join(section(new, old)) + END + rest.split(END)[1]


def add(path):
    """New boards of the box without barriers; those of 1999 have their own file, those with barriers another."""
    name = os.path.join(DATA, "atlas-2013.csv")
    with open(name, encoding="utf-8") as file:
        head, *lines = file.read().splitlines()
    with open(path, encoding="utf-8") as file:
        found = file.read().splitlines()
    if found[0] != head:
        raise SystemExit(f"{path} has other columns")
    old = {row["board"] for row in read("atlas-1999.csv")}
    known = {tuple(line.split(",")[:3]): line for line in lines}
    before = len(known)
    for line in found[1:]:
        board, target, ricochet, placements = line.split(",")[:4]
        alike = placements == ("164059875" if target == "V" else "656239500")  # with barriers robots differ
        if alike and ricochet == "1" and board not in old:
            known.setdefault((board, target, ricochet), line)
    with open(name, "w", encoding="utf-8") as file:
        file.write("\n".join([head, *(known[key] for key in sorted(known))]) + "\n")
    print(f"{len(known) - before} new results, {len(known)} in all")


def main(words):
    if len(words) == 2 and words[0] == "add":
        add(words[1])
        return 0
    if words not in (["update"], ["check"]):
        print(__doc__, file=sys.stderr)
        return 2
    text, wanted = page()
    if words == ["update"]:
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write(wanted)
    elif text != wanted:
        print("docs/guide/atlas-2013.md is not what tools/atlas-2013.py update makes of data/atlas-2013.csv")
        return 1
    return 0


sys.exit(main(sys.argv[1:]))
