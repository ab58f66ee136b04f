#!/usr/bin/env python3
"""Manual pages of the subcommands, made from what `carom COMMAND --help` says, so that every fact stands once; CAROM may also be carom-dev:

manuals.py MAIN.C                  names the commands in the program's table
manuals.py CAROM FOLDER NAME...    writes FOLDER/carom-NAME.1 for each
manuals.py --check CAROM NAME...   whether the names are all the commands there are, docs/carom.1 has each of them, and each
                                   page has every option that --help lists, with its explanation
"""
import os
import re
import subprocess
import sys


def ask(carom, *words):
    """What the program says, in English and whatever it or the build is told by variables (CAROM_NO_INSTALL)."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("CAROM_")}
    environment = {**kept, "LC_ALL": "C", "LANGUAGE": "C"}
    return subprocess.run([carom, *words], check=True, text=True, stdout=subprocess.PIPE, env=environment).stdout


def quoted(words):
    """Text as mdoc takes it for what it is."""
    words = words.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + words if words.startswith((".", "'")) else words


def commands(carom):
    listed = re.search(r"Commands:\n(.*?)\n\n", ask(carom, "help"), re.S).group(1)
    return dict(re.match(r"  (\S+) +(.*)", line).groups() for line in listed.splitlines())


def options(text):
    """Pairs of an option as it is written and its explanation."""
    found = []
    for line in text.splitlines():
        begun = re.match(r"  (-\w, |    )(--\S+(?: \S+)*)(?:  +(.*))?$", line)
        if begun:
            found.append([begun.group(1).strip() + (" " if begun.group(1).strip() else "") + begun.group(2), [begun.group(3) or ""]])
        elif found:
            found[-1][1].append(line.strip())
    return [(name, " ".join(words).strip()) for name, words in found]


def page(carom, name, summary):
    usage, _, rest = ask(carom, name, "--help").partition("\n\n")
    about, _, listed = rest.partition("\nOptions:\n")
    operands = usage.partition("[OPTION...]")[2].strip()
    program = os.path.basename(carom)
    lines = [".Dd November 17, 2026", f".Dt {program.upper()}-{name.upper()} 1", ".Os", ".Sh NAME", f".Nm {program}-{name}", f".Nd {quoted(summary)}",
             ".Sh SYNOPSIS", f".Nm {program} {name}", ".Op Ar option ..."]
    lines += [quoted(operands)] if operands else []
    lines += [".Sh DESCRIPTION"]
    for paragraph in re.split(r"\n\n+", about.strip()):
        literal = re.search(r"^  ", paragraph, re.M)
        lines += [".Pp"] if lines[-1] != ".Sh DESCRIPTION" else []
        lines += ([".Bd -literal"] if literal else []) + [quoted(line) for line in paragraph.splitlines()] + ([".Ed"] if literal else [])
    lines += [".Sh OPTIONS", ".Bl -tag -width Ds"]
    for written, words in options(listed):
        lines += [f".It {quoted(written)}", quoted(words)]
    lines += [".El", ".Sh EXIT STATUS", "0: done; 1: the answer is no; 2: bad input.", ".Sh SEE ALSO", f".Xr {program} 1"]
    return "\n".join(lines) + "\n"


def check(carom, names):
    """Options are counted in --help without looking at how they are set apart from what is said of them."""
    program = os.path.basename(carom)
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), f"../docs/{program}.1"), encoding="utf-8") as file:
        manual = file.read()
    for name in names:
        if not re.search(rf"^\.It Cm .*\b{name}\b", manual, re.M):
            sys.exit(f"docs/{program}.1 does not tell of `{program} {name}`")
        listed = re.findall(r"^  (?:-\w, |    )(--[\w-]+)", ask(carom, name, "--help").partition("\nOptions:\n")[2], re.M)
        lines = page(carom, name, name).replace("\\-", "-").splitlines()
        told = [(re.search(r"--[\w-]+", line).group(), after) for line, after in zip(lines, lines[1:]) if line.startswith(".It ")]
        if [option for option, _ in told] != listed or len(listed) < 2:
            sys.exit(f"{program}-{name}.1 has the options {[option for option, _ in told]}, --help has {listed}")
        if not all(words.strip() for _, words in told):
            sys.exit(f"{program}-{name}.1 has an option without explanation")


def main():
    if len(sys.argv) == 2:
        with open(sys.argv[1], encoding="utf-8") as file:
            print(*sorted(re.findall(r"&cmd_(\w+)", file.read())))
        return
    if sys.argv[1] == "--check":
        carom, names = sys.argv[2], sys.argv[3:]
        there = sorted(commands(carom))
        if there != sorted(names):
            sys.exit(f"manual pages are made of {sorted(names)}, commands are {there}: the table of the program has other names")
        check(carom, names)
        return
    carom, folder, names = sys.argv[1], sys.argv[2], sys.argv[3:]
    summaries = commands(carom)
    for name in names:
        with open(os.path.join(folder, f"{os.path.basename(carom)}-{name}.1"), "w", encoding="utf-8") as file:
            file.write(page(carom, name, summaries.get(name, name)))


main()
