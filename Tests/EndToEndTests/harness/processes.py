"""Starting processes, and ending every one of them by its id."""

import ctypes
import os
import pathlib
import signal
import subprocess
import time

PR_SET_CHILD_SUBREAPER = 36


def adopt_orphans():
    """Makes orphaned descendants our own children, so that none is lost."""
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl")


def descendants(root):
    """The live processes below `root`, at any depth."""
    children = {}
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            stat = pathlib.Path("/proc", entry, "stat").read_text(errors="replace")
        except OSError:
            continue
        state, parent = stat.rpartition(")")[2].split()[:2]
        if state != "Z":
            children.setdefault(int(parent), []).append(int(entry))
    found = []
    level = children.get(root, [])
    while level:
        found.extend(level)
        level = [grandchild for child in level for grandchild in children.get(child, [])]
    return found


def reap():
    """Reaps children that have ended without being waited for."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


class Processes:
    """The processes of one test, each with a log; all are ended together."""

    def __init__(self, folder, environment):
        self.folder = pathlib.Path(folder)
        self.environment = environment
        self.started = []

    def spawn(self, *argv, log=None, environment=None, **options):
        """Starts a program; its output goes to a file in the folder."""
        name = log or os.path.basename(argv[0])
        with open(self.folder / f"{name}.log", "ab") as output:
            process = subprocess.Popen(
                [str(argument) for argument in argv], env=environment or self.environment,
                cwd=self.folder, stdin=options.pop("stdin", subprocess.DEVNULL),
                stdout=options.pop("stdout", output), stderr=output, **options)
        self.started.append(process)
        return process

    def log(self, name):
        """The output of a program so far."""
        path = self.folder / f"{name}.log"
        return path.read_text(errors="replace") if path.exists() else ""

    def end(self):
        """Ends all processes below this one; returns those that could not be ended."""
        for number, patience in ((signal.SIGTERM, 3), (signal.SIGKILL, 5)):
            told = set()
            deadline = time.monotonic() + patience
            while time.monotonic() < deadline:
                for process in self.started:
                    process.poll()
                reap()
                left = descendants(os.getpid())
                if not left:
                    return []
                for pid in left:
                    if pid not in told:
                        told.add(pid)
                        send(pid, number)
                        # A stopped process would not handle the signal.
                        send(pid, signal.SIGCONT)
                time.sleep(0.01)
        return descendants(os.getpid())


def send(pid, number):
    """Sends a signal to a process that may be gone."""
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass


def until(what, test, timeout=10, interval=0.02):
    """Waits until `test` returns something true, and returns that."""
    deadline = time.monotonic() + timeout
    while True:
        result = test()
        if result:
            return result
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {timeout} s: {what}")
        time.sleep(interval)
