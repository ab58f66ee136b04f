"""The answers and the HTTP addresses of carom, for tools/fields.py: what goes into docs/carom.schema.json, docs/openapi.json and
docs/asyncapi.json beside the tables of the C code.

An object is written as {"member": SCHEMA}; a member whose name ends with `?` may be missing.
"""
import re

TEXT, COUNT, FLAG = {"type": "string"}, {"type": "integer", "minimum": 0}, {"type": "boolean"}
CELL = {"type": "string", "pattern": "^([a-z]+[0-9]+|[1-6][BYGRPW])$"}
ROUTE = {"type": "array", "items": TEXT}


def nullable(schema):
    return {"anyOf": [schema, {"type": "null"}]}


def listed(schema, most=None):
    return {"type": "array", "items": schema} | ({"maxItems": most} if most else {})


def ref(name):
    return {"$ref": f"#/$defs/{name}"}


def shape(members, meaning=""):
    """An object with these members; others may come with later versions."""
    described = {"description": meaning} if meaning else {}
    return described | {"type": "object", "properties": {key.rstrip("?"): value for key, value in members.items()},
                        "required": [key for key in members if not key.endswith("?")]}


TARGET = shape({"token?": TEXT, "robot": TEXT, "cell": CELL})
PLAYER = shape({"id": TEXT, "name?": TEXT, "score": {"type": "integer"}, "tokens?": listed(TEXT), "bid?": COUNT, "done?": FLAG,
                "skip?": FLAG, "handicap?": COUNT})
DEVICE = {"type": "string", "pattern": "^[0-9a-f]{32}$"}
NAME = {"type": "string", "minLength": 1, "maxLength": 48}
DAILY_KINDS = ["easy", "medium", "fiendish", "micro"]
RESULT = shape({"moves?": COUNT, "ms?": COUNT})
MEMBER = shape({"id": TEXT, "name": NAME, "today": shape({kind: nullable(RESULT) for kind in DAILY_KINDS}), "week": COUNT, "month": COUNT,
                "played": FLAG})
STATE = {"seq": COUNT, "at": COUNT, "phase": {"enum": ["lobby", "bidding", "showing", "searching", "between", "over"]},
         "rules": ref("rules"), "board": TEXT, "robots?": TEXT, "markers?": TEXT, "goal?": COUNT, "round?": COUNT, "left?": COUNT,
         "position?": TEXT, "until?": COUNT, "paused?": COUNT, "players": listed(PLAYER)}
