#!/usr/bin/env python3
"""The texts of program and page: one set of gettext catalogues in po/.

    tools/texts.py extract        writes po/carom.pot from the sources
    tools/texts.py update         ... and brings every catalogue up to date with it (new texts are empty)
    tools/texts.py rename TABLE   rewords texts: each line of TABLE is OLD, a tab, NEW (a line break is written \\n). Changes the
                                  sources, catalogues and po/comments.txt; translations are kept and marked "fuzzy"
    tools/texts.py check          fails if a catalogue lacks a text, has one too many, loses a {blank} or a %d, calls a thing
                                  of the game otherwise than the printed books do (po/terms.txt), if translators are
                                  not told enough about a text (po/comments.txt), if a translation waits to be reviewed
                                  (fuzzy), or if words fill a blank untranslated
    tools/texts.py page FOLDER    writes the catalogues as JSON for the page (only what the page can show)
    tools/texts.py pseudo FOLDER  writes two languages that nobody speaks, for tests (below): their JSON and their catalogues
    tools/texts.py form C INC     writes what a C file marks with N_() in every language, as rows of a C table: for the server,
                                  which speaks to people of all languages at once

Texts come from the sources: C code marks them with _() and N_(), the page with t("..."), tn("one", "many", n) and
mark("..."). Where one English word needs two translations, tc("what it speaks of", "...") makes two texts of it. What *_sentence functions return or a table `sentences` holds needs no mark, nor does any string in C that begins
and ends like a sentence, wherever it stands: a table of refusals or events cannot have one that no catalogue knows.
"""
import functools
import json
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import notes  # noqa: E402
import terms  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LINGUAS = "po/LINGUAS"  # the one list of languages, which Meson reads too
PLURAL_FORMS = re.compile(r'"Plural-Forms: nplurals=(\d+);')
STRING = r'"((?:[^"\\]|\\.)*)"'
C_TEXT = re.compile(r'\b(?:_|N_)\(\s*((?:' + STRING + r'\s*)+)\)')
C_PLURAL = re.compile(r'\bngettext\(\s*((?:' + STRING + r'\s*)+),\s*((?:' + STRING + r'\s*)+),')
C_SENTENCE = re.compile(r'^[\w *}]*(?:\w+_sentences?\([^;{]*\)|\b(?:sentences|titles)\[\w*\] =)\s*\{(.*?)^\}', re.M | re.S)
C_RETURN = re.compile(r'(?:return|=|,|\{)\s*((?:' + STRING + r'\s*)+)(?=[;,}])')
C_FOUND = re.compile(r'\b(?:carom_error_set|json_error)\([^;]*?' + STRING)  # what fills {found}
C_STRINGS = re.compile(r'(?:' + STRING + r'\s*)+')
SENTENCE = re.compile(r"[A-Z{'`].* .*[.!?]", re.S)  # "The game is over.", "{name} bids {n}."
# The layers of the page whose texts are fetched with their screens (web/src/i18n/texts.ts), where they are not named after their folder: what a
# board needs is one layer, and so is what the C code says to players; what is wrong with something pasted is another. Dialogs that few
# open, and the first screen of those who have played, are not part of the first load either.
LAYERS = {"web/src/ui/Settings": "settings", "web/src/app/KeyboardHelp": "settings", "web/src/app/ReturningHome": "home",
         "web/src/ui/SoundOffer": "game", "web/src/board": "game", "web/src/remote": "table", "src/referee": "game", "src/server": "table",
         "src/core/board.c": "game", "src/core/move.c": "game", "src/core/route_check.c": "game", "src/core/error.c": "faults", "src/vision": "myboard"}
