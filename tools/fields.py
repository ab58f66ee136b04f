#!/usr/bin/env python3
"""Makes everything that lists the members of JSON messages from their one description.

    tools/fields.py update    writes docs/carom.schema.json, docs/openapi.json, docs/asyncapi.json, web/src/wasm/fields.ts,
                              web/src/remote/messages.ts, and the tables of docs/reference/referee.md and
                              docs/reference/protocol.md (between the marks `<!-- fields: NAME -->` and `<!-- end -->`)
    tools/fields.py check     fails if one of them is not as `update` would write it

The description: src/referee/fields.def (commands, events, rules; the C code reads and writes by it) and
src/server/validate/messages.def (requests to a server and its messages). Both are C macros, one row a line or two.
tools/http_api.py adds what is answered over HTTP and by the program with --json.
"""
import json
import pathlib
import re
import sys
import textwrap

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import http_api  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = ("src/referee/fields.def", "src/server/validate/messages.def")
MARK = "made by tools/fields.py"
STRING = r'"((?:[^"\\]|\\.)*)"'
ROW = re.compile(r"^([A-Z]+)(?:\(((?:" + STRING + r'|[^"()]|\([^()]*\))*)\))?$', re.M)
GAMES = {"RICOCHET", "MICRO", "SOLO"}


# ---- reading ----

def arguments(text):
    """The arguments of a macro; adjacent strings are one."""
    parts = [match.group(0).strip() for match in re.finditer(r'(?:"(?:[^"\\]|\\.)*"|[^,"])+', text or "", re.S)]
    return [json.loads('"' + "".join(re.findall(STRING, part)) + '"') if part.startswith('"') else part for part in parts]


def rows(path):
    text = re.sub(r"/\*.*?\*/|^#[^\n]*$", "", (ROOT / path).read_text(), flags=re.S | re.M)
    return [(match.group(1), arguments(match.group(2))) for match in ROW.finditer(text)]


def words(name):
    """The strings of a C array of names."""
    for path in sorted((ROOT / "src").glob("**/*.c")):
        found = re.search(r"\b" + name + r"\[\w*\] = \{(.*?)\};", path.read_text(), re.S)
        if found:
            return re.findall(STRING, found.group(1))
    sys.exit(f"tools/fields.py: no C array {name}[]")


def number(word):
    """A limit: a number, or a name of one; None if it is not a plain one."""
    known = {"UINT8_MAX": 255, "UINT32_MAX": 2**32 - 1}
    found = re.search(r"#define " + word + r" (\d+)\b", (ROOT / "include/carom/referee_events.h").read_text())
    return int(word) if re.fullmatch(r"\d+", word) else int(found.group(1)) if found else known.get(word)


# ---- JSON types: TypeScript and schema ----

def text(pattern=None):
    return {"type": "string", "pattern": pattern} if pattern else {"type": "string"}


def enum(names):
    return " | ".join(f'"{name}"' for name in names), {"enum": names}


def presets():
    table_ = re.search(r"titles\[CAROM_PRESETS\] = \{(.*?)\n\};", (ROOT / "src/referee/rules.c").read_text(), re.S).group(1)
    return re.findall(r"\[CAROM_PRESET_\w+\] =\s*\{\s*" + STRING, table_)


