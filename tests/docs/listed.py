"""What examples.py does not run as it stands in the documents: each with the test that runs it, the reason why none does, or its short form."""

FAULTS = ("tests/faults/faults.test.mjs", "FAULTS")
SOAK = ("tests/server/meson.build", "files('soak.mjs'), '--seconds'")
WALK = ("tests/server/meson.build", "[files('walk.mjs'), '--short']")
PAGE = ("test", "web/make build-gcc && exec web/test build-gcc")
LIBRARY = ("tests/check-install.sh", "examples/solve.c\" $(pkg-config --cflags --libs carom) -o")
PACKAGES = ("tests/packages/long", "tools/deb \"$work/one\"")
MOVED = ("tests/store/database.py", '["copy", "--json", old, DATABASE]')
WORKERS = ("tests/atlas/database.py", '"--store", DATABASE')
NPM = ("tests/web/npm-package.mjs", 'run("npm", ["pack"')
PIP = ("tests/library/pip", "pip\" install --no-index --no-build-isolation")
PHOTO = ("tests/vision/program.py", "carom photo")

# Command: the test, and words of it that do this very thing.
ELSEWHERE = {
    "carom photo board.jpg": PHOTO,
    "carom photo board.jpg | carom solve": PHOTO,
    "carom photo -o seen.png board.jpg": PHOTO,
    "carom photo --json board.jpg": PHOTO,
    "telnet localhost 5252": ("tests/server/rrgp.test.mjs", "a whole round over plain sockets"),
    "cc examples/solve.c $(pkg-config --cflags --libs carom) -o solve": LIBRARY,
    "c++ examples/solve.cpp $(pkg-config --cflags --libs carom) -o solve": ("tests/library/alone", "examples/solve.cpp"),
    "meson setup build-library -Dserver=disabled && meson install -C build-library": ("tests/library/alone", "-Dserver=disabled"),
    "meson setup build-library -Dserver=disabled && meson install -C build-library && ldconfig": ("tests/library/alone", "-Dserver=disabled"),
    "npm/make && npm pack ./npm/dist": NPM,
    "npm install ./carom-engine-1.0.0.tgz": NPM,
    "python3 -m venv venv": PIP,
    "python3 -m venv --system-site-packages venv": PIP,
    "venv/bin/pip install .": PIP,
    "venv/bin/pip install --no-index --no-build-isolation .": PIP,
    "tools/deb": PACKAGES,
    "carom store restore copy.db carom.db": ("tests/store/program.py", 'run("store", "restore", name("copy.db"), name("data.db"))'),
    "carom store copy carom.db postgresql:///carom": MOVED,
    "carom store copy carom.db postgresql://carom@db/carom": MOVED,
    "carom store copy postgresql:///carom back.db": ("tests/store/database.py", '["copy", "--json", DATABASE, new]'),
    "carom serve --store postgresql://carom@db/carom --address 0.0.0.0 --link https://carom.example --proxies 10.0.0.0/8":
        ("tests/server/cluster.mjs", 'Server.start(["--store", store'),
    "carom atlas --edition 2013 --store postgresql://carom@database/atlas": WORKERS,
    "build/carom serve --web web/dist": ("tests/web/table-harness.mjs", '"--web",'),
    "ninja -C build": ("tests/check-builds.sh", "ninja -C"),
    "web/make": PAGE,
    "web/test": PAGE,
    "CAROM=build/carom tests/server/soak.mjs": SOAK,
    "CAROM=build-asan/carom tests/server/walk.mjs": WALK,
    "CAROM=build-asan/carom tests/server/walk.mjs --short": WALK,
    "CAROM=build/carom tests/server/soak.mjs --seconds 1200": SOAK,
    "tests/faults/long 1000 10 SEED": FAULTS,
    "tests/faults/rolling OLD-PROGRAM": FAULTS,
    "meson test -C build-gcc --suite core": ("test", "meson test -C"),
    "meson test -C build --benchmark --suite puzzles": ("tests/puzzles/meson.build", "A hundredth of the set"),
}

