#!/usr/bin/env python3
"""Lets a program load a library when its first function is called, instead of when it starts:

    tools/lazy-library.py NAME SONAME HEADER PREFIX OUTPUT COMPILER... -- SOURCE...

Writes a C file that defines every function of the library which the sources call (their names begin with PREFIX) and hands each
call on to SONAME. `const char *NAME(void)` loads it; it returns NULL, or why it cannot be loaded. Call that first: a function
of a library that is not there ends the program. In errno is then ELIBACC. Declarations come from the header itself, so the compiler checks them.
"""
import pathlib
import re
import subprocess
import sys

HEAD = """/* Made by tools/lazy-library.py: hands calls on to {soname}, which is loaded when it is wanted. */
#include <{header}>
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *{name}(void);
"""
TAIL = """
static char fault[256];

static void load(void)
{{
    void *library = dlopen("{soname}", RTLD_NOW | RTLD_LOCAL);
    const char *why = library == NULL ? dlerror() : NULL;
    for (size_t i = 0; why == NULL && i < sizeof names / sizeof names[0]; i++) {{
        void *found = dlsym(library, names[i]);
        memcpy(&functions[i], &found, sizeof found);
        if (found == NULL)
            why = dlerror();
    }}
    if (library == NULL || why != NULL)
        snprintf(fault, sizeof fault, "%s", why != NULL ? why : "{soname} cannot be loaded");
}}

const char *{name}(void)
{{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    if (fault[0] == 0)
        return NULL;
    errno = ELIBACC;
    return fault;
}}

static any_function *function(unsigned number)
{{
    if ({name}() != NULL)
        abort();
    return functions[number];
}}
"""


def parameters(text):
    """The declarations of parameters, and their names."""
    parts = [" ".join(part.split()) for part in text.split(",")]
    return [] if parts == ["void"] else [(part, re.search(r"(\w+)(?:\[\w*\])?$", part).group(1)) for part in parts]


def declared(text, name):
    """What a function returns, and its parameters."""
    found = re.search(r"(?:^|[;}])\s*(?:extern\s+)?((?:const\s+)?\w+(?:\s+\w+)*?[\s*]+)\s*\b" + name + r"\s*\(([^()]*)\)\s*;", text)
    if not found:
        sys.exit(f"tools/lazy-library.py: the header does not declare {name}")
    return " ".join(found.group(1).split()), parameters(found.group(2))


def stub(number, name, returned, taken):
    plain = ", ".join(part for part, _ in taken) or "void"
    handed = ", ".join(word for _, word in taken)
    call = f"((__typeof__(&{name}))function({number}))({handed});"
    return f"{returned} {name}({plain})\n{{\n    {'' if returned == 'void' else 'return '}{call}\n}}\n"


def main():
    split = sys.argv.index("--")
    name, soname, header, prefix, output, *compiler = sys.argv[1:split]
    sources = "".join(pathlib.Path(path).read_text() for path in sys.argv[split + 1:])
    whole = subprocess.run([*compiler, "-E", "-P", "-"], input=f"#include <{header}>\n", capture_output=True, text=True, check=True).stdout
    names = sorted(set(re.findall(r"\b(" + prefix + r"\w+)\(", sources)) & set(re.findall(r"\b(" + prefix + r"\w+)\s*\(", whole)))
    listed = ",\n".join(f'    "{one}"' for one in names)
    parts = [HEAD.format(soname=soname, header=header, name=name),
             f"static const char *const names[] = {{\n{listed},\n}};\ntypedef void any_function(void);\nstatic any_function *functions[sizeof names / sizeof names[0]];",
             TAIL.format(soname=soname, name=name)]
    parts += [stub(number, one, *declared(whole, one)) for number, one in enumerate(names)]
    pathlib.Path(output).write_text("\n".join(parts))


main()
