#!/usr/bin/env python3
"""The catalogue check finds what it is there to find: a sentence that is added to a table of the C code, or to the page, and
has no translation; a translation that lost a blank; one that nothing uses any more; a thing of the game that is called otherwise
than in the books; a text about which translators are told too little. On copies of the sources, so that nothing here depends on what the catalogues hold today."""
import contextlib
import functools
import importlib.util
import io
import json
import os
import re
import shutil
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
NEW = "Nobody has translated {name} yet."
NEW_FAULT = "nobody has translated this; expected {found}"

# Where sentences stand, how one is added there (the text before which a new one goes, and what goes there), and which.
TABLES = [
    ("src/referee/refusals.c", '    [CAROM_REFUSED_NOT_OPEN] =', '    [CAROM_REFUSED_NOT_EVER] = {{"not-ever", "{}"}},\n', NEW),
    ("src/referee/event_text.c", "    [JOINED] =", '    [NEVER] = {{"{}", NULL}},\n', NEW),
    ("src/referee/event_text.c", "    [JOINED] =", '    [NEVER] = {{"Known.", "{}"}},\n', NEW),
    ("src/referee/api_errors.c", "    [API_ERR_NO_TABLE] =", '    [WHY_NEVER] = {{"never", NULL, 404, "{}"}},\n', NEW),
    ("src/core/error.c", "    [CAROM_ERROR_BOARD_SHAPE] =", '    [CAROM_FAULT_NEVER] = "{}",\n', NEW_FAULT),
    ("src/core/move.c", '    case CAROM_SLIDE_NO_WALL:\n        return "there', '    case CAROM_SLIDE_NEVER:\n        return "{}";\n', NEW_FAULT),
    ("src/core/route_check.c", '    case CAROM_CHECK_TOO_FEW:\n        return "the', '    case CAROM_CHECK_NEVER:\n        return "{}";\n', NEW_FAULT),
    ("src/cli/event_text.c", "void event_text_scores(", 'static const char *never(void)\n{{\n    return _("{}");\n}}\n\n', NEW),
    ("web/src/main.tsx", "import ", 'export const never = () => t("{}");\n', NEW),
]

# A translation that was wrong once, and the thing that it calls by another name than the book does.
WORDS = [
    ("pt", "{n} cell", "{n} casa", "cell"),
    ("de", "Tokens", "Chips", "target token"),
    ("de", "Your result", "Hier ist Ihr Ergebnis", "whoever reads it"),
    ("es", "Tokens", "Fichas", "target token"),
    ("es", "{name} gives you a chip.", "{name} te da una ficha.", "victory chip"),
    ("it", "The robots go back to their markers.", "I robot tornano ai segnalini.", "position marker"),
    ("es", "centre piece", "bloque central", "centre piece"),
    ("ca", "edge", "vora", "edge"),
    ("de", "The hourglass runs", "Der Sand läuft", "hourglass"),
    ("it", "Roll another target", "Tira un altro obiettivo", "dice"),
    ("ca", "The table is ready ({preset}): board {board}.", "Taula parada ({preset}): tauler {board}.", "table that is made ready"),
    ("es", "A fifth robot. It gets in the way, but it can also stop the others.", "Un quinto robot que ayuda a frenar.", "silver robot"),
    ("fr", "The race", "La course !", "marks with a space before them"),
]


def copy(folder):
    for part in ("src", "web/src", "po"):
        shutil.copytree(os.path.join(ROOT, part), os.path.join(folder, part), dirs_exist_ok=True)


@functools.cache
def tool(folder):
    spec = importlib.util.spec_from_file_location("texts", os.path.join(ROOT, "tools", "texts.py"))
    texts = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(texts)
    texts.ROOT = folder
    return texts