HASH = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
TRY = shape({"points?": COUNT, "moves?": COUNT, "ms?": COUNT, "route?": TEXT})
OPEN_TRY = shape({"target": COUNT, "position": TEXT, "left": COUNT, "spent": COUNT, "moves?": COUNT, "ms?": COUNT, "route?": TEXT})
MATCH_PLAYER = shape({"id": TEXT, "name": TEXT, "played": COUNT, "points": COUNT, "tries": listed(nullable(TRY), 20)})
LISTED_MATCH = shape({"match": COUNT, "targets": COUNT, "begun": COUNT, "ends": COUNT, "over": FLAG, "played": COUNT})
SECTIONS = {
    "position": shape({"position": TEXT, "game": {"enum": ["ricochet", "micro"]}, "board": TEXT, "robots?": {"type": "object"},
                       "target?": {"anyOf": [TARGET, CELL, {"type": "null"}]}},
                      "a position, as `carom convert --to json` writes it"),
    "solution": shape({"position": TEXT, "moves": nullable(COUNT), "proven": FLAG, "route?": ROUTE, "unsolvable?": FLAG, "at_least?": COUNT,
                       "nodes?": COUNT, "us?": COUNT, "count?": COUNT, "routes?": listed(ROUTE), "difficulty?": COUNT, "word?": TEXT},
                      "an answer of `carom solve --json` and /api/solve"),
    "check": shape({"ok": FLAG, "moves": COUNT, "stops": listed(nullable(CELL)), "reached": FLAG, "ricochet?": FLAG, "why?": TEXT, "reason?": TEXT},
                   "an answer of `carom check --json` and /api/check"),
    "log": {"description": "a game: its events in order, `seq` from 1 without gaps. A file has one on each line", "type": "array",
            "items": ref("event"), "minItems": 1},
    "state": shape(STATE, "a whole table without its secrets"),
    "refusal": shape({"refused": TEXT, "why": TEXT, "args?": {"type": "object"}, "sentence?": TEXT, "retry?": COUNT},
                     "why something was not done; `why` is a stable code"),
    "created": shape({"code": TEXT, "link": TEXT, "game?": COUNT}, "a table that was made or found"),
    "table": shape({"code": TEXT, "link": TEXT, "game": COUNT, "created": COUNT, "options": ref("options"), "here": listed(TEXT),
                    "watching": COUNT, "state": ref("state")}),
    "tables": shape({"tables": listed(shape({"code": TEXT, "preset": TEXT, "phase": TEXT, "round": COUNT, "people": COUNT, "bots": COUNT,
                                             "watching": COUNT, "room": FLAG, "starts?": COUNT, "players": listed(TEXT, 8)}), 50),
                     "total": COUNT, "next": nullable(TEXT)}, "a page of the list of public tables"),
    "race": shape({"starts": COUNT, "left": COUNT, "people": COUNT}, "the next public race, and how many wait for it; `starts` and `left` in ms"),
    "server": shape({"company": FLAG}, "what a host may have switched off: `company`, results and circles"),
    "daily": shape({"solved": COUNT, "shortest": COUNT, "optimum": COUNT,
                    "histogram": listed({"type": "array", "prefixItems": [COUNT, COUNT], "minItems": 2, "maxItems": 2}),
                    "faster?": nullable({"type": "integer", "minimum": 0, "maximum": 100}),
                    "routes?": listed(shape({"route": TEXT, "count": COUNT}), 24), "first?": FLAG},
                   "how many have solved a daily puzzle on this server, and how; `faster` and `routes` only for a device that has"),
    "joined": shape({"circle": TEXT, "name": NAME, "id": TEXT, "token": TEXT}, "a circle that was made or joined; `token` proves who you are there"),
    "circle": shape({"name": NAME, "count": COUNT, "me?": TEXT, "date?": TEXT, "members?": listed(MEMBER, 200), "matches?": listed(LISTED_MATCH)},
                    "a circle; all but name and count only for members"),
    "done": shape({"ok": FLAG}),
    "match": shape({"name": NAME, "match": COUNT, "me": TEXT, "targets": COUNT, "begun": COUNT, "ends": COUNT, "left": COUNT, "over": FLAG,
                    "hash": HASH, "secret?": HASH, "played": COUNT, "open?": OPEN_TRY, "positions": listed(TEXT, 20), "shortest": listed(COUNT, 20),
                    "players": listed(MATCH_PLAYER, 200)}, "a match over days, as one member may see it"),
    "entry": shape({"at": COUNT, "ev": {"enum": ["match", "shown", "handed", "done", "over"]}, "by?": TEXT, "n?": COUNT, "target?": COUNT},
                   "a line of a match's log (docs/reference/matches.md)"),
    "deal": shape({"positions": listed(TEXT, 100), "seed": COUNT}),
}

# Parameters in the query: name -> schema. Flags are 1 or 0.
BIT = {"enum": ["0", "1"]}
DEALT = {"seed": COUNT, "edition": {"enum": ["1999", "2013"]}, "barriers": {"enum": ["any", "none", "some"]}, "silver": BIT,
         "transparent": BIT, "micro": BIT, "expert": BIT, "n": {"type": "integer", "minimum": 1, "maximum": 100}}
DRAWN = {"route": TEXT, "theme": {"enum": ["light", "dark", "contrast"]}, "width": {"type": "integer", "minimum": 1}}
JSON, LINES = "application/json", "application/x-ndjson"

