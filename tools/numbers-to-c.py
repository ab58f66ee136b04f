#!/usr/bin/env python3
"""Turns a file of numbers into the inside of a C table: numbers-to-c.py INPUT OUTPUT. # begins a remark."""
import sys

with open(sys.argv[1], encoding="ascii") as file:
    numbers = [word for line in file if not line.startswith("#") for word in line.split()]
with open(sys.argv[2], "w", encoding="ascii") as file:
    file.writelines(f"{int(number)},\n" for number in numbers)