EVERYBODYS = {"wasm", "i18n", "storage", "ui", "app"}  # layers without screens of their own: their texts are always there
PAGE_BEGINS = "web/src/main.tsx"
PAGE_SCREENS = "web/src/app/screens.ts"
PAGE_IMPORT = re.compile(r'^(?:import|export)\s(?!type\b)[^"]*?from\s*"(\.[^"]+)"', re.M)
FORMS = {"src/server/http/server_texts.c"}  # they show their texts themselves (`form`)
NOBODYS = {"src/server/http/metrics.c"}  # sentences that are not for players: English wherever they are read
PAGE_TEXT = re.compile(r'(?<![.\w])(?:t|markText)\(\s*(' + STRING + r'(?:\s*\+\s*' + STRING + ')*)')
PAGE_CONTEXT = re.compile(r'(?<![.\w])tc\(\s*' + STRING + r',\s*' + STRING)
PAGE_PLURAL = re.compile(r'(?<![.\w])tn\(\s*' + STRING + r',\s*' + STRING)
BLANK = re.compile(r'\{\w+\}|%[0-9.]*(?:ll|l|z)?[a-z]')


class Text:
    """`one` is the English text, `context` what it speaks of if that matters; `stands` where, and as what, for translators."""

    def __init__(self, one, many=None, context=""):
        self.one, self.many, self.context, self.places, self.stands, self.filled = one, many, context, [], {}, ""

    @property
    def on_page(self):
        return bool(self.page_files)

    @property
    def page_files(self):
        """The files that can show it on the page."""
        paths = {place.split(":")[0] for place in self.places}
        return {path for path in paths - FORMS if path.startswith(("web/", "src/core/", "src/referee/", "src/server/", "src/vision/", "src/wasm/"))}


def joined(source):
    """Strings side by side (C) or added up (the page) as one, escapes resolved."""
    return "".join(unescape(part) for part in re.findall(STRING, source))


def unescape(words):
    return re.sub(r'\\(.)', lambda m: {"n": "\n", "t": "\t"}.get(m[1], m[1]), words)


def escape(words):
    return words.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")


def files(folder, *endings):
    for path, folders, names in os.walk(os.path.join(ROOT, folder)):
        folders[:] = sorted(name for name in folders if name not in ("node_modules", "dist"))
        for name in sorted(names):
            if name.endswith(endings) and ".test." not in name:
                yield os.path.relpath(os.path.join(path, name), ROOT)


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def linguas():
    return [line for line in read(LINGUAS).splitlines() if line and not line.startswith("#")]


LANGUAGES = linguas()


def tag(language):
    """As browsers name it: gettext's pt_BR is pt-BR."""
    return language.replace("_", "-")


def find_in_c(source):
    """Where a text begins and ends, the text, its plural, its context."""
    for found in C_TEXT.finditer(source):
        yield found.span(), joined(found[1]), None, ""
    for found in C_PLURAL.finditer(source):
        yield found.span(), joined(found[1]), joined(found[3]), ""
    for function in C_SENTENCE.finditer(source):
        for found in C_RETURN.finditer(function[1]):
            words = joined(found[1])
            if " " in words:
                at = function.start(1) + found.start()
                yield (at, at + len(found[0])), words, None, ""
    for found in C_STRINGS.finditer(source):
        words = joined(found[0])
        if SENTENCE.fullmatch(words):
            yield found.span(), words, None, ""


def find_in_page(source):
    for found in PAGE_TEXT.finditer(source):
        yield found.span(), joined(found[1]), None, ""
    for found in PAGE_CONTEXT.finditer(source):
        yield found.span(), unescape(found[2]), None, unescape(found[1])
    for found in PAGE_PLURAL.finditer(source):
        yield found.span(), unescape(found[1]), unescape(found[2]), ""


@functools.cache
def find(source, in_page):
    """The texts of a file, each with its line and what can be told of it. Remembered, since the test of this program changes one
    file at a time."""
    stands = notes.where(source)
    source = re.sub(r'(?<!\w)/\*.*?\*/', lambda m: re.sub(r'[^\n]', ' ', m[0]), source, flags=re.S)
    source = re.sub(r"'\\?\"'", "'q'", source)
    found = []
    for (begin, end), one, many, context in find_in_page(source) if in_page else find_in_c(source):
        filled = notes.arguments(source, end) if "%" in one and not in_page else ""
        line = source.count("\n", 0, begin) + 1
        found.append((line, one, many, context, stands, notes.as_what(source, begin), filled))
    return found


