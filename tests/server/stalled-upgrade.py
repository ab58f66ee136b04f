#!/usr/bin/env python3
"""Upgrades that wait on a full socket: stalled-upgrade.py PORT.

Connections with small segments and a small receive buffer, on which nobody reads: the server's end of each is full after some
kilobytes. On each a few answers of known sizes are asked for and then a WebSocket; the sizes differ from one connection to
the next by less than the answer to the handshake has, so that on some of them exactly this answer finds the socket full.
Says `waiting` and on how many; then, when a line comes in, reads everything and prints how many WebSockets were opened in the end.
"""
import itertools
import select
import socket
import sys

HEAD = "GET {} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 198.51.{}\r\n{}\r\n"
UPGRADE = ("Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
           "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n")


def connect(port):
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
    line.bind(("127.0.0.2", 0))
    line.connect(("127.0.0.1", port))
    return line


def begin(port, address, codes, nothings, positions):
    asked = HEAD.format("/t/AAAAAA/qr.svg", address, "") * codes  # 3.7 kB each
    asked += HEAD.format("/none.txt", address, "") * nothings  # 0.8 kB each
    asked += HEAD.format(f"/api/deal?seed=1&n={positions}", address, "")  # 0.7 kB and 35 bytes for each position
    line = connect(port)
    line.sendall((asked + HEAD.format("/ws", address, UPGRADE)).encode())
    line.setblocking(False)
    return line


def read_all(lines):
    opened = 0
    while lines:
        for line in select.select(list(lines), [], [], 10)[0]:
            try:
                data = line.recv(65536)
            except OSError:
                data = b""
            lines[line] += data
            if not data or b" 101 " in lines[line]:
                opened += b" 101 " in lines.pop(line)
                line.close()
    return opened


def main():
    port = int(sys.argv[1])
    sizes = itertools.product(range(6, 11), range(2), range(1, 100, 3))
    lines = {begin(port, f"{number >> 8}.{number & 255}", *size): b"" for number, size in enumerate(sizes)}
    print("waiting", len(lines), flush=True)
    sys.stdin.readline()
    print(read_all(lines), flush=True)


main()
