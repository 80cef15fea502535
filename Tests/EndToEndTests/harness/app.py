"""Carillon in a user's session: the program, its bus interface, and carillonctl."""

import json
import os
import pathlib
import signal
import subprocess
import time

from .bus import BusError
from .paths import build
from .processes import send, until

NAME = "org.carillon.Carillon"
PATH = "/org/carillon/Carillon"
DOOR = "org.carillon.Carillon1"
APPLICATION = "org.freedesktop.Application"


class Carillon:
    """The app on one desktop, started and ended by the test."""

    def __init__(self, desktop, clock=None, programs=None, name="carillon"):
        self.desktop = desktop
        self.clock = clock
        self.programs = programs or build()
        self.name = name  # the program's
        self.process = None
        self.prefix = []  # a command to start it with, such as unshare

    # The program.

    def start(self, *arguments, hidden=True):
        """Starts it, and waits until it answers on the bus."""
        self.launch(*(("--hidden",) if hidden else ()), *arguments)
        self.wait_running()
        return self

    def launch(self, *arguments):
        environment = dict(self.desktop.environment)
        if self.clock:
            environment.update(self.clock.environment)
        self.process = self.desktop.processes.spawn(
            *self.prefix, self.programs / self.name, *arguments, environment=environment)
        return self.process

    def wait_running(self, timeout=15):
        def running():
            assert self.process is None or self.process.poll() is None, \
                f"it ended ({self.process.returncode}): {self.log}"
            return self.desktop.bus.owner(NAME)
        until("the app on the bus", running, timeout)
        # It owns the name before it has opened its database.
        until("the app's answer", lambda: self.answers_within(5), timeout)

    def wait_ended(self, timeout=10):
        until("the app's end", lambda: not self.desktop.bus.owner(NAME), timeout)
        if self.process:
            self.process.wait(timeout)

    def quit(self):
        """Ends it like a session does, and waits until it is gone."""
        send(self.pid, signal.SIGTERM)
        self.wait_ended()

    def kill(self):
        """Kills it like a crash."""
        send(self.pid, signal.SIGKILL)
        self.wait_ended()

    @property
    def pid(self):
        return self.desktop.bus.pid(NAME)

    @property
    def is_running(self):
        return self.desktop.bus.owner(NAME) is not None

    @property
    def log(self):
        started = self.prefix[0] if self.prefix else self.name
        return self.desktop.processes.log(started)

    # Its bus interface.

    def call(self, method, *arguments, timeout=10):
        """The document it returns; raises BusError if it refuses."""
        answer = self.desktop.bus.call(NAME, PATH, DOOR, method, f"({'s' * len(arguments)})",
                                       *arguments, timeout=timeout)
        return json.loads(answer) if isinstance(answer, str) and answer else answer

    def refusal(self, method, *arguments):
        """The (name, message) of a refused call."""
        try:
            answer = self.call(method, *arguments)
        except BusError as error:
            return error.name, error.message
        raise AssertionError(f"{method} was not refused: {answer}")

    def state(self):
        return self.call("GetState")

    def history(self, **query):
        return self.call("GetHistory", json.dumps(query))["entries"]

    def explain(self, name):
        return self.call("Explain", name)["items"]

    def configure(self, **options):
        return self.call("Configure", json.dumps(options))

    def set(self, **patch):
        return self.call("Set", json.dumps(patch))

    # carillonctl.

    def ctl(self, *arguments, input=None, timeout=70):
        """Runs carillonctl; returns exit status, output and errors."""
        return subprocess.run(
            [str(self.programs / "carillonctl"), *arguments], env=self.desktop.environment,
            cwd=self.desktop.folder, input=input, capture_output=True, text=True,
            timeout=timeout, check=False)

    def ctl_json(self, *arguments, input=None):
        """Its JSON output; fails if the command fails."""
        done = self.ctl(*arguments, "--json", input=input)
        assert done.returncode == 0, f"{arguments}: {done.returncode} {done.stderr}"
        return json.loads(done.stdout)

    # The process.

    def answers_within(self, seconds):
        """Whether the main loop responds."""
        try:
            self.call("GetState", timeout=seconds)
            return True
        except BusError:
            return False

    def database(self):
        data = self.desktop.environment.get(
            "XDG_DATA_HOME", os.path.join(self.desktop.home, ".local/share"))
        return os.path.join(data, "carillon", "carillon.sqlite")

    def processes(self):
        """The ids of its processes: its own, and that of its windows while one is open."""
        own = self.process.pid
        children = pathlib.Path(f"/proc/{own}/task/{own}/children").read_text().split()
        return [own, *map(int, children)]

    def wake_ups(self):
        """How often each thread of its processes has gone to sleep so far, by name and id."""
        found = {}
        for process in self.processes():
            try:
                for task in pathlib.Path("/proc", str(process), "task").iterdir():
                    status = dict(line.split(":\t", 1) for line in
                                  (task / "status").read_text().splitlines() if ":\t" in line)
                    found[status["Name"], task.name] = int(status["voluntary_ctxt_switches"])
            except FileNotFoundError:
                continue  # it has just ended
        return found

    def woken_in(self, seconds):
        """The threads that wake up within this time, and how often each does."""
        before = self.wake_ups()
        time.sleep(seconds)
        after = self.wake_ups()
        return {thread: after[thread] - before.get(thread, 0) for thread in after
                if after[thread] != before.get(thread, 0)}

    def private_dirty(self):
        """Its private memory in bytes."""
        lines = pathlib.Path(f"/proc/{self.pid}/smaps_rollup").read_text().splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines
                    if line.startswith("Private_Dirty"))