# Command: why no test runs it.
NOT_HERE = {
    "./run": "it installs packages; its steps are those of ./test and of tests/packages/recipe",
    "SKIP_INSTALL=yes ./run": "it starts a server for good; tests/packages/check asks tools/install, which reads the variable",
    "./test": "it is what runs this",
    "./test quick": "it is a part of what runs this",
    "apt install ./build-deb/packages/carom_*.deb": "only for root; tests/packages/long does it in a root of its own",
    "apt install ricochet": "only for root",
    "ricochet --host localhost --port 5252 --name ada": "it wants a screen; tests/server/ricochet.mjs does it with one in memory",
    "systemctl enable --now carom.service": "there is no systemd here; tests/packages/long runs what the unit runs",
    "systemctl stop carom && systemctl enable --now carom.socket carom":
        "there is no systemd here; tests/server/operations.test.mjs hands a socket over as it does",
    "systemctl enable --now carom": "there is no systemd here; tests/packages/long runs what the unit runs",
    "createdb carom": "a program of PostgreSQL; tests/store/with-postgres makes a database",
    "carom atlas --store book.db --edition 2013": "a week of one core; the same is done with 1999, whose results are all there",
    "CAROM=build/carom tests/server/soak.mjs --each --p99 100": "minutes alone on a quiet machine; the tests make the same attacks at once",
    "carom atlas --store boards.db --edition 2013 --barriers no": "hours of one core",
    "tools/benchmarks > docs/internals/benchmarks.md": "minutes, and it needs clingo",
    "build/tools/make-puzzles FOLDER 15": "hours",
    "build/tools/make-puzzles FOLDER 16 more": "it goes on with what the hours before it have found",
    "build/tools/make-puzzles FOLDER 31 more data/atlas-2013.csv data/atlas-2013-sample.csv data/atlas-1999.csv":
        "it goes on with what the hours before it have found",
    "tools/load-figures --program build/carom --old OLD-PROGRAM": "ten minutes alone on a quiet machine",
    "tools/compare-servers --program build/carom": "it fetches other people's servers",
    "tools/texts.py update": "it changes the sources; what it has to do is what `check` finds, which is run",
    "web/format": "it changes the sources; web/test runs it with --check",
}

# What takes long: pattern, the form that is run, why that says the same.
SHORT = [
    (r"^(carom atlas) Y2-R2-B2-G1( Bg)?", r"\1 6x6-tRme5.Bgd2\2", "a board of 36 cells; tests/atlas has whole ones"),
    (r"^(carom atlas --edition 1999 --store book\.db)$", r"carom atlas --store book.db --import data/atlas-1999.csv && \1",
     "hours, if the results are not there"),
    (r"^(carom-dev tournament(?: --micro)?)(?: --rounds 400)?$", r"\1 --rounds 1", "a minute of rounds; tests/bot holds the figures"),
    (r"^(carom-dev conformance --listen) 8090$", r"\1 --wait 1 || true", "nobody comes; tests/server/conformance.test.mjs has clients"),
    (r"^carom-dev load$", "carom-dev load --tables 8 --connections 16 --seconds 1 --pace 500 --games 1 || true", "minutes of 8,000 players"),
    (r"(soak\.mjs --only .*)$", r"\1 --seconds 1 --tables 2 --wait 30000", "20 seconds beside 200 tables"),
]

# Blocks that are read by a command, by their first line: the command, and what it has to say (nothing: anything, if it goes well).
READ = {
    "# a comment": ("carom convert @-", "4x3-wQ-xd3-bRub2-tVc3/Ra1,Bd1/V\n"),
    "G1-Y2-R2-B2/Ro3,Yp1,Gb3,Bn12/Bg      needs 24 moves": ("cut -d ' ' -f 1 | carom convert", ""),
}

# Blocks that nothing reads, by their first line: what it is, and where there is one the test that holds it true.
TEXT = {
    'import { load, deal, solve } from "carom-engine";': ("the npm package in use", "tests/web/npm-package.mjs", "solve(dealt.position"),
    "1000 rounds of each level against the one below, seed 1": ("what the tournament prints", "tests/bot/bot.c", "tournament.rounds"),
    'carom  "NODE e 1882023984169585521:2:17 1882023984955244267:1:8 ..."     table:game:seq, up to 7,900 bytes':
        ("what servers tell each other", "tests/server/cluster.test.mjs", "test("),
    "server {": ("nginx", "tests/server/proxies.test.mjs", "nginx and HAProxy as docs/examples has them"),
    "WIDTHxHEIGHT[-wWALLS][-xCELLS][-bBARRIERS][-tTARGETS]         4x3-wQ-xd3-bRub2-tVc3": ("notation", "", ""),
    "0765 + 42 + 2E21BD0F + 93": ("notation", "", ""),
    "/#/learn/LESSON   /#/practice/POSITION   /#/solo/SEED   /#/micro/SEED   /#/own/POSITION   /#/own/edit   /#/rules   /#/atlas/BOARD/TARGET   "
    "/#/new   /#/new/computer   /t/CODE": ("addresses", "", ""),
    "┏━━━━━━━┳━━━    a wall, also between rows": ("a drawing", "", ""),
    "holds  It opens a WebSocket at /ws": ("what conformance says", "tests/server/conformance.test.mjs", "FAILS"),
    "decide      what happens next; reads the table only                     src/referee/decide.c, due.c": ("words", "", ""),
    "stateDiagram-v2": ("a diagram", "", ""),
    "web/src/remote/": ("files", "", ""),
    "area: do one thing, in the imperative": ("a message", "", ""),
    "Why it is needed: the symptom, the measurement or the rule. What was considered and rejected, if that will be asked.": ("a message", "", ""),
    "scrape_configs:": ("a file of Prometheus's", "tests/server/operations.test.mjs", "the alerts and the dashboard"),
}
