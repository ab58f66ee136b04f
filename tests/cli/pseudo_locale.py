#!/usr/bin/env python3
"""The program in a language that nobody speaks (tools/texts.py pseudo): three plural forms, wide letters, words from right to left, 40 %
longer. Nothing may be cut off on a terminal that is large enough, and every number takes the form of its language."""
import json
import os
import re
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "tests", "support"), os.path.join(ROOT, "tools")]
import screen as terminal  # noqa: E402
import texts  # noqa: E402

CAROM = os.path.abspath(sys.argv[1])
FOLDER = tempfile.TemporaryDirectory()
SPEECH = {"LC_ALL": "C.UTF-8", "LANGUAGE": "pl_XA", "CAROM_LOCALE_DIR": FOLDER.name}
POSITION = "G1-Y2-R2-B2/Rc8,Yp1,Gb3,Bn12/Rm"


def carom(*words, locale=None, errors=False):
    done = subprocess.run([CAROM, *words], env={"PATH": os.environ["PATH"], **SPEECH, **(locale or {})}, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    return done.stderr if errors else done.stdout


def make():
    """The generated catalogue is one that gettext accepts."""
    texts.pseudo(FOLDER.name)
    folder = os.path.join(FOLDER.name, "pl_XA", "LC_MESSAGES")
    os.makedirs(folder)
    done = subprocess.run(["msgfmt", "--check-format", "-o", os.path.join(folder, "carom.mo"), os.path.join(FOLDER.name, "pl_XA.po")],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def plural_of(n):
    """Polish: 1; 2 to 4, 22 to 24 ...; all others."""
    return "¹" if n == 1 else "²" if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else "³"


def plurals():
    """Every number of moves has the form of the language."""
    by_moves = {}
    for name in ("easy", "medium", "hard", "fiendish"):
        for line in texts.read(f"data/puzzles/{name}.txt").splitlines():
            if line and not line.startswith("#"):
                by_moves.setdefault(int(line.split()[1]), line.split()[0])
    seen = set()
    for moves, position in sorted(by_moves.items())[:6]:
        out = carom("solve", position)
        assert out.startswith(f"{plural_of(moves)}{moves} "), out
        seen.add(out[0])
    assert seen == {"²", "³"}, seen
    begun = carom("atlas", "5x5", "R@c3", errors=True)
    for depth in (0, 1, 2, 5):
        assert f"R@c3: {depth} " in begun.replace(plural_of(depth), ""), begun


def plain(words):
    """What a terminal shows of words, wherever it breaks the lines."""
    return re.sub(r"\s", "", words)


# Games that together need every key: alone, with a player too many for the keys, Micro Robots; the keys of a race only a server's tables have.
GAMES = [f"--practice {POSITION.replace('/Rm', ',Ta1/Rm')}", "--players A,B,C,D,E,F,G,H,I --seed 1", "--micro --players Eva,Bea --seed 1"]
OF_A_RACE = {"arrows, Enter", "in a race: try your own route, hand it in"}


def keys_of(game, language, folder, rows=24):
    """The list of keys of a game, as the terminal shows it."""
    speech = " ".join(f"{name}={value}" for name, value in (SPEECH | {"LANGUAGE": language, "CAROM_LOCALE_DIR": folder}).items())
    screen = terminal.Screen(f"env {speech} {CAROM} play {game}", rows=rows)
    screen.shows("┏" if "micro" in game else "┃")
    screen.keys("?")
    return screen


def all_of_it():
    """The list of keys and what is to be done are on the screen, whole, however wide their letters are."""
    words = texts.read_po(os.path.join(FOLDER.name, "pl_XA.po"))
    shown = ""
    for game in GAMES:
        screen = keys_of(game, "pl_XA", FOLDER.name, rows=50)
        shown += plain(screen.shows(words["Keys"]))
        for line in screen.text().splitlines():
            assert "\ufffd" not in line, line
        screen.end()
    source = texts.read("src/cli/play/screen.c")
    table = source[source.index("} key_help[] = {"):]
    lines = [line for line in re.findall(r'N_\("(.*?)"\)', table[:table.index("};")]) if line not in OF_A_RACE]
    assert len(lines) > 20, lines
    first = plain(words[lines[1]])[:8]
    # keys and explanations stand in columns, so only the explanations' words are looked for one by one
    lost = [word for line in lines for word in words[line].split() if plain(word) not in shown]
    assert not lost and first in shown, f"{lost}\n{shown}"


def keys_on_24_lines():
    """At 80x24 the list of keys is whole in every language: its last key and the line below it are there."""
    folder = os.path.join(os.path.dirname(CAROM), "po")
    for language in ["en", *texts.LANGUAGES]:
        words = {} if language == "en" else texts.read_po(texts.catalogue(language))
        for game in GAMES:
            screen = keys_of(game, language, folder)
            text = screen.shows(words.get("Press any key to return to the game.", "Press any key to return to the game."))
            last = [words.get(one, one) for one in ("q, Ctrl-C", "leave")]
            assert any(re.fullmatch(rf"\s*{re.escape(last[0])}\s+{re.escape(last[1])}\s*", line) for line in text.splitlines()), (language, text)
            screen.end()


def small_terminal():
    """At 80x24 the game can be played, and what is to be done is not cut off."""
    speech = " ".join(f"{name}={value}" for name, value in SPEECH.items())
    words = texts.read_po(os.path.join(FOLDER.name, "pl_XA.po"))
    screen = terminal.Screen(f"env {speech} {CAROM} play --players Eva,Bea --seed 1", rows=24)
    source = texts.read("src/cli/play/game.c")
    status = source[source.index("case CAROM_PHASE_BIDDING:"):]
    wanted = re.findall(r'_\("(.*?)"\)', status[:status.index("break;")])
    end = [words[one] for one in wanted]
    shown = ""
    until = time.monotonic() + terminal.WAIT
    while time.monotonic() < until and not any(plain(one) in shown for one in end):
        shown = plain(screen.text())
        time.sleep(0.05)
    assert any(plain(one) in shown for one in end), screen.text()
    screen.keys("q", "q")
    screen.shows("LEFT 0 1")


def numbers():
    """Decimals and thousands are written as in the locale, and JSON stays as it is."""
    locales = {"C.UTF-8": (",", ".")}
    with tempfile.TemporaryDirectory() as folder:
        made = subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", os.path.join(folder, "de_DE.UTF-8")], capture_output=True, check=False)
        if made.returncode == 0:
            locales["de_DE.UTF-8"] = (".", ",")
        else:
            print("# German numbers are not looked at: localedef knows no de_DE")
        for name, (separator, point) in locales.items():
            locale = {"LC_ALL": name, "LANGUAGE": "en"} | ({"LOCPATH": folder} if name.startswith("de") else {})
            result = json.loads(carom("atlas", "--json", "5x5", "R@c3", locale=locale))
            grouped = f"{result['placements'] // 1000}{separator}{result['placements'] % 1000:03}"
            mean = f"{result['mean']:.2f}".replace(".", point)
            out = carom("atlas", "5x5", "R@c3", locale=locale)
            assert f"{grouped} placements" in out and f"{mean} moves on average" in out, (name, out)


def options_on_80_columns():
    """In every language the lines of the options fit into 80 columns."""
    commands = re.findall(r"^  (\w+) +\S", carom("help", locale={"LANGUAGE": "en"}).split("\n\n")[2], re.M)
    assert len(commands) > 20, commands
    for language in ["en", *texts.LANGUAGES]:
        speech = {"LANGUAGE": language, "CAROM_LOCALE_DIR": os.path.join(os.path.dirname(CAROM), "po")}
        for command in commands:
            for line in carom(command, "--help", locale=speech).splitlines():
                assert len(line) <= 80 or not re.match(r" {26}\S| {6}--| {2}-\w, --", line), (language, command, line)


def main():
    tests = [make, plurals, numbers, options_on_80_columns]
    if subprocess.run(["which", "tmux"], capture_output=True, check=False).returncode == 0:
        tests += [all_of_it, keys_on_24_lines, small_terminal]
    failed = terminal.run_all(tests)
    FOLDER.cleanup()
    sys.exit(1 if failed else 0)


main()
