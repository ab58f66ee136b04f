#!/usr/bin/env python3
"""The documentation as tools/site.py makes it: every link of its pages leads to something that is there. site.py SOURCE; speaks TAP."""
import html
import os
import re
import subprocess
import sys
import tempfile

source = os.path.abspath(sys.argv[1])
debian = "/usr/bin/python3"  # has Debian's packages


def broken(out, name, text):
    for target in re.findall(r'(?:href|src)="([^"]+)"', text):
        path, _, anchor = html.unescape(target).partition("#")
        if re.match(r"[a-z]+:", path):
            continue
        there = os.path.normpath(os.path.join(out, os.path.dirname(name), path or os.path.basename(name)))
        if not os.path.isfile(there):
            yield target
        elif anchor and there.endswith(".html") and "/library/" not in there:
            with open(there, encoding="utf-8") as file:
                if f'id="{anchor}"' not in file.read():
                    yield target


def main():
    if subprocess.run([debian, "-c", "import markdown"], stderr=subprocess.DEVNULL, check=False).returncode != 0:
        print("1..0 # SKIP python3-markdown is missing")
        return 0
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "docs")
        subprocess.run([debian, os.path.join(source, "tools/site.py"), source, out], stdout=subprocess.DEVNULL, check=True)
        names = sorted(name for name in os.listdir(out) if name.endswith(".html"))
        print(f"1..{len(names)}")
        for number, name in enumerate(names, 1):
            with open(os.path.join(out, name), encoding="utf-8") as file:
                found = list(broken(out, name, file.read()))
            failures += bool(found)
            print(f"{'not ok' if found else 'ok'} {number} - {name}: links lead somewhere" + (f"\n# {found}" if found else ""))
    return 1 if failures else 0


sys.exit(main())
