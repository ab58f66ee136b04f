#!/usr/bin/env python3
"""Runs a command where 10.7.0.2 is this machine, but far away: netns-latency.py MILLISECONDS COMMAND...

In a network of its own (unshare) it opens a TUN device. What is sent to 10.7.0.2 comes out of it, waits, and goes in again
with its two addresses exchanged: so it reaches 10.7.0.1, which is this machine too, and seems to come from 10.7.0.2. The
kernel's own measure of the round trip is then real. Ends with 77 where none of this is allowed.
"""
import collections
import ctypes
import fcntl
import os
import select
import socket
import struct
import subprocess
import sys
import time

CLONE_NEWUSER, CLONE_NEWNET = 0x10000000, 0x40000000
TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 1, 0x1000
SIOCSIFFLAGS, SIOCSIFADDR, SIOCSIFNETMASK, IFF_UP = 0x8914, 0x8916, 0x891C, 1


def set_address(control, request, name, address):
    fcntl.ioctl(control, request, struct.pack("16sHH4s8x", name, socket.AF_INET, 0, socket.inet_aton(address)))


def open_far():
    tun = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(tun, TUNSETIFF, struct.pack("16sH22x", b"far", IFF_TUN | IFF_NO_PI))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        set_address(control, SIOCSIFADDR, b"far", "10.7.0.1")
        set_address(control, SIOCSIFNETMASK, b"far", "255.255.255.0")
        for name in (b"far", b"lo"):
            fcntl.ioctl(control, SIOCSIFFLAGS, struct.pack("16sH22x", name, IFF_UP))
    return tun


def carry(tun, delay, child):
    waiting = collections.deque()
    while child.poll() is None:
        pause = max(0, waiting[0][0] - time.monotonic()) if waiting else 0.1
        if select.select([tun], [], [], pause)[0]:
            packet = os.read(tun, 65536)
            if packet[0] >> 4 == 4:  # the checksums stay right: the sum is the same
                waiting.append((time.monotonic() + delay, packet[:12] + packet[16:20] + packet[12:16] + packet[20:]))
        while waiting and waiting[0][0] <= time.monotonic():
            os.write(tun, waiting.popleft()[1])
    return child.returncode


def main():
    alone = CLONE_NEWNET | (CLONE_NEWUSER if os.geteuid() else 0)
    try:
        if ctypes.CDLL(None, use_errno=True).unshare(alone) != 0:
            raise OSError(ctypes.get_errno(), "unshare")
        tun = open_far()
    except OSError as error:
        print("no far place here:", error)
        return 77
    return carry(tun, int(sys.argv[1]) / 1000, subprocess.Popen(sys.argv[2:]))


sys.exit(main())
