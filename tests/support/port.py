"""A port for a server (port.mjs is the same for Node)."""
import contextlib
import random
import socket


def free_port():
    """One that the system gives to no connection while the server is away."""
    while True:
        port = random.randrange(16000, 31000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
