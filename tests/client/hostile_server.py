#!/usr/bin/env python3
"""`carom join`, `carom bot` and `carom-dev conformance` against a server that means them harm: hostile_server.py CAROM. Nothing that it sends makes
a terminal do anything, in any mode, and no number or flood of it ends or hangs a program. Speaks TAP."""
import base64
import hashlib
import json
import os
import pty
import re
import signal
import socket
import struct
import subprocess
import sys
import threading

CAROM = os.path.abspath(sys.argv[1])
PATIENCE = 120  # seconds until a program counts as hung; nothing waits for them to pass
EVIL = "\x1b]0;EVIL\x07\x1b[99mEVIL\x9b2JEVIL\u202eEVIL\u2066\u2028\x7f"
TURNED = "\u202aE\u202bV\u202cI\u202dL\u202e\u2066\u2067\u2068\u2069"  # the referee takes it for a name
OBEYED = re.compile(rb"\x1b\]0;|\x07|\x1b\[99m|\xc2[\x80-\x9f]|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]")
CONTROL = re.compile(rb"[\x00-\x09\x0b-\x1f\x7f]")
COMMANDS = """{"at":0,"do":"open","rules":{"preset":"ricochet","seed":1}}
{"at":1,"do":"join","by":"p1","name":"Ana"}
{"at":1,"do":"join","by":"p2","name":"Ben"}
{"at":2,"do":"start","by":"p1"}
"""
LOG = [json.loads(line) for line in
       subprocess.run([CAROM, "referee"], input=COMMANDS, text=True, stdout=subprocess.PIPE, check=True).stdout.splitlines()]
WELCOME = {"type": "welcome", "id": 1, "version": 1, "table": "K7M2QXAB", "game": 1, "seq": 5, "now": 5, "you": None, "token": "t",
           "options": {}, "host": "p1"}
NUMBERS = [-2**63, -1, 0, 2**31, 2**32, 2**53, 2**63 - 1, 2**63, 1e30]


def events(*lines, game=1):
    return {"type": "events", "game": game, "events": list(lines)}