ID, SECRET = text("^[a-z0-9-]{1,32}$"), text("^[0-9a-f]{64}$")
BIDDER = {"type": "object", "properties": {"by": ID, "moves": {"type": "integer"}}, "required": ["by", "moves"]}
JSON_TYPES = {
    "boolean": ("boolean", {"type": "boolean"}),
    "integer": ("number", {"type": "integer"}),
    "string": ("string", text()),
    "object": ("object", {"type": "object"}),
    "id": ("string", ID),
    "ids": ("string[]", {"type": "array", "items": ID}),
    "secret": ("string", SECRET),
    "seed": ("number | string", {"anyOf": [{"type": "integer", "minimum": 0}, SECRET]}),
    "goal": ("number | null", {"type": ["integer", "null"], "minimum": 0, "maximum": 25}),
    "edition": ("string", {"enum": [*words("carom_edition_names"), 1999, 2013]}),
    "barriers": ("string", {"enum": words("carom_barrier_choice_names")}),
    "reaction": enum(words("reaction_names")),
    "display": enum(["display"]),
    "preset": ("string", {"enum": presets()}),
    "cell": ("Cell", text("^[a-z]+[0-9]+$")),
    "names": ("string[]", {"type": "array", "items": text()}),
    "order": ("Bidder[]", {"type": "array", "items": BIDDER}),
    "scores": ("Record<string, number>", {"type": "object", "additionalProperties": {"type": "integer"}}),
    "rules": ("Rules", {"$ref": "#/$defs/rules"}),
    "by_hand": ("string[]", {"type": "array", "items": enum(words("json_by_hand_names"))[1]}),
    "events": ("Event[]", {"type": "array", "items": {"$ref": "#/$defs/event"}}),
    "code": ("string", text("^[A-HJ-NP-Z2-9]{6}([A-HJ-NP-Z2-9]{2})?$")),
    "token": ("string", text("^[A-Za-z0-9_-]{22}$")),
    "options": ("Options", {"$ref": "#/$defs/options"}),
    "args": ("Record<string, string | number>", {"type": "object"}),
    "route": ("string", text()), "move": ("string", text()), "target": ("string", text()), "face": ("string", text()),
    "board": ("string", text()), "robots": ("string", text()),
    "moves": ("string[]", {"type": "array", "items": text()}),
    "routes": ("string[][]", {"type": "array", "items": {"type": "array", "items": text()}}),
}


class Field:
    """One member of a message."""

    def __init__(self, types, key, type_name, flags, meaning):
        self.key, self.meaning = key, meaning
        self.flags = set(re.findall(r"[A-Z_]+", flags))
        self.typescript, self.schema = types[type_name]
        if "NULLABLE" in self.flags:
            self.typescript += " | null"
            self.schema = {"anyOf": [self.schema, {"type": "null"}]}
        self.optional = bool(self.flags & {"OPTIONAL", "HIDDEN"} | self.flags & GAMES)


class Message:
    """A command, event, request or message of the server, and its members; `extra` is the column between name and meaning."""

    def __init__(self, name, extra, meaning):
        self.name, self.extra, self.meaning, self.fields = name, extra, meaning, []

    def add(self, field):
        for other in self.fields:
            if other.key == field.key:  # one for each game
                other.optional = False
                if other.schema != field.schema:
                    other.schema = {"anyOf": [other.schema, field.schema]}
                other.meaning += "; Micro Robots: " + field.meaning
                return
        self.fields.append(field)


def describe():
    """Every message of both files, by the word of its macro; and the rules as one message."""
    types, found, rules = dict(JSON_TYPES), {}, Message("rules", "", "")
    for path in SOURCES:
        for word, args in rows(path):
            if word == "TYPE":
                name, _, _, least, most, names, _, _, shape = args
                types[name] = types[shape] if shape in types else enum(words(names))
                limits = {"minimum": number(least), "maximum": number(most)} if shape == "integer" else {}
                types[name] = (types[name][0], types[name][1] | {key: value for key, value in limits.items() if value is not None})
            elif word == "READ":
                types[f"READ {args[0]}"] = types[args[4]]
            elif word == "FIELD":
                key, type_name, flags, meaning = args if len(args) == 4 else (args[0], args[1], args[3], args[4])
                type_name = f"READ {type_name}" if asked else type_name
                message.add(Field(types, key, type_name, flags, meaning))
            elif word == "RULE":
                key, type_name, _, _, values, default = args
                rules.add(Field(types, key, type_name, "OPTIONAL", values))
                rules.fields[-1].default = default
            elif word != "END":
                asked = word == "REQUEST"
                message = Message(args[1], args[2], args[3]) if len(args) == 4 else Message(args[0], "", args[1])
                found.setdefault(word, []).append(message)
    return found, rules


# ---- writing ----

def schema_of(message, head, required):
    members = head | {field.key: {**field.schema, "description": field.meaning} if "$ref" not in field.schema else field.schema
                      for field in message.fields}
    needed = [*required, *(field.key for field in message.fields if not field.optional)]
    described = {"description": message.meaning} if message.meaning else {}
    return described | {"type": "object", "properties": members} | ({"required": needed} if needed else {})