def key(one, context):
    """What a text is found by, as gettext does it."""
    return f"{context}\4{one}" if context else one


def extract():
    texts = {}
    for path in [*files("src", ".c"), *files("web/src", ".ts", ".tsx")]:
        if path in NOBODYS:
            continue
        for line, one, many, context, stands, as_what, filled in find(read(path), path.startswith("web/")):
            text = texts.setdefault(key(one, context), Text(one, many, context))
            text.many = text.many or many
            text.filled = text.filled or filled
            text.stands[stands] = text.stands.get(stands) or as_what
            place = f"{path}:{line}"
            if place not in text.places:
                text.places.append(place)
    return texts


def header(path, language):
    """The head of a catalogue stays as translators wrote it, with their names and the language's plural rule. A new one has English's."""
    if language and os.path.exists(path) and read(path).startswith('msgid ""\n'):
        return read(path).split("\n\n")[0] + "\n"
    lines = ["Project-Id-Version: carom\\n", f"Language: {language}\\n", "MIME-Version: 1.0\\n",
             "Content-Type: text/plain; charset=UTF-8\\n", "Content-Transfer-Encoding: 8bit\\n",
             "Plural-Forms: nplurals=2; plural=(n != 1);\\n"]
    return 'msgid ""\nmsgstr ""\n' + "".join(f'"{line}"\n' for line in lines)


def write_po(path, texts, words, language, fuzzy=frozenset()):
    """`words`: key -> translation, or a list of plural forms; `fuzzy`: the keys whose translation waits to be reviewed."""
    parts, known = [header(path, language)], notes.read(ROOT)
    plurals = int(PLURAL_FORMS.search(parts[0])[1])
    for found, text in sorted(texts.items(), key=lambda item: item[1].places[0].split(":")[0]):
        entry = "".join(f"#. {line}\n" for line in notes.lines(text, known))
        entry += "".join(f"#: {place.split(':')[0]}\n" for place in sorted({p.split(":")[0] for p in text.places}, key=str)[:4]
                        for place in [place])
        flags = ["fuzzy"] if found in fuzzy and words.get(found) else []
        if "%" in text.one and BLANK.search(text.one) and "src/cli" in entry:
            flags.append("c-format")
        entry += f"#, {', '.join(flags)}\n" if flags else ""
        entry += f'msgctxt "{escape(text.context)}"\n' if text.context else ""
        entry += f'msgid "{escape(text.one)}"\n'
        said = words.get(found, "")
        if text.many is None:
            entry += f'msgstr "{escape(said if isinstance(said, str) else said[0])}"\n'
        else:
            every = said if isinstance(said, list) else [said] * plurals
            entry += f'msgid_plural "{escape(text.many)}"\n'
            entry += "".join(f'msgstr[{i}] "{escape(form)}"\n' for i, form in enumerate(every))
        parts.append(entry)
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(parts))


def read_po(path):
    """key -> translation, or a list of plural forms. Only what write_po and translation tools write."""
    return understand_po(read(path)) if os.path.exists(path) else {}


@functools.cache
def understand_po(text):
    words, current, part = {}, {}, None

    def done():
        if current.get("msgid"):
            every = [current[name] for name in sorted(current) if name.startswith("msgstr[")]
            words[key(current["msgid"], current.get("msgctxt", ""))] = every or current.get("msgstr", "")
        current.clear()

    for line in text.splitlines():
        found = re.match(r'(msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?) "(.*)"$', line)
        more = re.match(r'"(.*)"$', line)
        if found:
            if found[1] == "msgctxt" or (found[1] == "msgid" and part != "msgctxt"):
                done()
            part = found[1]
            current[part] = unescape(found[2])
        elif more and part:
            current[part] += unescape(more[1])
    done()
    return words