class Server:
    """Says the same messages to every client that says hello, then floods it with a message or with bytes of frames, or hangs up; answers
    POST with a table."""

    def __init__(self, messages, flood=None, hangs_up=False):
        self.messages, self.flood, self.hangs_up = messages, flood, hangs_up
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                line, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.meet, args=(line,), daemon=True).start()

    @staticmethod
    def send(line, message):
        text = json.dumps(message).encode()
        size = struct.pack("!BB", 0x81, len(text)) if len(text) < 126 else struct.pack("!BBH", 0x81, 126, len(text))
        line.sendall(size + text)

    def meet(self, line):
        try:
            head = b""
            while b"\r\n\r\n" not in head:
                head += line.recv(4096)
            key = re.search(rb"Sec-WebSocket-Key: (\S+)", head)
            if key is None:
                body = json.dumps({"code": EVIL[:12], "sentence": EVIL}).encode()
                line.sendall(b"HTTP/1.1 201 Created\r\nX: " + EVIL.encode() + b"\r\n\r\n" + body)
                line.close()
                return
            accept = base64.b64encode(hashlib.sha1(key.group(1) + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest())
            line.sendall(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                         b"Sec-WebSocket-Accept: " + accept + b"\r\n\r\n")
            line.recv(4096)  # hello
            for message in self.messages:
                self.send(line, message)
            while isinstance(self.flood, bytes):
                line.sendall(self.flood)
            while self.flood is not None:
                self.send(line, self.flood)
            while not self.hangs_up and line.recv(4096):
                pass
            line.close()
        except OSError:
            pass

    def close(self):
        self.listener.close()


def read_until(file, mark, said):
    """Reads until the mark has come or nothing more comes."""
    while mark is None or mark not in said:
        try:
            got = os.read(file, 65536)
        except OSError:
            break
        if not got:
            break
        said += got
    return said


def run(words, mark, typed=None):
    """A program without a terminal. It is told to stop once the mark was read. Returns its exit code and all its bytes."""
    environment = os.environ | {"LANGUAGE": "de", "LC_ALL": "C.UTF-8"}
    with subprocess.Popen([CAROM + "-dev" if words[0] == "conformance" else CAROM, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env=environment) as child:
        watch = threading.Timer(PATIENCE, child.kill)
        watch.start()
        if typed is not None:
            child.stdin.write(typed)
            child.stdin.flush()
        said = read_until(child.stdout.fileno(), mark, b"")
        if typed is None or b"quit" not in typed:
            child.send_signal(signal.SIGTERM if words[0] == "bot" else signal.SIGINT)
        said = read_until(child.stdout.fileno(), None, said)
        child.stdin.close()
        code = child.wait()
        watch.cancel()
    return code, said


def run_on_screen(words, mark):
    """The same on a terminal of its own."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm", LC_ALL="C.UTF-8", LINES="40", COLUMNS="120")
        os.execv(CAROM, [CAROM, *words])
    watch = threading.Timer(PATIENCE, os.kill, (child, signal.SIGKILL))
    watch.start()
    said = read_until(terminal, mark, b"")
    try:
        os.kill(child, signal.SIGTERM)
    except ProcessLookupError:
        pass
    said = read_until(terminal, None, said)
    _, status = os.waitpid(child, 0)
    watch.cancel()
    os.close(terminal)
    return os.waitstatus_to_exitcode(status), said


count = 0


def ok(holds, words, seen=b""):
    global count
    count += 1
    print(f"{'ok' if holds else 'not ok'} {count} - {words}", flush=True)
    if not holds:
        print(f"# {seen[-1500:]!r}", flush=True)


def fine(code, said):
    """It has not crashed, hung or been reported by a sanitizer. SIGINT may end what has no handler for it."""
    return code in (0, 1, 2, -signal.SIGINT) and b"runtime error" not in said and b"Sanitizer" not in said


def texts():
    opened = events(*LOG[:1])
    evil_name = LOG[1] | {"name": EVIL[:20]}
    left = {"seq": LOG[-1]["seq"] + 1, "at": 9, "ev": "left", "by": "p2", "name": TURNED}
    turned = events(*(line | {"name": TURNED} if "name" in line else line for line in LOG), left)
    scenes = {
        "bye": ([WELCOME, {"type": "bye", "why": "stopping", "sentence": EVIL, "retry": 3600000}], b"EVIL"),
        "bye for good": ([WELCOME, {"type": "bye", "why": "removed", "sentence": EVIL}], b"EVIL"),
        "a refused hello": ([{"type": "answer", "id": 1, "ok": False, "why": EVIL, "sentence": EVIL}], b"EVIL"),
        "a refused seat": ([WELCOME, opened, {"type": "answer", "id": 2, "ok": False, "sentence": EVIL}], b"EVIL"),
        "a name": ([WELCOME, opened, events(evil_name)], "ereignis".encode()),
        "names that turn the writing": ([WELCOME, turned, {"type": "bye", "why": "removed", "sentence": "that was it"}], b"that was it"),
        "no sentence": ([WELCOME, {"type": "bye", "why": "removed", "sentence": ""}], b"carom"),
    }
    modes = [["join", "--name", "X", "--lines"], ["join", "--name", "X", "--plain"], ["join", "--name", "X", "--lines", "--json"],
             ["bot"], ["bot", "--quiet"], ["bot", "--json"]]
    for name, (messages, mark) in scenes.items():
        server = Server(messages)
        place = f"http://127.0.0.1:{server.port}/t/K7M2QXAB"
        for mode in modes:
            code, said = run([*mode, place], mark)
            harmless = not OBEYED.search(said) and not CONTROL.search(said) and b"Project-Id-Version" not in said
            ok(harmless and fine(code, said), f"{' '.join(mode)}: {name}", said)
        code, said = run_on_screen(["join", "--name", "X", place], mark)
        ok(not OBEYED.search(said) and fine(code, said), f"join on a screen: {name}", said)
        server.close()
    server = Server([WELCOME | {"you": "p1"}, turned])
    code, said = run_on_screen(["join", "--name", "X", f"http://127.0.0.1:{server.port}/t/K7M2QXAB"], b"L???")
    ok(b"L???" in said and not OBEYED.search(said) and fine(code, said), "join on a screen: players whose names turn the writing", said)
    server.close()
    screen = [WELCOME | {"you": "p1"}, events(*LOG), {"type": "answer", "id": 9, "ok": False, "sentence": EVIL},
              {"type": "result", "proven": True, "moves": 3, "route": [EVIL[:12], "RN"]}, {"type": "votes", "by": [EVIL], "needed": 2**40},
              {"type": "bye", "why": "removed", "sentence": EVIL}]
    server = Server(screen)
    code, said = run_on_screen(["join", "--name", "X", f"http://127.0.0.1:{server.port}/t/K7M2QXAB"], b"EVILEVILEVIL")
    ok(not OBEYED.search(said) and fine(code, said), "join on a screen: answers, routes and votes", said)
    server.close()


def conformance():
    for messages in ([], [{"type": "answer", "id": 1, "ok": False, "why": EVIL, "sentence": EVIL}], [WELCOME, events(*LOG), 7, [], "x"]):
        for mode in (["conformance"], ["conformance", "--json"]):
            server = Server(messages + [{"type": "bye", "sentence": EVIL}] * 3, hangs_up=True)
            code, said = run([*mode, f"http://127.0.0.1:{server.port}"], None)
            server.close()
            harmless = not OBEYED.search(said) and not CONTROL.search(said) and b"The server tells its time" in said
            ok(harmless and fine(code, said), f"{' '.join(mode)}: {len(messages)} messages", said)


def numbers():
    """Every number of the protocol at its extremes; what is said first is said, and what is typed is answered."""
    for number in NUMBERS:
        server = Server([
            WELCOME | {"now": number, "seq": number, "you": "p1"}, events(*LOG), {"type": "answer", "id": number, "ok": True},
            {"type": "result", "proven": False, "at_least": number}, {"type": "votes", "by": [], "needed": number},
            events(LOG[0] | {"at": number}, game=number), {"type": "game", "game": number}, WELCOME | {"game": number, "now": number},
            {"type": "bye", "why": "rate", "sentence": "that was it", "retry": number}])
        place = f"http://127.0.0.1:{server.port}/t/K7M2QXAB"
        code, said = run(["join", "--name", "X", "--lines", place], b"that was it", b"where\n")
        ok(fine(code, said), f"join: {number}", said)
        code, said = run(["bot", place], b"that was it")
        ok(fine(code, said), f"bot: {number}", said)
        server.close()


def floods():
    """A server that never stops talking: what is typed is heard all the same, and memory stays small."""
    server = Server([WELCOME, events(*LOG)], flood={"type": "news", "words": "x" * 1000})
    place = f"http://127.0.0.1:{server.port}/t/K7M2QXAB"
    code, said = run(["join", "--name", "X", "--lines", place], None, b"quit\n")
    ok(code == 0 and fine(code, said), "join: quit is heard beside a flood", said)
    code, said = run(["bot", place], b"Ana")
    ok(code == 0 and fine(code, said), "bot: leaves beside a flood when it is told to", said)
    code, said = run_on_screen(["join", "--name", "X", place], b"Ben")
    ok(fine(code, said), "join on a screen: ends beside a flood when it is told to", said)
    server.close()
    # Frames that are no messages for the program: they fill no queue that it reads, and are as endless as others.
    for name, flood in (("pings", b"\x89\x00" * 500000), ("binary messages", b"\x82\x7d" + b"x" * 125), ("pongs", b"\x8a\x00" * 500000),
                        ("pieces of nothing", b"\x01\x00" + b"\x00\x00" * 500000 + b"\x80\x00")):
        server = Server([WELCOME, events(*LOG)], flood=flood if len(flood) > 1000 else flood * 8000)
        code, said = run(["bot", f"http://127.0.0.1:{server.port}/t/K7M2QXAB"], b"Ana")
        ok(code == 0 and b"Ana" in said and fine(code, said), f"bot: leaves beside a flood of {name} when it is told to", said)
        server.close()


texts()
conformance()
numbers()
floods()
print(f"1..{count}")
