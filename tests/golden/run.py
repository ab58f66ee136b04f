#!/usr/bin/env python3
"""Runs golden files (see README.md beside this) and speaks TAP: run.py [--accept] CAROM FILE..."""
import re
import shlex
import subprocess
import sys

# What differs from run to run and from machine to machine.
FIGURES = re.compile(r'"(us|\w+_us|per_second|\w*memory|table)":[\d.]+')


def cases(path):
    """Yields [heading lines, command, input lines, expected lines] for each command of a file."""
    heading, case = [], None
    for line in open(path, encoding="utf-8").read().split("\n"):
        if line.startswith(("$ ", "#")) and case:
            yield case
            heading, case = [], None
        if line.startswith("$ "):
            case = [heading, line[2:], [], []]
        elif case is None:
            heading.append(line)
        elif line.startswith("< ") and not case[3]:
            case[2].append(line[2:])
        else:
            case[3].append(line)
    if case:
        yield case


def strip(lines):
    while lines and not lines[-1]:
        lines = lines[:-1]
    return lines


def answer(carom, command, given):
    words = shlex.split(command)
    assert words[0] == "carom", command
    done = subprocess.run([carom] + words[1:], input="".join(line + "\n" for line in given).encode(),
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=600, check=False,
                          env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"})
    text = FIGURES.sub(r'"\1":N', done.stdout.decode("utf-8", "replace"))
    return strip(text.split("\n")) + ([f"[{done.returncode}]"] if done.returncode else [])


def accept(carom, path):
    out = []
    for heading, command, given, _ in cases(path):
        out += heading + ["$ " + command] + ["< " + line for line in given] + answer(carom, command, given) + [""]
    open(path, "w", encoding="utf-8").write("\n".join(out))


def main():
    arguments = [word for word in sys.argv[1:] if word != "--accept"]
    carom, paths = arguments[0], arguments[1:]
    if "--accept" in sys.argv:
        for path in paths:
            accept(carom, path)
        return
    number = failures = 0
    for path in paths:
        compared = number
        for _, command, given, expected in cases(path):
            number += 1
            found, expected = answer(carom, command, given), strip(expected)
            good = found == expected and expected != []
            failures += not good
            print(("ok" if good else "not ok"), number, "-", command.replace("#", ""))
            if not good:
                print("\n".join("# expected: " + line for line in expected))
                print("\n".join("# found:    " + line for line in found))
        if number == compared:
            number += 1
            failures += 1
            print("not ok", number, "-", path, "has a command and its answer")
    print(f"1..{number}")
    sys.exit(1 if failures else 0)


main()