def read_fuzzy(path):
    """The keys of the translations that are marked: in a catalogue with only the marked entries, all of them."""
    entries = read(path).split("\n\n") if os.path.exists(path) else []
    return set(understand_po("\n\n".join(entry for entry in entries if re.search(r"^#,.*\bfuzzy\b", entry, re.M))))


def catalogue(language):
    return os.path.join(ROOT, "po", language + ".po")


def forms(said):
    return said if isinstance(said, list) else [said]


def problems(language, texts, things):
    path = catalogue(language)
    words, plurals = read_po(path), int(PLURAL_FORMS.search(header(path, language))[1])
    for found, text in texts.items():
        said = words.get(found)
        if said is None or not all(forms(said)):
            yield f"{language}: missing: {text.one!r} ({text.places[0]})"
            continue
        wanted = sorted(BLANK.findall(text.many or text.one))
        for form in forms(said)[-1:]:
            if sorted(BLANK.findall(form)) != wanted:
                yield f"{language}: other blanks than {text.one!r}: {form!r}"
        if text.many and len(said) != plurals:
            yield f"{language}: {len(said)} plural forms, expected {plurals} as its head says: {text.one!r}"
        yield from terms.problems(language, things, text.one, forms(said))
    for found in read_fuzzy(catalogue(language)) & texts.keys():
        yield f"{language}: to be reviewed (fuzzy): {texts[found].one!r}: {forms(words[found])[0]!r}"
    for one in words.keys() - texts.keys():
        yield f"{language}: no longer used: {one!r}"


def untranslatable():
    """Words of ours in the blank of a sentence: no catalogue can have them, so they need a sentence of their own."""
    for path in files("src", ".c"):
        for found in C_FOUND.finditer(read(path)):
            if " " in found[1]:
                yield f"{path}: {found[1]!r} would fill {{found}} untranslated; expected a code with a sentence in src/core/error.c"


def check():
    texts, things = extract(), terms.read(ROOT)
    found = [line for language in LANGUAGES for line in problems(language, texts, things)]
    found += [*notes.problems(texts, notes.read(ROOT)), *untranslatable()]
    print("\n".join(found) if found else f"{len(texts)} texts in {len(LANGUAGES)} languages, none missing, {len(things)} things called by the books' names")
    return 1 if found else 0


def update():
    texts = extract()
    write_po(os.path.join(ROOT, "po", "carom.pot"), texts, {}, "")
    for language in LANGUAGES:
        path = catalogue(language)
        write_po(path, texts, read_po(path), language, read_fuzzy(path))


def literals(words, in_page):
    """A text as the source writes it: a C string for each line of it, and on the page in parts that fit into 160 columns."""
    if not in_page:
        return " ".join(f'"{escape(line)}"' for line in words.splitlines(keepends=True))
    parts = re.findall(r'.{1,100}(?:\s+|$)', words, re.S) if len(words) > 120 else [words]
    return " + ".join(f'"{escape(part)}"' for part in parts)


def reword(source, table, in_page):
    """The source with the texts of `table` reworded, where they stand as texts: "done" is also a word of the protocol."""
    plain = re.sub(r'(?<!\w)/\*.*?\*/', lambda m: " " * len(m[0]), source, flags=re.S)
    plain = re.sub(r"'\\?\"'", lambda m: "q" * len(m[0]), plain)
    run = re.compile(STRING + (r'(?:\s*\+\s*' if in_page else r'(?:\s*') + STRING + ')*')
    new = {}
    for (begin, end), _, _, context in find_in_page(plain) if in_page else find_in_c(plain):
        strings = [*run.finditer(plain, begin, end)][1 if context else 0:]
        new |= {found.span(): literals(table[joined(found[0])], in_page) for found in strings if joined(found[0]) in table}
    for (begin, end), words in sorted(new.items(), reverse=True):
        source = source[:begin] + words + source[end:]
    return source


