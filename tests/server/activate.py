#!/usr/bin/env python3
"""Holds a listening socket as systemd does, and runs the server on it: activate.py PROGRAM WORD...

Prints the port. A line `restart` on standard input ends the server with SIGTERM and starts it again on the same socket; its end
ends both. After each start the server's first line is passed on."""
import os
import socket
import subprocess
import sys


def start(listener):
    def hand_over():
        os.dup2(listener.fileno(), 3)
        os.set_inheritable(3, True)

    # The shell knows its own number, which the program then has.
    words = ["sh", "-c", 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" "$@"', *sys.argv[1:]]
    child = subprocess.Popen(words, stdout=subprocess.PIPE, preexec_fn=hand_over, pass_fds=[3], text=True)
    print(child.stdout.readline().strip(), flush=True)
    return child


def stop(child):
    child.terminate()
    return child.wait()


listener = socket.socket()
listener.bind(("127.0.0.1", 0))
listener.listen(128)
print(listener.getsockname()[1], flush=True)
server = start(listener)
for line in sys.stdin:
    print("ended", stop(server), flush=True)
    server = start(listener)
sys.exit(stop(server))
