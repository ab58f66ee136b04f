#!/usr/bin/env python3
"""Turns a file of positions into C strings: lines-to-c.py INPUT OUTPUT. The first word of a line counts, # begins a remark."""
import sys

with open(sys.argv[1], encoding="ascii") as file:
    words = [line.split()[0] for line in file if line.strip() and not line.startswith("#")]
with open(sys.argv[2], "w", encoding="ascii") as file:
    file.writelines(f'"{word}",\n' for word in words)