def write(path, words):
    with open(os.path.join(ROOT, path), "w", encoding="utf-8") as file:
        file.write(words)


def rename(table):
    """Rewords texts everywhere; translations stay, but what they translate has changed."""
    before = extract()
    idle = sorted(table.keys() - {words for text in before.values() for words in (text.one, text.many)})
    if idle:
        sys.exit("tools/texts.py: there is no such text: " + "; ".join(map(repr, idle)))
    for path in [*files("src", ".c"), *files("web/src", ".ts", ".tsx")]:
        old = read(path)
        new = old if path in NOBODYS else reword(old, table, path.startswith("web/"))
        if new != old:
            write(path, new)
    notes_before = read("po/comments.txt")
    short = {old.strip(): new.strip() for old, new in table.items()}
    write("po/comments.txt", re.sub(r'^(.+?)(?= = )', lambda m: short.get(m[1], m[1]), notes_before, flags=re.M))
    texts = extract()
    keys = {found: key(table[text.one], text.context) for found, text in before.items() if text.one in table}
    changed = set(keys.values()) | {found for found, text in before.items() if text.many in table}
    for language in LANGUAGES:
        path = catalogue(language)
        words, fuzzy = read_po(path), read_fuzzy(path)
        moved = {keys.get(found, found): said for found, said in words.items()}
        write_po(path, texts, moved | {found: said for found, said in words.items() if found not in keys}, language,
                 {keys.get(found, found) for found in fuzzy} | changed)
    write_po(os.path.join(ROOT, "po", "carom.pot"), texts, {}, "")


def read_table(path):
    with open(path, encoding="utf-8") as file:
        rows = [line.split("\t") for line in file.read().splitlines() if line]
    wrong = [row for row in rows if len(row) != 2]
    if wrong:
        sys.exit(f"tools/texts.py: expected OLD, a tab, NEW: {wrong[0]}")
    return {unescape(old): unescape(new) for old, new in rows}


def first_files():
    """What the page imports as it begins, and what that imports: all of it is in the first load. `import("...")` is not."""
    found, wanted = set(), [PAGE_BEGINS]
    while wanted:
        path = wanted.pop()
        if path in found:
            continue
        found.add(path)
        for name in PAGE_IMPORT.findall(read(path)):
            base = os.path.normpath(os.path.join(os.path.dirname(path), name))
            wanted += [base + ending for ending in (".ts", ".tsx") if os.path.exists(os.path.join(ROOT, base + ending))]
    return found


def layers(text, first):
    """The layers that show a text; none if the first load needs it."""
    found = set()
    for path in text.page_files:
        listed = next((layer for begin, layer in LAYERS.items() if path.startswith(begin)), None)
        layer = listed or (path.startswith("web/src/") and path.split("/")[2])
        if path in first or not layer or layer in EVERYBODYS:
            return set()
        found.add(layer)
    return found


def page(folder, catalogues=None):
    """A file for each language with what the first load says, and one for each layer that is fetched later. `catalogues`: the words of
    the languages, instead of those of po/."""
    texts, first = extract(), first_files()
    spoken = {layer for text in texts.values() if text.on_page for layer in layers(text, first)}
    silent = sorted(layer for layer in spoken if f'"{layer}"' not in read(PAGE_SCREENS))
    if silent:
        sys.exit(f"tools/texts.py: no screen of {PAGE_SCREENS} fetches the texts of: {', '.join(silent)}; name the layer there")
    os.makedirs(folder, exist_ok=True)
    for name in os.listdir(folder):
        if name.endswith(".json"):
            os.remove(os.path.join(folder, name))
    for language, words in (catalogues or {language: read_po(catalogue(language)) for language in LANGUAGES}).items():
        parts = {}
        for one, text in texts.items():
            if text.on_page and one in words and all(forms(words[one])):
                for name in [f"{layer}.{tag(language)}" for layer in layers(text, first)] or [tag(language)]:
                    parts.setdefault(name, {})[one] = words[one]
        for name, part in parts.items():
            with open(os.path.join(folder, name + ".json"), "w", encoding="utf-8") as file:
                json.dump(part, file, ensure_ascii=False, separators=(",", ":"))


