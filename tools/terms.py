"""The books' words, as po/terms.txt lists them: which of them a message lacks, and which it should not have. tools/texts.py check asks."""
import functools
import os
import re


class Thing:
    def __init__(self, name):
        self.name, self.english, self.unless = name, None, None
        self.says, self.must, self.never = {}, {}, {}  # by language

    @functools.cache
    def spoken_of(self, english):
        return self.english.search(english) and not (self.unless and self.unless.search(english))


def read(root):
    with open(os.path.join(root, "po", "terms.txt"), encoding="utf-8") as file:
        return understand_all(file.read())


@functools.cache
def understand_all(text):
    """The list, which has to be in order itself: a line that is none of it ends the check with its number."""
    things = []
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if line and not line.startswith("#"):
            try:
                understand(line, things)
            except (ValueError, IndexError, KeyError, re.error) as why:
                raise SystemExit(f"po/terms.txt: line {number} is not understood ({why}): {line}")
    return things


def understand(line, things):
    if line.startswith("["):
        things.append(Thing(line.strip("[]")))
        return
    word, rest = line.split(" ", 1)
    thing = things[-1]
    if word == "english":
        thing.english = re.compile(rest, re.I)
    elif word == "except":
        thing.unless = re.compile(rest)
    else:
        what, rest = rest.split(" ", 1)
        kind = {"says": thing.says, "must": thing.must, "never": thing.never}[what]
        kind[word] = rest if what == "says" else re.compile(rest, re.I)


def problems(language, things, english, forms):
    """What is wrong with a message of which the forms (one, or singular and plural) are given."""
    for thing in things:
        if not thing.spoken_of(english):
            continue
        must, never = thing.must.get(language), thing.never.get(language)
        for form in forms:
            wrong = never and never.search(form)
            if wrong or (must and not must.search(form)):
                why = f"{wrong[0]!r} is not" if wrong else "it does not say"
                yield f"{language}: {thing.name}: {why} the book's word ({thing.says[language]}): {form!r} for {english!r}"
                break