# What is sent, by method and address.
BODIES = {
    ("post", "/api/tables"): shape({"rules?": ref("rules"), "options?": ref("options")}),
    ("post", "/api/daily/{date}/{kind}"): shape({"device": DEVICE, "route": TEXT, "ms": COUNT}),
    ("post", "/api/circles"): shape({"name": NAME, "member": NAME, "device": DEVICE}),
    ("post", "/api/circles/{code}/members"): shape({"name": NAME, "device": DEVICE}),
    ("patch", "/api/circles/{code}/members/me"): shape({"name": NAME}),
    ("post", "/api/circles/{code}/matches"): shape({"targets": {"type": "integer", "minimum": 1, "maximum": 20}, "ends": COUNT}),
    ("post", "/api/circles/{code}/matches/{n}/show"): shape({"target": COUNT}),
    ("post", "/api/circles/{code}/matches/{n}/hand"): shape({"target": COUNT, "route": TEXT}),
    ("post", "/api/circles/{code}/matches/{n}/done"): shape({"target": COUNT}),
}

# (method, address, meaning, query, status, content type, answer)
ADDRESSES = [
    ("post", "/api/tables", "make a table", {}, 201, JSON, ref("created")),
    ("get", "/api/tables", "list the public tables", {"after": TEXT, "n": {"type": "integer", "minimum": 1, "maximum": 50}}, 200, JSON, ref("tables")),
    ("post", "/api/together", "find a public table with room (200), or make one (201)", {}, 200, JSON, ref("created")),
    ("get", "/api/race", "read when the next public race begins", {}, 200, JSON, ref("race")),
    ("post", "/api/race", "find the table of the next public race (200), or make it (201)", {}, 200, JSON, ref("created")),
    ("get", "/api/server", "which parts of the page this server serves", {}, 200, JSON, ref("server")),
    ("get", "/api/daily/{date}/{kind}", "read everybody's results of a daily puzzle", {"device": DEVICE}, 200, JSON, ref("daily")),
    ("post", "/api/daily/{date}/{kind}", "send your result of a daily puzzle", {}, 200, JSON, ref("daily")),
    ("post", "/api/circles", "make a circle", {}, 201, JSON, ref("joined")),
    ("get", "/api/circles/{code}", "read a circle", {"date": TEXT}, 200, JSON, ref("circle")),
    ("post", "/api/circles/{code}/matches", "make a match over days", {}, 201, JSON, ref("match")),
    ("get", "/api/circles/{code}/matches/{n}", "read a match", {}, 200, JSON, ref("match")),
    ("post", "/api/circles/{code}/matches/{n}/show", "be shown the next target: your clock starts", {}, 200, JSON, ref("match")),
    ("post", "/api/circles/{code}/matches/{n}/hand", "hand in a route", {}, 200, JSON, ref("match")),
    ("post", "/api/circles/{code}/matches/{n}/done", "end your try", {}, 200, JSON, ref("match")),
    ("get", "/api/circles/{code}/matches/{n}/log", "read the log of a match that is over, a JSON object on each line", {}, 200, LINES, ref("entry")),
    ("post", "/api/circles/{code}/members", "join a circle", {}, 201, JSON, ref("joined")),
    ("patch", "/api/circles/{code}/members/me", "change your name in a circle", {}, 200, JSON, ref("done")),
    ("delete", "/api/circles/{code}/members/me", "leave a circle, and erase what it has about you", {}, 200, JSON, ref("done")),
    ("get", "/api/tables/{code}", "read a table", {}, 200, JSON, ref("table")),
    ("get", "/t/{code}/log", "read the log of a game, a JSON object on each line", {"game": COUNT}, 200, LINES, ref("event")),
    ("get", "/t/{code}/qr.svg", "read the table's link as a QR code", {}, 200, "image/svg+xml", TEXT),
    ("get", "/api/solve/{position}", "find a shortest route, in bounded time", {"all": BIT, "no_ricochet": BIT}, 200, JSON, ref("solution")),
    ("get", "/api/check/{position}", "replay a route", {"route": TEXT, "bid": COUNT, "at_most": BIT, "no_ricochet": BIT}, 200, JSON, ref("check")),
    ("get", "/api/deal", "deal positions", DEALT, 200, JSON, ref("deal")),
    ("get", "/board/{position}.svg", "draw a position", DRAWN | {"animate": BIT}, 200, "image/svg+xml", TEXT),
    ("get", "/board/{position}.png", "draw a position", DRAWN, 200, "image/png", {"type": "string", "contentEncoding": "binary"}),
    ("get", "/board/{position}.gif", "play a route", DRAWN, 200, "image/gif", {"type": "string", "contentEncoding": "binary"}),
    ("get", "/healthz", "is the server alive?", {}, 200, "text/plain", TEXT),
    ("get", "/readyz", "is its database there as well?", {}, 200, "text/plain", TEXT),
]