# ---- languages that nobody speaks ----
#
# Every word has a letter that takes two columns and is 40 % wider than in English; every fourth runs from right to left; numbers have three
# forms, which begin with their superscript number. Their tags have a region that belongs to nobody, so they follow the rules of
# Polish and Hebrew: one is written from left to right, the other from right to left.
PSEUDO = {"pl_XA": "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);",
          "he_XB": "nplurals=3; plural=(n==1 ? 0 : n==2 ? 1 : 2);"}
KEPT = re.compile(r'(\{\w+\}|%[-0-9.*]*(?:ll|l|z)?[a-z%]|`[^`]*`|--?[A-Za-z][\w-]*|https?:\S+)')
WIDE = str.maketrans({chr(c): chr(c + 0xFEE0) for c in range(0x21, 0x7F)})  # the fullwidth forms
HEBREW = "אבגדהוזחטיכלמנסעפצקר"


def pseudo_word(word, count):
    """`count`: which word of its text it is."""
    if len(word) == 1:
        return word  # a key, or the name of a robot
    columns = -(-len(word) * 14 // 10)
    if count % 4 == 3:
        return "".join(HEBREW[ord(letter) % len(HEBREW)] for letter in word) + HEBREW[0] * (columns - len(word))
    return word[0].translate(WIDE) + word[1:] + "ñ" * (columns - len(word) - 1)


def pseudo_text(words):
    count = 0
    parts = KEPT.split(words)
    for i in range(0, len(parts), 2):
        def changed(found):
            nonlocal count
            count += 1
            return pseudo_word(found[0], count)
        parts[i] = re.sub(r"[A-Za-z]+", changed, parts[i])
    return "".join(parts)


def pseudo(folder):
    texts = extract()
    words = {found: [mark + pseudo_text(form) for mark, form in zip("¹²³", (text.one, text.many, text.many))] if text.many else pseudo_text(text.one)
             for found, text in texts.items()}
    page(folder, {language: words for language in PSEUDO})
    for language, rule in PSEUDO.items():
        path = os.path.join(folder, language + ".po")
        with open(path, "w", encoding="utf-8") as file:
            file.write(re.sub(r"nplurals=.*;", lambda _: rule, header("", language)))
        write_po(path, texts, words, language)


def form(source, output):
    """`{"de", {"Passwort", ...}},`: a row a language, with the texts in the order of the source."""
    texts = [joined(found[1]) for found in C_TEXT.finditer(read(source))]
    with open(output, "w", encoding="utf-8") as file:
        for language in LANGUAGES:
            words = read_po(catalogue(language))
            said = ", ".join(f'"{escape(words.get(text) or text)}"' for text in texts)
            file.write(f'{{"{tag(language)}", {{{said}}}}},\n')


def main():
    what = sys.argv[1] if len(sys.argv) > 1 else ""
    if what == "extract":
        write_po(os.path.join(ROOT, "po", "carom.pot"), extract(), {}, "")
    elif what == "update":
        update()
    elif what == "check":
        return check()
    elif what == "rename" and len(sys.argv) == 3:
        rename(read_table(sys.argv[2]))
    elif what == "page" and len(sys.argv) == 3:
        page(sys.argv[2])
    elif what == "pseudo" and len(sys.argv) == 3:
        pseudo(sys.argv[2])
    elif what == "form" and len(sys.argv) == 4:
        form(os.path.relpath(sys.argv[2], ROOT), sys.argv[3])
    else:
        print(__doc__, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
