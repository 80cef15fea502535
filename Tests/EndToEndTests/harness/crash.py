"""Killing Carillon: on a real disk, with everything it could lose or do twice."""

import contextlib
import json
import os
import pathlib
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import tempfile

from .bus import BusError
from .case import CarillonCase
from .paths import ROOT
from .processes import until
from .site import Site, answer

# Identifies an occurrence in its own notification.
TEMPLATE = {"title": "{{date}} {{time}}", "body": "{{headline}}"}
CALLBACKS = {"ackDelivery": "/ack", "reportError": "/error", "heartbeat": "/heartbeat"}
TODAY = "2026-11-21"
# For long runs: every commit instead of some, and minutes instead of seconds.
LONG = "CARILLON_LONG" in os.environ


def effects():
    """The names of all effects, read from the enum itself."""
    source = (ROOT / "Sources/Heart/Ledger/Effect.swift").read_text(encoding="utf-8")
    body = source.partition("enum Effect")[2].partition("\n}")[0]
    cases = re.findall(r"^  case (.+)$", body, re.M)
    return [name for case in cases for name in re.findall(r"(?:^|, )(\w+)", re.sub(r"\(.*?\)", "", case))]


def on_a_disk():
    """A new folder on a real disk, not in memory."""
    for parent in (tempfile.gettempdir(), "/var/tmp", ROOT / ".build"):
        kind = subprocess.run(["stat", "-f", "-c", "%T", str(parent)], capture_output=True,
                              text=True, check=False).stdout.strip()
        if kind and kind not in ("tmpfs", "ramfs"):
            return pathlib.Path(tempfile.mkdtemp(prefix="carillon-disk.", dir=parent))
    raise AssertionError("there is no file system on a disk to write to")


class CrashCase(CarillonCase):
    """The app with hours, content and callbacks, and a copy of its data to start from."""

    def setUp(self):
        super().setUp()
        self.data = on_a_disk()
        self.addCleanup(shutil.rmtree, self.data, ignore_errors=True)
        self.desktop.environment["XDG_DATA_HOME"] = str(self.data)
        self.content = self.feed("Good morning", "Tea is ready.")
        self.site = Site()
        self.addCleanup(self.site.stop)
        for path in CALLBACKS.values():
            self.site.pages[path] = answer(status="204 No Content")

    def random(self):
        """A random number generator, whose seed is printed and can be given."""
        seed = (
            os.environ.get("CARILLON_CRASH_SEED")
            or os.environ.get("CARILLON_SIM_SEED")  # the same in every run of CI
            or str(random.SystemRandom().getrandbits(32))
        )
        print(f"\n{self.id()}: CARILLON_CRASH_SEED={seed}", flush=True)
        return random.Random(seed)

    def at(self, hour, minute=0, second=0, millisecond=0, day=0):
        return super().at(hour, minute, second, day).replace(microsecond=millisecond * 1000)

    # Setting up.

    def wanted(self, *times, **options):
        """A document with callbacks, in which each notification names its occurrence."""
        document = self.document(*times, feed=self.content, template=TEMPLATE, **options)
        for name, path in CALLBACKS.items():
            document["callbackProfile"][name] = {"method": "POST", "url": self.site.url(path)}
        return document

    def prepare(self, *times):
        """A first run that applies these hours, fetches, and quits; its data is saved."""
        self.clock.set(self.at(7, 30))
        self.app.start()
        self.app.configure(**self.wanted(*times))
        self.eventually(lambda: self.app.state()["nextOccurrences"][0].get("title"))
        self.until_posted()
        self.app.quit()
        self.keep()

    def keep(self, again=False):
        """Saves the stored data for `begin_anew`."""
        if again:
            shutil.rmtree(self.data / "kept")
        shutil.copytree(self.folder, self.data / "kept")

    def begin_anew(self):
        """Restores the saved data; nothing counts as shown or posted yet."""
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(self.data / "kept", self.folder)
        self.site.asked.clear()
        self.content.arrived = 0

    @property
    def folder(self):
        return self.data / "carillon"

    # Killing.

    def launch(self, at=None):
        """Starts it, with this kill point if one is given."""
        if at:
            self.desktop.environment["CARILLON_KILL_AT"] = at
        try:
            self.app.launch("--hidden")
        finally:
            self.desktop.environment.pop("CARILLON_KILL_AT", None)

    def dies(self, at, drive):
        """Starts it with this kill point, performs actions, and waits until it is dead."""
        self.launch(at)
        until("an answer or the end", lambda: self.is_dead or self.app.is_running
              and self.app.answers_within(5))
        if not self.is_dead:
            # Calls in progress when it dies fail.
            with contextlib.suppress(BusError):
                drive()
        until(f"death at {at}", lambda: self.is_dead)
        self.assertEqual(self.app.process.returncode, -signal.SIGKILL, self.app.log)
        self.app.wait_ended()
        self.assert_intact()

    def put_down(self):
        """Ends it if a failed test has left it running."""
        if not self.is_dead:
            self.app.process.kill()
            self.app.process.wait()
        self.app.wait_ended()

    @property
    def is_dead(self):
        return self.app.process.poll() is not None

    # Invariants.

    def _files(self):
        return [file for file in sorted(self.folder.glob("carillon.sqlite*"))
                if file.is_file() and "aside" not in file.name]

    def _stamps(self):
        found = [(file.name, file.stat()) for file in self._files()]
        return [(name, stat.st_size, stat.st_mtime_ns) for name, stat in found
                # Readers write into the shared memory, too.
                if not name.endswith("-shm")]

    def rows(self, sql, *values):
        """Rows of a copy of the database, as the next start would find them."""
        with tempfile.TemporaryDirectory(dir=self.data) as copy:
            # A checkpoint in between would leave the copy without what it has moved.
            before = None
            while before != self._stamps():
                before = self._stamps()
                for file in self._files():
                    shutil.copy(file, copy)
            with contextlib.closing(sqlite3.connect(f"{copy}/carillon.sqlite")) as connection:
                return connection.execute(sql, values).fetchall()

    def assert_intact(self):
        self.assert_sound()
        self.assertEqual(self.rows("PRAGMA foreign_key_check"), [])

    def assert_sound(self):
        self.assertEqual(self.rows("PRAGMA integrity_check"), [("ok",)])

    def shown(self, server):
        """How often each occurrence was shown, by the notification's text."""
        counts = {}
        for call in server.calls:
            counts[call.summary] = counts.get(call.summary, 0) + 1
        return counts

    def assert_shown_once_at_most(self, server):
        self.assertEqual({name: count for name, count in self.shown(server).items() if count > 1},
                         {})

    def acks(self):
        return [asked.headers["idempotency-key"] for asked in self.site.asked
                if asked.path == "/ack"]

    def until_posted(self):
        """Waits until the outbox is empty, so every callback was accepted."""
        def waiting():
            return self.rows("SELECT key, attempts FROM outbox ORDER BY id")
        self.eventually(lambda: not waiting(), waiting)

    def assert_callbacks_keep_their_keys(self):
        """Checks that callbacks posted twice were the same both times."""
        bodies = {}
        for asked in list(self.site.asked):
            key = asked.headers["idempotency-key"]
            self.assertEqual(bodies.setdefault(key, asked.body), asked.body, key)

    def assert_answers(self, *names):
        """Checks state and explanations with carillonctl."""
        self.assertIn("nextOccurrences", self.app.ctl_json("state"))
        for name in names:
            self.assertTrue(self.app.ctl_json("explain", name)["items"], name)