def definitions(found, rules):
    """Every schema by its name."""
    time = {"type": "integer", "minimum": 0}
    defs = {"rules": schema_of(rules, {}, []) | {"additionalProperties": False}}
    defs["options"] = schema_of(found["OPTIONS"][0], {}, [])
    del defs["options"]["required"]  # requests name those that they change
    commands = [schema_of(one, {"at": time, "do": {"const": one.name}} | ({"by": ID} if one.extra == "PLAYER" else {}),
                          ["at", "do"] + ["by"] * (one.extra == "PLAYER")) for one in found["COMMAND"]]
    events = [schema_of(one, {"seq": {"type": "integer", "minimum": 1}, "at": time, "ev": {"const": one.name}},
                        ["seq", "at", "ev"]) for one in found["EVENT"]]
    asked = [*found["REQUEST"], *(one for one in found["COMMAND"] if one.extra == "PLAYER")]
    requests = [schema_of(one, {"id": time, "do": {"const": one.name}}, ["do"]) for one in asked]
    messages = [schema_of(one, {"type": {"const": one.name}}, ["type"]) for one in found["MESSAGE"]]
    for name, list_ in (("command", commands), ("event", events), ("request", requests), ("message", messages)):
        defs[name] = {"oneOf": list_}
    return defs | http_api.SECTIONS


def schema(defs):
    whole = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "carom: positions, answers, commands, events, logs, and messages of a server",
             "$comment": MARK, "anyOf": [{"$ref": f"#/$defs/{name}"} for name in defs if name not in ("rules", "options")],
             "$defs": defs}
    return written(whole)


def written(value):
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def members(message, optional=lambda field: field.optional):
    return " ".join(f"{field.key}{'?' if optional(field) else ''}: {field.typescript};" for field in message.fields)


def typescript_referee(found, rules):
    lines = [f"/* The referee's commands, events and rules as types: {MARK}. */", 'import type { Cell } from "./ops";', ""]
    lines += ["export interface Bidder {", "  by: string;", "  moves: number;", "}", "", "export interface Rules {"]
    for field in rules.fields:
        lines.append(f"  {field.key}{'' if field.key == 'preset' else '?'}: {field.typescript}; // {field.meaning}")
    lines += ["}", "", "interface Of<Kind extends string> {", "  seq: number;", "  at: number;", "  ev: Kind;", "}", "export type Event ="]
    for one in found["EVENT"]:
        lines.append(f'  | (Of<"{one.name}"> & {{ {members(one)} }})' if one.fields else f'  | Of<"{one.name}">')
    lines += [";", "", "export type Command ="]
    for one in found["COMMAND"]:
        lines.append(f'  | {{ at: number; do: "{one.name}"; {"by: string; " * (one.extra == "PLAYER")}{members(one)} }}'.replace("  }", " }"))
    names = " | ".join(f'"{one.name}"' for one in found["COMMAND"] if one.extra == "PLAYER")
    lines += [";", "", f"export type CommandKind = {names};"]
    return "\n".join(lines).replace("\n;", ";") + "\n"


def typescript_server(found):
    lines = [f"/* What a server tells, as types and as what readMessage checks: {MARK}. */",
             'import type { Event } from "../wasm/fields";', "", "export interface Options {"]
    for field in found["OPTIONS"][0].fields:
        lines.append(f"  {field.key}{'?' if field.optional else ''}: {field.typescript}; // {field.meaning}")
    lines.append("}")
    for one in found["MESSAGE"]:
        lines += ["", f"/* {one.meaning[0].upper() + one.meaning[1:]}. */", f"export interface {one.name.capitalize()}Message {{", f'  type: "{one.name}";']
        lines += [f"  {field.key}{'?' if field.optional else ''}: {field.typescript}; // {field.meaning}" for field in one.fields]
        lines.append("}")
    names = "".join(f"\n  | {one.name.capitalize()}Message" for one in found["MESSAGE"])
    lines += ["", f"export type Message ={names};", ""]
    lines += ["/* Of each member its kind; `?`: may be missing; `0`: may be null. */",
              'export type Kind = "string" | "number" | "boolean" | "object" | "strings" | "objects" | "lists";',
              "export type Shape = Record<string, Kind | `${Kind}?` | `${Kind}0` | `${Kind}0?`>;",
              'export const shapes: Record<Message["type"], Shape> = {']
    for one in found["MESSAGE"]:
        kinds = ", ".join(f'{field.key}:"{kind(field)}"' for field in one.fields)
        lines += [f"  {one.name}: {{", textwrap.fill(kinds, 110, initial_indent="    ", subsequent_indent="    ").replace(':"', ': "') + ",", "  },"]
    return "\n".join([*lines, "};"]) + "\n"


