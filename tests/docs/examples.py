#!/usr/bin/env python3
"""Every example of the documents is run: examples.py SOURCE CAROM. Speaks TAP.

A block of code is Python, JSON, one of those that listed.py names (what a command
reads; what nothing reads), or commands. Of a block with lines that begin with `$ `
these are the commands, and the lines below each have to be what comes out: `…` stands for a line that may be anything; where nothing
is shown, it only has to go well. In any other block each line is a command. All of them are given to the shell, in a folder for
each document in which the sources seem to lie and `carom` and `carom-dev` are the programs just built, except for those that listed.py names: with
the test that runs them, or with the reason why none does. So an example that nobody runs cannot be added.

`carom serve` gets a free port for 8080, has to answer, and runs until the next server or the end of the document; examples that need
one, and the code K7M2QXAB of a table, have them. `carom bot` is told to stop when it has its seat. What takes long is run in the short
form that listed.py says. Python needs the module (`CAROM_PYTHON`). Links between documents have to lead somewhere."""
import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import urllib.request

from listed import ELSEWHERE, NOT_HERE, READ, SHORT, TEXT

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from port import free_port  # noqa: E402

source, carom = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
CODE = "K7M2QXAB"
count, helps, used = 0, {}, set()


def ok(holds, words, seen=""):
    global count
    count += 1
    print(f"{'ok' if holds else 'not ok'} {count} - {words}", flush=True)
    for line in [] if holds else str(seen).splitlines()[:20]:
        print(f"# {line}")


def read(name):
    with open(os.path.join(source, name), encoding="utf-8") as file:
        return file.read()


def documents():
    names = ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "CHANGELOG.md", "SECURITY.md"]
    for folder in ("docs", "docs/guide", "docs/reference", "docs/internals"):
        names += [f"{folder}/{name}" for name in sorted(os.listdir(os.path.join(source, folder))) if name.endswith(".md")]
    return names


def blocks(text):
    """Code that is indented by four, or fenced, without its indentation. A blank line between indented ones is a part of a client in
    JavaScript, and ends every other block."""
    block, fenced, lines = [], False, text.splitlines() + [""]
    for number, line in enumerate(lines):
        if not line and block and block[0].startswith("const WebSocket = ") and lines[number + 1:number + 2] and lines[number + 1].startswith("    "):
            block.append("")
            continue
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
    session = any(line.startswith("$ ") for line in block)
    for i, line in enumerate(block):
        if session and not line.startswith("$ "):
            continue
        shown = []
        for other in block[i + 1:] if session else []:
            if other.startswith("$ "):
                break
            shown.append(other)
        yield re.sub(r"\s+# .*$", "", line[2:] if session else line), shown


def same(shown, lines):
    shown = [line.rstrip() for line in shown if line.strip()]
    lines = [line.rstrip() for line in lines if line.strip()]
    if not shown:
        return True
    return len(shown) == len(lines) and all(a == "…" or a == b for a, b in zip(shown, lines))