def moved(schema, place):
    """The schema with its references into $defs leading to another place."""
    if isinstance(schema, list):
        return [moved(one, place) for one in schema]
    if not isinstance(schema, dict):
        return schema
    return {key: value.replace("#/$defs/", place) if key == "$ref" else moved(value, place) for key, value in schema.items()}


def operation(method, path, meaning, query, status, content, answer):
    inside = [{"name": name, "in": "path", "required": True, "schema": TEXT} for name in re.findall(r"{(\w+)}", path)]
    asked = [{"name": name, "in": "query", "schema": schema} for name, schema in query.items()]
    answers = {str(status): {"description": meaning, "content": {content: {"schema": answer}}},
               "default": {"description": "refused", "content": {JSON: {"schema": ref("refusal")}}}}
    if path == "/api/together" or (method, path) == ("post", "/api/race"):
        answers["201"] = answers["200"]
    made = {"summary": meaning, "operationId": method + re.sub(r"\W+(\w)", lambda match: match.group(1).upper(), path).rstrip("}"), "parameters": inside + asked,
            "responses": answers}
    if path.startswith("/api/circles/"):
        made["parameters"].append({"name": "Carom-Member", "in": "header", "schema": TEXT})
    if (method, path) in BODIES:
        made["requestBody"] = {"content": {JSON: {"schema": BODIES[method, path]}}}
    return made


def openapi(defs, version, mark):
    paths = {}
    for address in ADDRESSES:
        paths.setdefault(address[1], {})[address[0]] = operation(*address)
    whole = {"openapi": "3.1.0", "x-comment": mark,
             "info": {"title": "carom", "version": version, "description": "The HTTP side of a carom server; docs/reference/protocol.md explains it.",
                      "license": {"name": "MIT", "identifier": "MIT"}},
             "servers": [{"url": "http://127.0.0.1:8080"}], "paths": paths, "components": {"schemas": defs}}
    return moved(whole, "#/components/schemas/")


def asyncapi(defs, version, mark):
    message = {"request": "what a client sends: the referee's commands without `at` and `by`, and requests to the server",
               "message": "what the server sends"}
    channel = {"address": "/ws", "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in message}}
    operations = {"ask": ("receive", "request"), "tell": ("send", "message")}
    whole = {"asyncapi": "3.0.0", "x-comment": mark,
             "info": {"title": "carom", "version": version, "description": "The WebSocket of a carom server; docs/reference/protocol.md explains it.",
                      "license": {"name": "MIT"}},
             "servers": {"local": {"host": "127.0.0.1:8080", "protocol": "ws"}}, "defaultContentType": JSON,
             "channels": {"table": channel},
             "operations": {name: {"action": action, "channel": {"$ref": "#/channels/table"}, "messages": [{"$ref": f"#/channels/table/messages/{kind}"}]}
                            for name, (action, kind) in operations.items()},
             "components": {"messages": {name: {"summary": meaning, "payload": ref(name)} for name, meaning in message.items()}, "schemas": defs}}
    return moved(whole, "#/components/schemas/")
