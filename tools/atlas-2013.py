#!/usr/bin/env python3
"""docs/guide/atlas-2013.md, made of the results in data/.

    tools/atlas-2013.py add RESULTS.csv    takes new results into data/ (`carom atlas --store BOOK --export RESULTS.csv`)
    tools/atlas-2013.py update             writes the page
    tools/atlas-2013.py check              fails if it is not up to date
"""
import csv
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DATA = os.path.join(ROOT, "data")
PAGE = os.path.join(ROOT, "docs", "guide", "atlas-2013.md")
TITLE = "# The box of 2013, so far\n"
SAMPLE, BEGIN, END = "## Boards with barriers: a sample\n", "## The 486 boards without barriers\n", "## All 1,536 boards\n"
BOARDS, OLD_BOARDS, BOARDS_WITH_BARRIERS, TARGETS = 486, 96, 1050, 17
LONG = 20  # moves
NOW = 1.1  # seconds of processor time for a pair, as the program is now; most results are older
LISTED = 12
SAMPLE_LISTED = 20
NEW, BARRIERS = "atlas-2013.csv", "atlas-2013-sample.csv"
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
    rest = f" The {left:,} pairs left take about {hours(left * NOW)} of one core: {NOW} s each with AVX-512." if left else ""
    yield (
        f"Processor time: {each:.1f} s for a pair, {hours(seconds)} in all (one thread at idle priority, on two shared virtual cores of "
        f"an AMD EPYC).{rest}"
    )
    yield (
        "Checked on 15 of these pairs, as `meson test -C build --benchmark --suite atlas` does it: 1,500 placements against the plain "
        "model of the tests, which found a shortest route for each, and 5,010 against `carom solve`. None differs."
    )


