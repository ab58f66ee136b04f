#!/usr/bin/env python3
"""Every example of the documents is run: examples.py SOURCE CAROM. Speaks TAP.

A line `$ COMMAND` in a block of code is given to the shell, with `carom` as the program just built; the lines below it, up to
the next `$` or the end of the block, have to be what comes out. `…` stands for a line that may be anything; where nothing is
shown, it only has to go well. What speaks to people (telnet, systemctl, apt) has no `$`, or is listed in ELSEWHERE with the test
that runs it. Python blocks that begin with `import carom` are run as well, where the module is (`CAROM_PYTHON`), and links between
documents have to lead somewhere."""
import os
import re
import subprocess
import sys
import tempfile

source, carom = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
ELSEWHERE = {"telnet localhost 5252": "tests/server/rrgp.test.mjs"}
count, helps = 0, {}


def ok(holds, words, seen=""):
    global count
    count += 1
    print(f"{'ok' if holds else 'not ok'} {count} - {words}")
    for line in [] if holds else str(seen).splitlines()[:20]:
        print(f"# {line}")


def documents():
    names = ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "CHANGELOG.md"]
    return names + ["docs/" + name for name in sorted(os.listdir(os.path.join(source, "docs"))) if name.endswith(".md")]


def blocks(text):
    """Code that is indented by four, or fenced, without its indentation."""
    block, fenced = [], False
    for line in text.splitlines() + [""]:
        if line.startswith("```"):
            fenced = not fenced
            line = ""
        elif fenced or line.startswith("    "):
            block.append(line if fenced else line[4:])
            continue
        if block and (line.strip() or not fenced):
            yield block
            block = []


def examples(block):
    for i, line in enumerate(block):
        if not line.startswith("$ "):
            continue
        shown = []
        for other in block[i + 1:]:
            if other.startswith("$ "):
                break
            shown.append(other)
        yield re.sub(r"\s+# .*$", "", line[2:]), shown


def same(shown, lines):
    shown = [line.rstrip() for line in shown if line.strip()]
    lines = [line.rstrip() for line in lines if line.strip()]
    if not shown:
        return True
    return len(shown) == len(lines) and all(a == "…" or a == b for a, b in zip(shown, lines))


def run(name, command, shown, folder):
    if command in ELSEWHERE:
        ok(os.path.exists(os.path.join(source, ELSEWHERE[command])), f"{name}: {command}: see {ELSEWHERE[command]}")
        return
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": "C", "PATH": os.path.join(folder, "bin") + ":" + os.environ["PATH"]}
    done = subprocess.run(["sh", "-c", command.replace("build/carom", "carom")], cwd=folder, env=environment, text=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120, check=False)
    answers_no = any(line.startswith("no: ") for line in shown)
    well = done.returncode == (1 if answers_no else 0)
    ok(well and same(shown, done.stdout.splitlines()), f"{name}: {command}", f"exit code {done.returncode}\n{done.stdout}")


def look_at_options(name, text):
    """What is not run here, because it serves, waits for people or takes long, is at least spelled as the program has it."""
    wrong = []
    for command, rest in re.findall(r"(?:^ {4}|`)(?:build/)?carom ([a-z]+)\b([^`#\n]*)", text, re.M):
        if command != "help" and command not in helps:
            done = subprocess.run([carom, command, "--help"], env={"LC_ALL": "C"}, text=True, stdout=subprocess.PIPE, check=False)
            helps[command] = done.stdout if done.returncode == 0 else None
        said = helps.get(command, "")
        missing = [word for word in re.findall(r"(?<!\S)--[a-z-]+", rest) if not said or not re.search(word + r"(?![\w-])", said)]
        wrong += [(command, missing)] if missing or said is None else []
    ok(not wrong, f"{name}: commands and options are there", wrong)


def look_at_links(name, text):
    broken = []
    for target in re.findall(r"\]\(([^)#\s]+)", text) + re.findall(r'src="([^"]+)"', text):
        made = target.startswith("reference/") # by Doxygen, tools/site.py
        if not re.match(r"[a-z]+:", target) and not made and not os.path.exists(os.path.join(source, os.path.dirname(name), target)):
            broken.append(target)
    ok(not broken, f"{name}: links lead somewhere", broken)


with tempfile.TemporaryDirectory() as folder:
    os.mkdir(os.path.join(folder, "bin"))
    os.symlink(carom, os.path.join(folder, "bin/carom"))
    for name in documents():
        with open(os.path.join(source, name), encoding="utf-8") as file:
            text = file.read()
        look_at_links(name, text)
        look_at_options(name, text)
        for block in blocks(text):
            for command, shown in examples(block):
                run(name, command, shown, folder)
            if block[0] == "import carom" and "CAROM_PYTHON" in os.environ:
                done = subprocess.run([sys.executable, "-c", "\n".join(block)], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                      env={**os.environ, "PYTHONPATH": os.environ["CAROM_PYTHON"]}, check=False)
                ok(done.returncode == 0 and done.stdout, f"{name}: Python", done.stdout)
for name, most in (("examples/bot.c", 200), ("examples/bot.mjs", 200)):
    with open(os.path.join(source, name), encoding="utf-8") as file:
        ok(len(file.readlines()) < most, f"{name} has fewer than {most} lines")
print(f"1..{count}")
