#!/usr/bin/env python3
"""Builds the browser's module: compiles every freestanding source for wasm32 and links them.

Usage: wasm.py SIMD FLAG CLANG WASM_LD OUTPUT DEPFILE OBJECT_DIR INCLUDE... -- SOURCE...

SIMD is -msimd128, or -mno-simd128 for browsers that do not have it.

Meson cannot build for two machines in one go without a cross file; this keeps the browser build a single step of the
ordinary one. Objects whose sources have not changed are kept.
"""
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

FLAGS = ["--target=wasm32", "-std=c11", "-ffreestanding", "-nostdlib", "-fvisibility=hidden", "-mbulk-memory",
         "-msign-ext", "-Wall", "-Wextra", "-ffunction-sections", "-fdata-sections", "-DCAROM_WASM"]
COLD = ("ahead.c", "all_routes.c", "answer.c", "board_cache.c", "bound.c", "choices.c", "daily.c", "difficulty.c", "problem.c", "puzzle_analysis.c",
        "reconstruct.c", "solver.c", "stoppers.c", "transparent.c")
LINK = ["--no-entry", "--gc-sections", "--strip-all", "-O2", "-z", "stack-size=1048576", "--export-dynamic"]


def depends(path):
    """The files a compiler's .d file names."""
    with open(path, encoding="utf-8") as file:
        words = file.read().replace("\\\n", " ").split(":", 1)[1].split()
    return words


def fresh(output, made_from):
    if not os.path.exists(output) or not os.path.exists(made_from):
        return False
    born = os.path.getmtime(output)
    return all(os.path.exists(name) and os.path.getmtime(name) <= born for name in depends(made_from))


def is_hot(source):
    """Is it part of the search itself? The solver's other files set it up or follow its result."""
    return "/solver/" in source and os.path.basename(source) not in COLD


def compile_one(simd, flag, clang, includes, folder, source):
    name = source.replace("../", "").replace("/", "_")
    output, made_from = os.path.join(folder, name + ".o"), os.path.join(folder, name + ".d")
    if not fresh(output, made_from):
        speed = "-O3" if "/vision/" in source else "-Os" if is_hot(source) else "-Oz"  # the page is downloaded; -Os searches as fast as -O2
        subprocess.run([clang, *FLAGS, simd, flag, speed, *("-I" + i for i in includes), "-MD", "-MF", made_from, "-c", source, "-o", output],
                       check=True)
    return output, made_from


def main():
    simd, flag, clang, linker, output, depfile, folder, *rest = sys.argv[1:]
    cut = rest.index("--")
    includes, sources = rest[:cut], rest[cut + 1:]
    os.makedirs(folder, exist_ok=True)
    with ThreadPoolExecutor(2) as pool:
        made = list(pool.map(lambda source: compile_one(simd, flag, clang, includes, folder, source), sources))
    subprocess.run([linker, *LINK, *(name for name, _ in made), "-o", output], check=True)
    needs = sorted({need for _, made_from in made for need in depends(made_from)})
    with open(depfile, "w", encoding="utf-8") as file:
        file.write(output + ": " + " ".join(needs) + "\n")


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as failed:
        sys.exit(failed.returncode)
