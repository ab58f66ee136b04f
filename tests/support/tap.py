"""Runs the functions of a module whose names begin with test_, and says in TAP how they went."""
import sys


def run(module):
    tests = [(name, test) for name, test in module.items() if name.startswith("test_")]
    failures = 0
    for number, (name, test) in enumerate(tests, 1):
        try:
            test()
            print("ok", number, "-", name, flush=True)
        except Exception as failure:  # every failure is a line of TAP
            failures += 1
            print("not ok", number, "-", name)
            print("#", repr(failure)[:2000].replace("\n", "\n# "), flush=True)
    print(f"1..{len(tests)}")
    sys.exit(1 if failures else 0)