def kind(field):
    """The kind of a member as readMessage checks it."""
    word = field.typescript.replace(" | null", "")
    plain = {"string": "string", "number": "number", "boolean": "boolean", "string[]": "strings", "Event[]": "objects", "string[][]": "lists"}
    return plain.get(word, "object") + "0" * ("NULLABLE" in field.flags) + "?" * field.optional


def described(field):
    """What a member means, with the words that it can be."""
    names = field.schema.get("enum") or field.schema.get("items", {}).get("enum") or []
    quoted = ", ".join(f"`{name}`" for name in names if isinstance(name, str))
    return field.meaning if not names or f"`{names[0]}`" in field.meaning else f"{field.meaning}: {quoted}"


def listed(fields):
    """Members as a cell of a table."""
    shown = []
    for field in fields:
        marks = [mark for mark, on in (("optional", "OPTIONAL" in field.flags and "HIDDEN" not in field.flags), ("hidden", "HIDDEN" in field.flags),
                                       ("Micro Robots", "MICRO" in field.flags), ("alone", "SOLO" in field.flags)) if on and field.optional]
        shown.append(f"`{field.key}`" + (f" ({', '.join(marks)})" if marks else "") + f": {described(field)}")
    return "; ".join(shown)


def table(head, lines):
    return "\n".join(["| " + " | ".join(head) + " |", "|" + "---|" * len(head), *("| " + " | ".join(line) + " |" for line in lines)])


def tables(found, rules):
    senders = {"HOST": "the host", "PLAYER": "players", "ANYBODY": "everyone"}
    hello = next(one for one in found["REQUEST"] if one.name == "hello")
    return {
        "commands": table(("do", "members", "meaning"), ((f"`{one.name}`", listed(one.fields), one.meaning) for one in found["COMMAND"])),
        "events": table(("ev", "meaning", "members"), ((f"`{one.name}`", one.meaning, listed(one.fields)) for one in found["EVENT"])),
        "rules": table(("rule", "values", "default"), ((f"`{one.key}`", described(one), one.default) for one in rules.fields)),
        "hello": table(("member", ""), ((f"`{one.key}`", ("optional: " if one.optional else "") + one.meaning) for one in hello.fields)),
        "requests": table(("do", "members", "who", "meaning"), ((f"`{one.name}`", listed(one.fields), senders[one.extra], one.meaning)
                                                            for one in found["REQUEST"] if one is not hello)),
        "messages": table(("type", "when", "members"), ((f"`{one.name}`", one.meaning, listed(one.fields)) for one in found["MESSAGE"])),
    }


def document(path, made):
    """The text of a document with its tables made anew."""
    def fill(match):
        return f"{match.group(1)}\n{made[match.group(2)]}\n{match.group(3)}"
    return re.sub(r"(<!-- fields: (\w+) -->)\n.*?(<!-- end -->)", fill, (ROOT / path).read_text(), flags=re.S)


def main():
    if sys.argv[1:] not in (["update"], ["check"]):
        sys.exit("usage: tools/fields.py update|check")
    found, rules = describe()
    made = tables(found, rules)
    defs = definitions(found, rules)
    version = re.search(r"version: '([^']+)'", (ROOT / "meson.build").read_text()).group(1)
    files = {"docs/carom.schema.json": schema(defs), "docs/openapi.json": written(http_api.openapi(defs, version, MARK)),
             "docs/asyncapi.json": written(http_api.asyncapi(defs, version, MARK)), "web/src/wasm/fields.ts": typescript_referee(found, rules),
             "web/src/remote/messages.ts": typescript_server(found)}
    files |= {path: document(path, made) for path in ("docs/reference/referee.md", "docs/reference/protocol.md")}
    old = [path for path, content in files.items() if not (ROOT / path).exists() or (ROOT / path).read_text() != content]
    for path in old if sys.argv[1] == "update" else []:
        (ROOT / path).write_text(files[path])
    if sys.argv[1] == "check" and old:
        sys.exit(f"not as {' and '.join(SOURCES)} describe it: {', '.join(old)}; run tools/fields.py update")
    print(f"{sum(map(len, found.values()))} messages, {len(rules.fields)} rules")


main()