def wrap(text, first="", later="", width=100):
    """Fills lines; a link's words stay together with what follows them, code stays on one line."""
    lines, line = [], first
    for word in re.findall(r"(?:`[^`]*`|[^ ])+", text):
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
    for row in hardest_first(new)[:LISTED]:
        yield f"| {row['max']} | {at_most(row):,} | `{position(row)}` |\n"
    yield "\n![Placements on new boards by number of moves](../pictures/atlas-2013-moves.svg)\n"
    yield "\n| moves | placements on new boards | share | 1999 |\n|---:|---:|---:|---:|\n"
    counts, old_counts = histogram(new), histogram(old)
    for moves in range(2, max(len(counts), len(old_counts))):
        ours, theirs = (one[moves] if moves < len(one) else 0 for one in (counts, old_counts))
        yield f"| {moves} | {ours:,} | {100 * ours / sum(counts):.4f} % | {100 * theirs / sum(old_counts):.4f} % |\n"
    yield "\n" + wrap(
        "[`data/atlas-2013.csv`](../../data/atlas-2013.csv) has these results, with [the columns of every "
        "atlas](atlas.md#the-results-as-csv); `tools/atlas-2013.py` makes this page."
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


def at_most(row):
    return int(row["histogram"].split()[int(row["max"])])


def hardest_first(rows):
    return sorted(rows, key=lambda row: (-int(row["max"]), at_most(row), row["board"], row["target"]))


def position(row):
    return f"{row['board']}/{row['hardest'].split()[0]}/{row['target']}"


def intro(sample):
    text = (
        "The box of 2013 makes 1,536 boards. [486 of them have no barriers](#the-486-boards-without-barriers). 1,050 have some, on one "
        f"to four of their sections: [{len(sample)} pairs of board and target](#boards-with-barriers-a-sample) are done."
    )
    return TITLE + "\n" + wrap(text) + "\n"


def sample_facts(sample, old):
    counts = histogram(sample)
    unsolvable = sum(int(row["unsolvable"]) for row in sample)
    solved = "all can be solved" if unsolvable == 0 else f"all but {unsolvable:,} can be solved"
    yield (
        f"The hardest placement in the sample needs **{len(counts) - 1}** moves. On boards without barriers the maximum known is "
        f"{len(histogram(old)) - 1}; a sample cannot tell what it is for all boards."
    )
    yield (
        f"It looked at {sum(int(row['placements']) for row in sample):,} placements, and {solved}. The mean is {mean(sample):.4f} moves "
        f"(1999: {mean(old):.4f})."
    )
    yield f"{sum(counts[LONG:]):,} of them need {LONG} moves or more."
    vortex, coloured = ([float(row["seconds"]) for row in sample if (row["target"] == "V") == wanted] for wanted in (True, False))
    yield (
        f"Processor time: {sum(coloured) / len(coloured):.0f} s on average and {max(coloured):.0f} s at most for a coloured target, "
        f"{sum(vortex) / len(vortex):.0f} s and {max(vortex):.0f} s for the vortex (one thread on shared virtual cores of an AMD EPYC, "
        "some on an Intel Xeon). Memory: 1.1 GiB for a coloured target, 1.6 GiB for the vortex."
    )


def sample_section(sample, old):
    yield SAMPLE
    yield "\n" + wrap(
        "For boards with barriers [`carom atlas`](atlas.md) has to tell the robots apart, because a robot passes barriers of its own "
        "colour (R8). That takes more time and memory than [the box of 1999](25-moves.md), so only a sample is done: "
        f"{len(sample)} pairs of board and target, the first {len(sample)} in the fixed random order of the edition "
        "(`--edition 2013 --barriers only`). The numbers are exact for each pair; what they say about all boards is an estimate."
    ) + "\n"
    for fact in sample_facts(sample, old):
        yield wrap(fact, "- ", "  ")
    yield f"\n### The {min(SAMPLE_LISTED, len(sample))} hardest\n"
    yield "\n| board | target | placements | most moves | placements at the maximum | mean | one of the hardest |\n"
    yield "|---|---|---:|---:|---:|---:|---|\n"
    for row in hardest_first(sample)[:SAMPLE_LISTED]:
        yield f"| {row['board']} | {row['target']} | {int(row['placements']):,} | {row['max']} | {at_most(row):,} "
        yield f"| {float(row['mean']):.4f} | `{position(row)}` |\n"
    yield "\n| moves | placements of the sample |\n|---:|---:|\n"
    for moves, count in enumerate(histogram(sample)):
        yield f"| {moves} | {count:,} |\n"
    yield "\n" + wrap(
        "[`data/atlas-2013-sample.csv`](../../data/atlas-2013-sample.csv) has all results; [the atlas](atlas.md#the-results-as-csv) "
        f"explains its columns. You can check an entry alone: `carom solve --all '{position(hardest_first(sample)[0])}'`."
    ) + "\n"


def whole_section(sample):
    plain, barriers = BOARDS * TARGETS, BOARDS_WITH_BARRIERS * TARGETS
    each = [NOW, sum(float(row["seconds"]) for row in sample) / len(sample)]
    hours_of_core = [count * seconds / 3600 for count, seconds in zip((plain, barriers), each)]
    days = sum(hours_of_core) / 24
    yield END + "\n| boards | boards and targets | each | in all |\n|---|---:|---:|---:|\n"
    yield f"| {BOARDS} without barriers | {plain:,} | {each[0]:.1f} s | {hours_of_core[0]:.1f} hours of one core |\n"
    yield f"| {BOARDS_WITH_BARRIERS:,} with barriers | {barriers:,} | {each[1]:.0f} s | {hours_of_core[1] / 24:.1f} days of one core |\n"
    yield "\n" + wrap(
        f"Together that is about {days:.1f} days of one core, or {days * 24 / 64:.1f} hours of 64 cores with up to 2 GiB of memory per "
        "worker: a night on a small cluster. The same command does it on any number of machines "
        "(`carom atlas --edition 2013 --store postgresql://...`), and continues from these results:"
    )
    yield "\n    carom atlas --store book.db --import data/atlas-1999.csv\n    carom atlas --store book.db --import data/atlas-2013.csv\n"
    yield "    carom atlas --store book.db --import data/atlas-2013-sample.csv\n    carom atlas --store book.db --edition 2013\n"


def page():
    new, old, sample = read(NEW), read("atlas-1999.csv"), read(BARRIERS)
    with open(PAGE, encoding="utf-8") as file:
        text = file.read()
    return text, intro(sample) + "".join([*sample_section(sample, old), *section(new, old), *whole_section(sample)])


def kind_of(line, old):
    """The file that a result belongs to. With barriers robots differ, so there are more placements."""
    board, target, ricochet, placements = line.split(",")[:4]
    if ricochet != "1" or board in old:
        return None
    return NEW if placements == ("164059875" if target == "V" else "656239500") else BARRIERS


def add(path):
    """New boards of the box; those of 1999 have their own file."""
    old = {row["board"] for row in read("atlas-1999.csv")}
    with open(path, encoding="utf-8") as file:
        found = file.read().splitlines()
    for kind in (NEW, BARRIERS):
        with open(os.path.join(DATA, kind), encoding="utf-8") as file:
            head, *lines = file.read().splitlines()
        if found[0] != head:
            raise SystemExit(f"{path} has other columns")
        known = {tuple(line.split(",")[:3]): line for line in lines}
        for line in found[1:]:
            if kind_of(line, old) == kind:
                known.setdefault(tuple(line.split(",")[:3]), line)
        with open(os.path.join(DATA, kind), "w", encoding="utf-8") as file:
            file.write("\n".join([head, *(known[key] for key in sorted(known))]) + "\n")
        print(f"{kind}: {len(known) - len(lines)} new results, {len(known)} in all")


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
        print("docs/guide/atlas-2013.md is not what tools/atlas-2013.py update makes of the results in data/")
        return 1
    return 0


sys.exit(main(sys.argv[1:]))
