"""What translators are told about a text, without a comment at every line of code. Each note has up to four parts:

    where it stands    the opening comment of its file, which every file has
    as what            read off the code: a heading, a button, the help of the option --silver
    its blanks         what {name} is, from po/comments.txt; what %s is, from the arguments behind it
    what it means      from po/comments.txt; words that stand alone (two or fewer) cannot do without

tools/texts.py writes them into the catalogues, and its check fails for a text about which too little is said."""
import functools
import os
import re

BLANK = re.compile(r'\{(\w+)\}')
OPENING = re.compile(r'\s*/\*(.*?)\*/', re.S)
ATTRIBUTE = {"aria-label": "read by screen readers", "title": "a title or tooltip", "label": "the label of a field or button", "placeholder": "shown in an empty field",
             "help": "a line of help below a field", "words": "the caption of a picture", "question": "a question", "alt": "read instead of a picture"}
TAG = {"h1": "a heading", "h2": "a heading", "h3": "a heading", "p": "a paragraph", "button": "a button", "Link": "a link or button", "a": "a link", "th": "head of a column", "li": "an item of a list",
       "small": "a small remark", "summary": "opens something", "legend": "head of a group", "dt": "a term", "dd": "its explanation", "label": "a label", "option": "a choice",
       "figcaption": "the caption of a picture", "output": "a result", "strong": "emphasized", "td": "a cell of a table"}
CALL = {"announce": "spoken by screen readers only", "cli_error": "an error message", "cli_input_error": "an error message", "printf": "written by the program", "fprintf": "written by the program",
        "fputs": "written by the program", "puts": "written by the program", "mvprintw": "on the screen of the terminal", "printw": "on the screen of the terminal", "put": "on the screen of the terminal",
        "addstr": "on the screen of the terminal"}


def where(source):
    """The first sentences of a file's opening comment."""
    found = OPENING.match(source)
    if not found:
        return ""
    words = re.sub(r'\s*\n\s*\*? ?', ' ', found[1].split("\n *\n")[0]).strip(" *")
    sentences = re.split(r'(?<=[.:]) (?=[A-Z])', words)
    return " ".join(sentences[:2])


def as_what(source, at):
    """What a text is, as far as the code before it tells."""
    before = source[max(0, at - 500):at]
    if before.rstrip().endswith(".help ="):
        name = re.findall(r'\.name = "([\w-]+)"', before)
        return f"the help of the option --{name[-1]}" if name else "the help of an option"
    if before.rstrip().endswith(".summary ="):
        return "a line in the list of commands"
    if before.rstrip().endswith(".about ="):
        return "the help of a command, at most 90 columns wide"
    attribute = re.search(r'([\w-]+)=\{?[^{}<>=;]*$', before)
    if attribute and attribute[1] in ATTRIBUTE:
        return ATTRIBUTE[attribute[1]]
    call = re.search(r'(\w+)\([^;(){}]*(?:_\()?$', before)
    if call and call[1] in CALL:
        return CALL[call[1]]
    tag = re.findall(r'<([A-Za-z]\w*)\b', before[-300:])
    if tag and tag[-1] in TAG:
        return TAG[tag[-1]]
    return ""


def arguments(source, end):
    """What stands behind a text with %s until the call ends: the expressions that fill it."""
    depth, rest = 0, source[end:end + 300]
    for i, letter in enumerate(rest):
        depth += (letter == "(") - (letter == ")")
        if letter == ";" or (depth < 0 and not rest[i + 1:].lstrip().startswith(",")):
            return re.sub(r'\s+', ' ', rest[:i].strip(" ,)"))
    return ""


@functools.cache
def understand(text):
    """po/comments.txt: what blanks are, what texts mean, and patterns of texts."""
    blanks, means, patterns = {}, {}, []
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        name, _, meaning = line.partition(" = ")
        name, meaning = name.strip(), meaning.strip()
        if not meaning:
            raise SystemExit(f"po/comments.txt: expected TEXT = MEANING: {line}")
        if re.fullmatch(r'\{\w+\}', name):
            blanks[name[1:-1]] = meaning
        elif name.startswith("/"):
            patterns.append((re.compile(name.strip("/")), meaning))
        else:
            means[name] = meaning
    return blanks, means, patterns


def read(root):
    with open(os.path.join(root, "po", "comments.txt"), encoding="utf-8") as file:
        return understand(file.read())


def meaning(text, known):
    _, means, patterns = known
    if text.one.strip() in means:
        return means[text.one.strip()]
    return next((said for pattern, said in patterns if pattern.search(text.one)), "")


def alone(text):
    """Whether it is so short that it means nothing by itself."""
    words = re.findall(r"[A-Za-z]{2,}", re.sub(r"\{\w+\}|%[0-9.]*(?:ll|l|z)?[a-z]", "", text.one))
    return len(words) <= 2 and not re.search(r"[.!?]\s*$", text.one) and not text.context


def lines(text, known):
    """The note of a text."""
    said = []
    for place, what in list(text.stands.items())[:2]:
        said.append(f"{place} {what[0].upper() + what[1:]}." if what else place)
    if text.context:
        said.append(f"Speaks of: {text.context}.")
    if meaning(text, known):
        said.append(meaning(text, known))
    blanks = [f"{{{name}}}: {known[0][name]}" for name in dict.fromkeys(BLANK.findall(text.one)) if name in known[0]]
    if text.filled:
        blanks.append(f"filled with: {text.filled}")
    return said + (["; ".join(blanks)] if blanks else [])


def problems(texts, known):
    for text in texts.values():
        place = text.places[0]
        if not any(text.stands):
            yield f"nothing says where {text.one!r} stands: the file of {place} has no opening comment"
        for name in BLANK.findall(text.one):
            if name not in known[0]:
                yield f"po/comments.txt does not say what {{{name}}} is in {text.one!r} ({place})"
        if alone(text) and not meaning(text, known):
            yield f"po/comments.txt does not say what {text.one!r} means, too short to be understood alone ({place})"
    ids = {text.one.strip() for text in texts.values()}
    for one in known[1]:
        if one not in ids:
            yield f"po/comments.txt explains {one!r}, which is no text any more"
    blanks = {name for one in ids for name in BLANK.findall(one)}
    for name in known[0].keys() - blanks:
        yield f"po/comments.txt explains {{{name}}}, which no text has any more"
    for pattern, _ in known[2]:
        if not any(pattern.search(text.one) for text in texts.values()):
            yield f"po/comments.txt explains /{pattern.pattern}/, which no text matches any more"
