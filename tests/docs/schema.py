#!/usr/bin/env python3
"""docs/carom.schema.json against the program: schema.py SCHEMA CAROM FILE...

Each file has commands, one a line. What the referee could read, and every event that it answers, is as the schema says; the schema
refuses what the referee cannot read because a member is missing. Speaks TAP.
"""
import json
import pathlib
import re
import subprocess
import sys

KINDS = {"string": str, "integer": int, "object": dict, "array": list, "boolean": bool, "null": type(None)}


def is_kind(value, kind):
    return isinstance(value, KINDS[kind]) and not (kind == "integer" and isinstance(value, bool))


def fault(value, schema, defs):
    """What of a value is not as the schema says; None if all is. Knows the words of JSON Schema that carom.schema.json uses."""
    if "$ref" in schema:
        return fault(value, defs[schema["$ref"].rsplit("/", 1)[1]], defs)
    for word, enough in (("oneOf", lambda count: count == 1), ("anyOf", lambda count: count > 0)):
        if word in schema:
            faults = [fault(value, one, defs) for one in schema[word]]
            if not enough(faults.count(None)):
                return min((one for one in faults if one), key=lambda one: ": const" in one, default=word)
    if "const" in schema and value != schema["const"]:
        return f"const {schema['const']}"
    if "enum" in schema and value not in schema["enum"]:
        return f"{value!r} is not one of {schema['enum']}"
    kinds = schema.get("type", [])
    if kinds and not any(is_kind(value, kind) for kind in ([kinds] if isinstance(kinds, str) else kinds)):
        return f"{value!r} is no {kinds}"
    if isinstance(value, int) and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        return f"{value} is out of range"
    if isinstance(value, str) and not re.search(schema.get("pattern", ""), value):
        return f"{value!r} does not match {schema['pattern']}"
    if isinstance(value, list):
        return next((found for item in value if (found := fault(item, schema.get("items", {}), defs))), None)
    if isinstance(value, dict):
        return fault_of_members(value, schema, defs)
    return None


def fault_of_members(value, schema, defs):
    known = schema.get("properties", {})
    others = schema.get("additionalProperties", {})
    for key, member in value.items():
        if key not in known and others is False:
            return f"unknown {key}"
        if found := fault(member, known.get(key, others), defs):
            return f"{key}: {found}"
    return next((f"without {key}" for key in schema.get("required", []) if key not in value), None)


def check(carom, path, defs):
    """What is wrong with the commands of a file and the answers to them, and how many of both were looked at."""
    lines = [line for line in path.read_text(errors="replace").splitlines() if line.strip()]
    answers = subprocess.run([carom, "referee"], input="\n".join(lines) + "\n", capture_output=True, text=True, check=False).stdout
    answered = [json.loads(line) for line in answers.splitlines()]
    broken = {answer["line"] for answer in answered if "error" in answer}
    wrong, looked = [], 0
    for number, line in enumerate(lines, 1):
        if number not in broken:
            looked += 1
            if found := fault(json.loads(line), defs["command"], defs):
                wrong.append(f"{line[:200]}: {found}")
    for answer in answered:
        if "ev" in answer:
            looked += 1
            if found := fault(answer, defs["event"], defs):
                wrong.append(f"{json.dumps(answer)[:200]}: {found}")
    return wrong, looked


def main():
    defs = json.loads(pathlib.Path(sys.argv[1]).read_text())["$defs"]
    print(f"1..{len(sys.argv) - 2}")
    total = 0
    for number, name in enumerate(sys.argv[3:], 1):
        wrong, looked = check(sys.argv[2], pathlib.Path(name), defs)
        total += looked
        print("\n".join(f"# {one}" for one in wrong) + f"\n{'not ' * bool(wrong)}ok {number} - {pathlib.Path(name).name}, {looked} lines")
    bad = [{"at": 1, "by": "ana", "do": "hand"}, {"at": 1, "do": "bid", "by": "ana", "moves": "3"}, {"at": 1, "by": "ANA", "do": "done"},
           {"at": 1, "do": "open", "rules": {"preset": "chess"}}, {"at": 1, "do": "open", "rules": {"houseglass": 1}}]
    good = total > 0 and all(fault(one, defs["command"], defs) for one in bad)
    print(f"{'' if good else 'not '}ok {len(sys.argv) - 2} - what is wrong is refused")


main()
