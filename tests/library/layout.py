"""What the Python module believes of the C library's structs: layout() writes a C program that prints what the compiler says,
and mismatches() compares."""
import subprocess
import sys


def layout(structs):
    """A program that prints size and offsets of each struct, a line each."""
    lines = ["#include <carom/carom.h>", "#include <carom/environment.h>", "#include <stdio.h>", "int main(void) {"]
    for name, struct in structs.items():
        lines.append(f'printf("{name} %zu\\n", sizeof(struct {name}));')
        for field in struct._fields_:
            if not field[0] in getattr(struct, "_anonymous_", ()):
                lines.append(f'printf("{name}.{field[0]} %zu\\n", offsetof(struct {name}, {field[0]}));')
    return "\n".join(lines + ["return 0; }"])


def mismatches(structs, compiler, folder):
    """Lines of C's layout that are not Python's. `compiler` is a list of words."""
    source, program = f"{folder}/layout.c", f"{folder}/layout"
    with open(source, "w", encoding="ascii") as file:
        file.write(layout(structs))
    subprocess.run([*compiler, "-std=c11", source, "-o", program], check=True, stderr=sys.stderr)
    import ctypes

    for line in subprocess.run([program], stdout=subprocess.PIPE, check=True, text=True).stdout.splitlines():
        name, number = line.split()
        struct, _, field = name.partition(".")
        ours = getattr(structs[struct], field).offset if field else ctypes.sizeof(structs[struct])
        if ours != int(number):
            yield f"{line}, not {ours}"