def check(folder):
    """Its answer and what it says."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        answer = tool(folder).check()
    return answer, said.getvalue()


def change(folder, path, change_words):
    """Runs the check on a changed file, and puts it back."""
    name = os.path.join(folder, path)
    with open(name, encoding="utf-8") as file:
        before = file.read()
    after = change_words(before)
    assert after != before, f"{path} has no place for the change"
    with open(name, "w", encoding="utf-8") as file:
        file.write(after)
    try:
        return check(folder)
    finally:
        with open(name, "w", encoding="utf-8") as file:
            file.write(before)


def added(folder, path, before, lines, words):
    return change(folder, path, lambda source: source.replace(before, lines.format(words) + before, 1))


def cases(folder):
    answer, said = check(folder)
    yield "the catalogues have every text", answer == 0, said
    for path, before, lines, words in TABLES:
        answer, said = added(folder, path, before, lines, words)
        missing = [line for line in said.splitlines() if words in line and "missing" in line]
        yield f"a new sentence in {path} is missing in every language", answer == 1 and len(missing) == len(tool(folder).LANGUAGES), said
    answer, said = added(folder, *TABLES[0][:3], "never")
    yield "a word of the protocol is no sentence", answer == 0, said
    answer, said = change(folder, "po/de.po", lambda po: re.sub(r'(msgid "\{name\} bids \{n\}\."\nmsgstr ")[^"]*"', r'\1Ansage"', po))
    yield "a lost blank is found", answer == 1 and "other blanks" in said, said
    answer, said = change(folder, "po/de.po", lambda po: po + '\nmsgid "Long gone."\nmsgstr "Lange her."\n')
    yield "a text that nothing uses is found", answer == 1 and "no longer used" in said, said
    answer, said = change(folder, "src/referee/json_game.c", lambda source: source.replace('EVENT_IMPOSSIBLE, ""', 'EVENT_IMPOSSIBLE, "nobody may"'))
    yield "words that would fill a blank untranslated are found", answer == 1 and "'nobody may' would fill" in said, said
    yield from words_of_the_books(folder)
    yield from what_translators_are_told(folder)
    yield from reworded_texts(folder)


def said_otherwise(one, words):
    """A change of a catalogue: other words for the text `one`, in its singular if it has a plural."""
    return lambda po: re.sub(r'(msgid "' + re.escape(one) + r'"\n(?:msgid_plural .*\n)?msgstr(?:\[0\])? ")[^"]*"', r"\1" + words + '"', po)


def words_of_the_books(folder):
    for language, one, words, thing in WORDS:
        answer, said = change(folder, f"po/{language}.po", said_otherwise(one, words))
        found = [line for line in said.splitlines() if line.startswith(f"{language}: {thing}:")]
        yield f"{thing}: {words!r} is not what the {language} book says", answer == 1 and len(found) == 1, said
    texts = tool(folder)
    every, things = texts.extract(), texts.terms.read(folder)
    idle = [thing.name for thing in things if not any(thing.spoken_of(one) for one in every)]
    yield "every thing of the list is spoken of somewhere", not idle, "\n".join(idle)
    silent = [thing.name for thing in things if (thing.never.keys() | thing.must.keys()) - thing.says.keys()]
    yield "where a word is asked for or forbidden, the list has the book's", not silent, "\n".join(silent)


def what_translators_are_told(folder):
    for name, call, told in [
        ("a word that stands alone", 't("Zap")', "does not say what 'Zap' means"),
        ("a blank that nobody knows", 't("Nobody has ever seen {zap} here.")', "what {zap} is"),
        ("a word that speaks of something else", 'tc("never", "none")', "de: missing: 'none'"),
    ]:
        answer, said = added(folder, "web/src/main.tsx", "import ", "export const never = () => {};\n", call)
        yield f"{name} is found", answer == 1 and told in said, said
    answer, said = change(folder, "web/src/table/Join.tsx", lambda source: source[source.index("*/") + 2:])
    yield "a file that does not say what it is for is found", answer == 1 and "has no opening comment" in said, said
    answer, said = change(folder, "po/comments.txt", lambda text: text + "Long gone = A button.\n")
    yield "a note on a text that is gone is found", answer == 1 and "which is no text any more" in said, said
    for note, told in [("{gone} = a blank\n", "explains {gone}"), ("/^Long gone$/ = Buttons.\n", "explains /^Long gone$/")]:
        answer, said = change(folder, "po/comments.txt", lambda text, note=note: text + note)
        yield f"a note for nothing is found: {note.strip()}", answer == 1 and told in said, said
    texts = tool(folder)
    known, every = texts.notes.read(folder), texts.extract()
    bare = [text.one for text in every.values() if not texts.notes.lines(text, known)]
    yield "every text has a note", not bare, "\n".join(bare)
    with tempfile.TemporaryDirectory() as pages:
        texts.page(pages)
        with open(os.path.join(pages, "table.it.json"), encoding="utf-8") as file:
            words = json.load(file)
    none = {words.get(f"{about}\4none") for about in ("hourglass", "head start")}
    yield "one English word may be two texts on the page", none == {"nessuna", "nessuno"}, str(none)


def reworded_texts(folder):
    """Last, since it changes the copy. "{n} move" has a plural, "Undo" a note, "none" contexts, and "won" is a word of the protocol too;
    the help of `carom daily` has several lines of code."""
    texts = tool(folder)
    read = lambda path: texts.read(os.path.join(folder, path))
    long = next(one for one in texts.extract() if one.startswith("Shows the puzzles of a day"))
    table = {"Undo": "Revert", "{n} move": "{n} slide", "{n} moves": "{n} slides", " bids %u": " says %u", "none": "nothing", "won": "victory", long: "One line.\nAnother."}
    before = {language: texts.read_po(texts.catalogue(language)) for language in texts.LANGUAGES}
    protocol = read("src/referee/names.c")
    texts.rename(table)
    after = texts.read_po(texts.catalogue("de"))
    kept = [(old, table[old]) for old in ("Undo", "{n} move", " bids %u", long)] + [("hourglass\4none", "hourglass\4nothing")]
    yield "a reworded text keeps its translations", all(after[new] == before["de"][old] for old, new in kept), str(kept)
    yield "... and its note", "\nRevert = A button" in read("po/comments.txt"), ""
    yield "... also in lines of its own", '"One line.\\n" "Another."' in read("src/cli/cmd_daily.c"), read("src/cli/cmd_daily.c")
    yield "the same word of the protocol stays", read("src/referee/names.c") == protocol, ""
    answer, said = check(folder)
    marked = [line for line in said.splitlines() if line.startswith("de: to be reviewed")]
    others = [line for line in said.splitlines() if "to be reviewed" not in line]
    none = sum(found.endswith("\4none") for found in before["de"])
    yield "its translations wait to be reviewed, and nothing else is wrong", answer == 1 and len(marked) == 5 + none and not others, "\n".join(others + marked)
    texts.update()
    yield "an update keeps the marks", check(folder)[1] == said, ""
    with open(texts.catalogue("de"), encoding="utf-8") as file:
        po = file.read()
    answer, said = change(folder, "po/de.po", lambda po: po.replace("#, fuzzy, c-format", "#, c-format").replace("#, fuzzy\n", ""))
    yield "a reviewed translation has no mark", "de: to be reviewed" not in said and "es: to be reviewed" in said, said
    answer, said = change(folder, "po/de.po", lambda po: po.replace('msgstr[1] "{n} Züge"', 'msgstr[1] "{n} Züge"\nmsgstr[2] "{n} Zügen"'))
    yield "a third plural form is read", len(texts.understand_po(po.replace('msgstr[1] "{n} Züge"', 'msgstr[1] "b"\nmsgstr[2] "c"'))["{n} slide"]) == 3, said


def main():
    with tempfile.TemporaryDirectory() as folder:
        copy(folder)
        number = 0
        for number, (name, good, said) in enumerate(cases(folder), 1):
            print(f"{'ok' if good else 'not ok'} {number} - {name}")
            if not good:
                print("\n".join("# " + line for line in said.splitlines()[:10]))
    print(f"1..{number}")


if __name__ == "__main__":
    sys.exit(main())