class Place:
    """Where the examples of a document run."""

    def __init__(self, name, folder):
        self.name, self.folder, self.server, self.port = name, folder, None, None
        for entry in os.listdir(source):
            if not entry.startswith((".", "build")):
                os.symlink(os.path.join(source, entry), os.path.join(folder, entry))
        for there in ("bin", "build"):
            os.mkdir(os.path.join(folder, there))
            os.symlink(carom, os.path.join(folder, there, "carom"))
            os.symlink(carom + "-dev", os.path.join(folder, there, "carom-dev"))
        self.environment = {**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": "C", "NODE_PATH": "/usr/share/nodejs",
                            "PATH": os.path.join(folder, "bin") + ":" + os.environ["PATH"]}

    def start(self, command, **more):
        return subprocess.Popen(["sh", "-c", command], cwd=self.folder, env=self.environment, text=True, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, **more)

    def ask(self, path, body=None):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", body) as answer:
            return json.load(answer)

    def serve(self, command):
        self.stop()
        self.port = free_port()
        self.server = self.start(f"exec {self.at_home(command)} --port {self.port} --log-level error")
        said = self.server.stdout.readline()
        ready = said and urllib.request.urlopen(f"http://127.0.0.1:{self.port}/readyz").status
        ok(ready == 200, f"{self.name}: {command}", said)

    def close(self):
        self.stop()

    def stop(self):
        if self.server:
            self.server.send_signal(signal.SIGTERM)
            ok(self.server.wait(60) == 0, f"{self.name}: the server ends well", self.server.returncode)
            self.server.stdout.close()
        self.server = None

    def here(self, command):
        """The command as it is run here: a server is there if it needs one, with a table of this code."""
        if re.search(r"localhost:8080|127\.0\.0\.1:8080|carom\.db|carom admin", command) and not self.server:
            self.serve("carom serve")
        if CODE in command:
            command = command.replace(CODE, self.ask("/api/tables", b"{}")["code"])
        return self.at_home(command).replace(":8080", f":{self.port}")

    def at_home(self, command):
        os.makedirs(os.path.join(self.folder, "var/lib/carom"), exist_ok=True)
        return command.replace("/var/lib/carom", "var/lib/carom")

    def sit(self, command):
        """A bot: it plays until it is told to stop."""
        words = self.here(command)
        table, name = re.search(r"/t/(\w+)", words).group(1), re.search(r"--name (\w+)", words).group(1)
        with self.start("exec " + words) as bot:
            said = ""
            while "joins the table" not in said and bot.poll() is None:
                said = bot.stdout.readline()
            seated = [player["name"] for player in self.ask(f"/api/tables/{table}")["state"]["players"]]
            bot.send_signal(signal.SIGINT)
            bot.communicate(timeout=60)
        ok(bot.returncode == 0 and name in seated, f"{self.name}: {command}", (bot.returncode, seated))

    def run(self, command, shown):
        short = command
        for pattern, form, _ in SHORT:
            short = re.sub(pattern, form, short)
        with self.start(self.here(short), stderr=subprocess.STDOUT) as child:
            said = child.communicate(timeout=120)[0]
        answers_no = any(line.startswith("no: ") for line in shown)
        well = child.returncode == (1 if answers_no else 0)
        as_short = f" (as {short})" if short != command else ""
        ok(well and same(shown, said.splitlines()), f"{self.name}: {command}{as_short}", f"exit code {child.returncode}\n{said}")

    def read(self, command, given, expected):
        done = subprocess.run(["sh", "-c", command], cwd=self.folder, env=self.environment, text=True, input=given,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        ok(done.returncode == 0 and expected in ("", done.stdout), f"{self.name}: read by {command}", done.stdout)

    def try_it(self, command, shown):
        if command in ELSEWHERE:
            test, words = ELSEWHERE[command]
            ok(words in read(test), f"{self.name}: {command}: see {test}", f"there is no more: {words}")
        elif command in NOT_HERE:
            ok(True, f"{self.name}: {command}: not run, {NOT_HERE[command]}")
        elif re.match(r"(build/)?carom serve (?!.*--help)|carom serve$", command):
            self.serve(command)
        elif command.startswith("carom bot "):
            self.sit(command)
        else:
            self.run(command, shown)
        used.add(command)


def look_at_json(name, block):
    """Messages, each with `>` or `<` or nothing before it, broken into lines that begin with a blank; `…` is what was left out."""
    messages = re.split(r"\n(?! )", "\n".join(block))
    for message in messages:
        body = re.sub(r"^(?:[<>] )?(?:[A-Z]+ /\S+ |[0-9]{3} )?", "", message.replace("\n", " "))
        body = re.sub(r" +… .*…$", "", body)
        body = re.sub(r"\{…\}", "{}", re.sub(r",…\]", "]", body))
        if body and not message.endswith("(WebSocket)"):
            try:
                json.loads(body)
            except ValueError as fault:
                ok(False, f"{name}: {message}", fault)
                return
    ok(True, f"{name}: {len(messages)} messages in JSON")


def look_at_python(name, block):
    if "CAROM_PYTHON" not in os.environ:
        return
    done = subprocess.run([sys.executable, "-c", "\n".join(block)], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env={**os.environ, "PYTHONPATH": os.environ["CAROM_PYTHON"]}, check=False)
    ok(done.returncode == 0 and done.stdout, f"{name}: Python", done.stdout)


def look_at_options(name, text):
    """What stands in the midst of a sentence is at least spelled as the program has it."""
    wrong = []
    for dev, command, rest in re.findall(r"(?:^ {4}|`)(?:build/)?carom(|-dev) ([a-z]+)\b([^`#\n]*)", text, re.M):
        if command != "help" and command not in helps:
            done = subprocess.run([carom + dev, command, "--help"], env={"LC_ALL": "C"}, text=True, stdout=subprocess.PIPE, check=False)
            helps[command] = done.stdout if done.returncode == 0 else None
        said = helps.get(command, "")
        missing = [word for word in re.findall(r"(?<!\S)--[a-z-]+", rest) if not said or not re.search(word + r"(?![\w-])", said)]
        wrong += [(command, missing)] if missing or said is None else []
    ok(not wrong, f"{name}: commands and options are there", wrong)


def look_at_links(name, text):
    broken = []
    for target in re.findall(r"\]\(([^)#\s]+)", text) + re.findall(r'src="([^"]+)"', text):
        made = target.startswith("library/") # by Doxygen, tools/site.py
        if not re.match(r"[a-z]+:", target) and not made and not os.path.exists(os.path.join(source, os.path.dirname(name), target)):
            broken.append(target)
    ok(not broken, f"{name}: links lead somewhere", broken)


def look_at_block(place, block):
    if block[0] in TEXT:
        used.add(block[0])
        test, words = TEXT[block[0]][1:] or ("", "")
        if test:
            ok(words in read(test), f"{place.name}: {TEXT[block[0]][0]}: see {test}", f"there is no more: {words}")
    elif block[0] in READ:
        used.add(block[0])
        command, expected = READ[block[0]]
        place.read(command, "\n".join(block) + "\n", expected)
    elif block[0] == "import carom":
        look_at_python(place.name, block)
    elif block[0].startswith("const WebSocket = "):
        ok(block == read("examples/client.cjs").rstrip("\n").split("\n"), f"{place.name}: examples/client.cjs, which is run below it")
    elif re.match(r"\{|[<>] (\{|[A-Z]+ /)", block[0]):
        look_at_json(place.name, block)
    else:
        for command, shown in examples(block):
            place.try_it(command, shown)


def look_at_headers():
    """The library's reference is made from its headers: the C in their comments compiles, with what it supposes to be there."""
    supposed = {"carom.h": "const char *text", "json.h": "struct carom_text text", "atlas.h": "struct carom_atlas *atlas",
                "referee.h": "struct carom_text log, struct carom_table table, struct carom_command command"}
    compiler = ["cc", "-std=c11", "-Wall", "-Werror", "-Wno-unused-parameter", "-fsyntax-only", "-x", "c", "-I" + os.path.join(source, "include"),
                "-I" + os.path.join(os.path.dirname(carom), "include"), "-"]
    headers = sorted(os.listdir(os.path.join(source, "include/carom")))
    for name in headers:
        for block in re.findall(r"(?:^ \*     .*\n)+", read(f"include/carom/{name}") if name.endswith(".h") else "", re.M):
            code = block.replace(" *     ", "    ")
            if ";\n" not in code and ");" not in code:
                continue  # a table of words
            text = f"#include <carom/carom.h>\n#include <carom/libc_allocator.h>\n#include <string.h>\nvoid tell();\nbool example({supposed.get(name, 'void')});\n" \
                f"bool example({supposed.get(name, 'void')})\n{{\n{code}    return true;\n}}\n"
            done = subprocess.run(compiler, input=text, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
            ok(done.returncode == 0, f"{name}: {code.splitlines()[0].strip()}", done.stdout)


look_at_headers()
for name in documents():
    with tempfile.TemporaryDirectory() as folder, contextlib.closing(Place(name, folder)) as place:
        text = read(name)
        look_at_links(name, text)
        look_at_options(name, text)
        for block in blocks(text):
            look_at_block(place, block)
ok(not {*ELSEWHERE, *NOT_HERE, *READ, *TEXT} - used, "nothing is listed that no document has", {*ELSEWHERE, *NOT_HERE, *READ, *TEXT} - used)
for name, most in (("examples/bot.c", 200), ("examples/bot.mjs", 200)):
    ok(len(read(name).splitlines()) < most, f"{name} has fewer than {most} lines")
print(f"1..{count}")
