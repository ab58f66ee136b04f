"""A program on a terminal of its own (tmux), for tests that drive it as people would. Nothing is timed: after keys the screen is
read until it shows what it should, or a generous time has passed."""
import os
import subprocess
import time

ENV = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "TERM": "xterm-256color", "HOME": "/nonexistent"}
WAIT = 30  # seconds; a machine may be busy
OPEN = []  # those whose tmux still runs


class Screen:
    """Runs a command; when it has ended, its exit code is shown behind LEFT, and 1 if the terminal echoes as before."""

    def __init__(self, command, columns=80, rows=24, record=None):
        self.socket = f"carom-{os.getpid()}-{time.monotonic_ns()}"
        OPEN.append(self)
        shell = f"trap : INT; {command}; echo \"LEFT $? $(stty -a | grep -c ' echo ')\"; exec sleep 1000"
        if record:  # everything that is sent to the terminal, from its first byte on
            shell = f"tmux -L {self.socket} pipe-pane 'cat > {record}'; {shell}"
        self.tmux("new-session", "-d", "-x", str(columns), "-y", str(rows), "sh", "-c", shell)

    def tmux(self, *words):
        return subprocess.run(["tmux", "-L", self.socket, "-f", "/dev/null", *words], env=ENV, capture_output=True, text=True,
                              check=False).stdout

    def text(self):
        return self.tmux("capture-pane", "-p")

    def shows(self, *words):
        """Waits until the screen has all these words."""
        text, end = "", time.monotonic() + WAIT
        while time.monotonic() < end:
            text = self.text()
            if all(word in text for word in words):
                return text
            time.sleep(0.05)
        raise AssertionError(f"{words} not on the screen:\n{text}")

    def keys(self, *keys):
        for key in keys:
            self.tmux("send-keys", key)

    def resize(self, columns, rows):
        self.tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def pid(self):
        shell = self.tmux("display-message", "-p", "#{pane_pid}").strip()
        return int(subprocess.run(["pgrep", "-P", shell, "carom"], capture_output=True, text=True, check=True).stdout.split()[0])

    def end(self):
        if self in OPEN:
            self.tmux("kill-server")
            OPEN.remove(self)


def run_all(tests):
    """Runs functions as TAP, their documentation as names. Returns how many failed."""
    failures = 0
    print(f"1..{len(tests)}")
    for number, test in enumerate(tests, 1):
        try:
            test()
            print("ok", number, "-", test.__doc__.split("\n")[0].replace("#", ""), flush=True)
        except AssertionError as wrong:
            failures += 1
            print("not ok", number, "-", test.__name__)
            print("\n".join("# " + line for line in str(wrong).split("\n")), flush=True)
        finally:
            for screen in list(OPEN):
                screen.end()
    return failures
