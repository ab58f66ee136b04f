#!/usr/bin/env python3
"""A client that asks and asks and hardly reads: slow-reader.py PORT CODE SECONDS.

Its receive buffer is small (Node cannot choose that), so the server soon has to keep what is not read. A byte is read now
and then. Prints after how many seconds the server was rid of it; ends with 1 if that was not within SECONDS.
"""
import json
import select
import socket
import sys
import time

KEY = bytes([1, 2, 3, 4])


def text(message):
    payload = json.dumps(message).encode()
    head = bytes([0x81, 0x80 | len(payload)]) if len(payload) < 126 else bytes([0x81, 0xFE]) + len(payload).to_bytes(2, "big")
    return head + KEY + bytes(byte ^ KEY[i % 4] for i, byte in enumerate(payload))


def main():
    port, code, seconds = int(sys.argv[1]), sys.argv[2], float(sys.argv[3])
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    line.bind(("127.0.0.40", 0))
    line.connect(("127.0.0.1", port))
    line.sendall(b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                 b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
    line.recv(100)
    line.sendall(text({"id": 1, "do": "hello", "version": 1, "table": code, "since": 0}))
    line.setblocking(False)
    asked = text({"do": "watch"})
    trouble = select.poll()
    trouble.register(line, 0)
    begun = time.monotonic()
    while time.monotonic() - begun < seconds:
        try:
            line.send(asked)
        except BlockingIOError:
            pass  # the server does not read any more
        except OSError:
            break
        if trouble.poll(50):
            break
        try:
            if not line.recv(1):
                break
        except BlockingIOError:
            pass
    else:
        return 1
    print(round(time.monotonic() - begun, 1))
    return 0


sys.exit(main())
