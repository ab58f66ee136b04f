#!/usr/bin/env python3
"""The documentation as a site of plain files: site.py SOURCE OUT

Markdown by python3-markdown, the library's reference by Doxygen from the headers; without Doxygen the site says so in its place.
Everything links relatively, so it reads as well from a folder as from the server's /docs."""
import os
import re
import shutil
import subprocess
import sys

import markdown

# What is in it, in the order in which it is read. Documents that are not named here are still made, and found by links.
PARTS = [
    ("Five minutes", ["players", "hosts", "puzzle-makers", "programmers"]),
    ("Playing", ["faq", "tables", "terminal", "photo"]),
    ("Puzzles", ["puzzles", "pictures", "atlas", "25-moves", "atlas-2013"]),
    ("Hosting", ["building", "hosting", "backup", "operating", "machines", "troubleshooting"]),
    ("Reference", ["rules", "notation", "protocol", "referee", "matches", "rrgp", "bots", "difficulty", "python", "learning", "server", "store", "security", "reporting", "carom-dev", "stability", "changelog"]),
    ("Internals", ["architecture", "contributing", "translating", "solver", "atlas-method", "page", "design-store", "faults", "load", "statements", "glossary"]),
]
FOLDERS = ["docs", "docs/guide", "docs/reference", "docs/internals"]  # a page is named after its file alone
LIBRARY = "library"  # made by Doxygen
CONTENTS = "contents"  # docs/index.md: README.md is index.html
ABOVE = {"README.md": "index", "SECURITY.md": "reporting", "ARCHITECTURE.md": "architecture", "CONTRIBUTING.md": "contributing", "CHANGELOG.md": "changelog"}

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title} - carom</title>
<link rel="stylesheet" href="style.css">
<nav>{nav}</nav>
<main>
{body}
</main>
</html>
"""

STYLE = """:root { color-scheme: light dark; --line: #8886; --soft: #8882; }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; display: grid; grid-template-columns: 14rem minmax(0, 1fr); }
nav { padding: 1rem; border-right: 1px solid var(--line); font-size: .9rem; }
nav h2 { font-size: .9rem; margin: 1rem 0 0; }
nav a { display: block; text-decoration: none; padding: .1rem 0; }
nav a[aria-current] { font-weight: bold; }
main { padding: 1rem 2rem; max-width: 60rem; min-width: 0; }
pre { overflow-x: auto; padding: .75rem; background: var(--soft); border-radius: .4rem; }
code { font-size: .9em; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border: 1px solid var(--line); padding: .25rem .5rem; text-align: left; vertical-align: top; }
img { max-width: 100%; height: auto; }
@media (max-width: 50rem) { body { display: block; } nav { border: 0; columns: 2; } main { padding: 1rem; } }
"""

DOXYGEN = """PROJECT_NAME = libcarom
INPUT = {headers}
OUTPUT_DIRECTORY = {out}
HTML_OUTPUT = library
GENERATE_LATEX = NO
OPTIMIZE_OUTPUT_FOR_C = YES
EXTRACT_ALL = YES
JAVADOC_AUTOBRIEF = YES
INPUT_FILTER = "sed 's,^\\( *\\)/\\* ,\\1/** ,;s,\\([;{{]\\) */\\* ,\\1 /**< ,'"
SEARCHENGINE = NO
HTML_DYNAMIC_MENUS = NO
HTML_TIMESTAMP = NO
SHOW_FILES = YES
FULL_PATH_NAMES = NO
QUIET = YES
WARNINGS = NO
HAVE_DOT = NO
"""


def title_of(text, name):
    found = re.search(r"^# (.*)$", text, re.M)
    return re.sub(r"[`*]", "", found.group(1)) if found else name


def relinked(html, folder, files):
    """Links between documents lead to their pages; other files of the sources that they name come along."""
    def link(match):
        target, anchor = match.group(1), match.group(2) or ""
        if re.match(rf"[a-z]+:|#|{LIBRARY}/", target):
            return match.group(0)
        base = os.path.basename(target)
        if base in ABOVE:
            return f'href="{ABOVE[base]}.html{anchor}"'
        if base == "index.md":
            return f'href="{CONTENTS}.html{anchor}"'
        if base.endswith(".md"):
            return f'href="{base[:-3]}.html{anchor}"'
        path = os.path.normpath(os.path.join(folder, target))
        if "/docs/pictures/" in path:
            return f'href="pictures/{base}"'
        if not os.path.isfile(path):
            return match.group(0)
        files.add(path)
        return f'href="files/{base}"'
    html = re.sub(r'href="([^"#]*)(#[^"]*)?"', link, html)
    return re.sub(r'src="(?:docs/|\.\./)pictures/', 'src="pictures/', html)


def navigation(titles, current):
    lines = ['<a href="index.html">carom</a>', f'<a href="{CONTENTS}.html">Contents</a>']
    for part, names in PARTS:
        lines.append(f"<h2>{part}</h2>")
        for name in names:
            mark = ' aria-current="page"' if name == current else ""
            lines.append(f'<a href="{name}.html"{mark}>{titles[name]}</a>')
    lines.append('<h2>Library</h2><a href="library/index.html">libcarom</a>')
    return "\n".join(lines)


def documents(source):
    """The name of each page: the folder of its document, and the text."""
    paths = {page: os.path.join(source, name) for name, page in ABOVE.items()}
    for folder in FOLDERS:
        for name in sorted(os.listdir(os.path.join(source, folder))):
            if name.endswith(".md"):
                page = CONTENTS if name == "index.md" else name[:-3]
                if page in paths:
                    sys.exit(f"two documents would be {page}.html: {paths[page]} and {folder}/{name}")
                paths[page] = os.path.join(source, folder, name)
    texts = {}
    for page, path in paths.items():
        with open(path, encoding="utf-8") as file:
            texts[page] = os.path.dirname(path), file.read()
    return texts


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def reference(source, out):
    made = False
    if shutil.which("doxygen"):
        settings = DOXYGEN.format(headers=os.path.join(source, "include/carom"), out=out)
        made = subprocess.run(["doxygen", "-"], input=settings, text=True, stdout=subprocess.DEVNULL).returncode == 0
    if not made:
        write(os.path.join(out, LIBRARY, "index.html"), PAGE.format(
            title="Library", nav='<a href="../index.html">carom</a>',
            body="<p>The reference is made by Doxygen, which was not there when this site was built. "
                 "The headers in <code>include/carom</code> are the same manual.</p>").replace("style.css", "../style.css"))


def main():
    source, out = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    shutil.rmtree(out, ignore_errors=True)
    texts = documents(source)
    titles = {name: title_of(text, name) for name, (_, text) in texts.items()}
    files = set()
    for name, (folder, text) in texts.items():
        body = markdown.markdown(text, extensions=["tables", "fenced_code", "toc", "sane_lists"])
        write(os.path.join(out, name + ".html"), PAGE.format(title=titles[name], nav=navigation(titles, name), body=relinked(body, folder, files)))
    write(os.path.join(out, "style.css"), STYLE)
    os.makedirs(os.path.join(out, "files"))
    for path in files:
        shutil.copy(path, os.path.join(out, "files"))
    shutil.copytree(os.path.join(source, "docs/pictures"), os.path.join(out, "pictures"))
    reference(source, out)
    print(f"{len(texts)} documents")


main()
