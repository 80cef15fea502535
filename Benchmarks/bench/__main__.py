"""The measurements, run by `packaging/bench` once everything is built."""

import argparse
import datetime
import os
import pathlib
import platform
import subprocess
import tempfile
import traceback

from . import arriving, holding, resting, ringing, smaps, table, windowing
from .session import CarillonSubject, Subject
from .table import Line


class Bench:
    """Measures in the order of the table, and reports progress on stderr."""

    def __init__(self, arguments):
        self.programs = arguments.programs
        self.tool = arguments.tool
        self.rounds = arguments.rounds
        self.package = arguments.package
        self.subjects = {"Carillon": CarillonSubject(arguments.programs),
                         "C": Subject(arguments.baseline)}
        self.lines = []
        self.tables = []

    def add(self, *arguments, **options):
        self.lines.append(Line(*arguments, **options))

    def packaged(self):
        if not self.package:
            return
        installed = subprocess.run(["dpkg-deb", "-f", self.package, "Installed-Size"], check=True,
                                   capture_output=True, text=True).stdout
        self.add("package", self.package.stat().st_size / 1024, "kB", bar=14_000)
        self.add("the same, installed", int(installed), "kB", bar=45_000)

    def resting(self):
        rounds = resting.compare(self.subjects, self.rounds)
        # Prefers rounds in which as few other programs as possible, and equally many for both,
        # shared the memory.
        def order(field):
            def key(each):
                strangers = [rested.strangers for rested in each.values()]
                return (max(strangers) - min(strangers), max(strangers),
                        each["Carillon"].memory.total(field))
            return key
        best = {}
        for field, name, bar in (("Private_Dirty", "private dirty memory", 1.5),
                                 ("Pss", "Pss", 3.2), ("Rss", "Rss", None)):
            best[field] = min(rounds, key=order(field))
            strangers = best[field]["Carillon"].strangers
            self.add(name, best[field]["Carillon"].memory.total(field), "kB",
                     best[field]["C"].memory.total(field), bar,
                     note=f"with {strangers} more programs that have GTK loaded"
                     if field == "Pss" and strangers else "")
        launch = {name: min(min(each[name].launches) for each in rounds) for name in self.subjects}
        self.add("launch → icon in the tray", launch["Carillon"], "ms", launch["C"], 1.5, digits=1,
                 note=f"best of {self.rounds * resting.LAUNCHES}")
        parts = best["Pss"]
        self.tables.append((
            ["kB", "private dirty", "C's", "Pss", "C's", ""],
            _composition(parts["Carillon"].memory, parts["C"].memory)))

    def idling(self):
        calls, sleeps = resting.wake_ups(self.subjects["Carillon"])
        theirs, _ = resting.wake_ups(self.subjects["C"])
        how = "system calls of all threads in 60 s"
        if calls is None:
            calls, theirs, how = sleeps, None, "context switches in 60 s: strace is not allowed"
        self.add("wake-ups at rest", calls, bar=0,
                 note=how + ("" if theirs is None else f"; the C program: {theirs}"))

    def ringing(self):
        timer = ringing.tool(self.tool, "timer")
        self.add("wake on the wall clock, p50", timer["timer.late.p50"], "ms", digits=2,
                 note="how late the scheduler's timer comes, 60 wakes")
        self.add("the same, max", timer["timer.late.max"], "ms", digits=2)
        late = sorted(ringing.slots(self.programs))
        self.add("slot → `Notify`, p50", late[len(late) // 2], "ms", digits=2,
                 note="how late it is at the server, 60 slots of the app, clock shifted")
        self.add("the same, max", late[-1], "ms", digits=2)

    def delivering(self):
        found = ringing.delivering(self.programs, self.tool)
        note = "beside a bare `Notify`; the clock is shifted by 61 s between calls"
        for rank in ("p50", "p99"):
            self.add(f"`DeliverStoredNow` → `Notify`, {rank}", found[f"notify.deliver.{rank}"],
                     "ms", found[f"notify.bare.{rank}"], digits=2, note=note)
            note = ""
        self.add("the same after 3 s of rest, p50", found["notify.rested.p50"], "ms",
                 found["notify.bare.p50"], digits=2)

    def messages(self):
        found = ringing.delivering(self.programs, self.tool, "push")
        note = "news of one brew in its place, beside a bare `Notify`"
        for rank in ("p50", "p99"):
            self.add(f"`Push` → `Notify`, {rank}", found[f"notify.push.{rank}"], "ms",
                     found[f"notify.bare.{rank}"], digits=2, note=note)
            note = ""
        note = "each another one, while up to 250 are open"
        for rank in ("p50", "p99"):
            self.add(f"`Push` of a critical alarm → `Notify`, {rank}", found[f"notify.alarm.{rank}"],
                     "ms", found[f"notify.bare.{rank}"], digits=2, note=note)
            note = ""
        rounds = []
        with tempfile.TemporaryDirectory(prefix="carillon-bench.") as folder:
            for number in range(self.rounds):
                rounds.append(ringing.tool(self.tool, "messages", f"{folder}/{number}"))
        memory, file = (max(each[f"messages.{store}.perSecond"] for each in rounds)
                        for store in ("memory", "file"))
        self.add("messages decoded, judged, stored a second, in memory", memory,
                 note=f"{rounds[0]['messages.count']:.0f} messages of 25 brews, each shown")
        self.add("the same, on a file", file)

    def computing(self):
        engines = []
        with tempfile.TemporaryDirectory(prefix="carillon-bench.") as folder:
            for number in range(self.rounds):
                engines.append(ringing.tool(self.tool, "engine", f"{folder}/{number}"))
            history = ringing.tool(self.tool, "history", folder)
            week = ringing.tool(self.tool, "week", f"{folder}/week")
        memory, file = (max(engine[f"engine.{store}.perSecond"] for engine in engines)
                        for store in ("memory", "file"))
        self.add("engine, events a second, in memory", memory,
                 note=f"{engines[0]['engine.events']:.0f} events of 180 days of use")
        self.add("the same, on a file", file)
        self.add("history, a page of 50 of 1,000,000", history["history.million.page.p50"], "ms",
                 history["history.thousand.first.p50"], digits=2,
                 note="p50 of all 20,000 pages, beside the first of 1,000 deliveries")
        self.add("the same, p99", history["history.million.page.p99"], "ms",
                 history["history.thousand.first.p99"], digits=2)
        self.add("week ahead, p50", week["week.used.whole.p50"], "ms", bar=300,
                 note="copied and rehearsed with and without a network, three hours a day, after "
                 "180 days of use")
        self.add("the same, max", week["week.used.whole.max"], "ms", bar=300)
        self.add("the same with 1,000,000 deliveries, max", week["week.million.whole.max"], "ms",
                 bar=300)

    def holding(self):
        with_held = ringing.tool(self.tool, "held")
        alone = with_held["held.0.microsecondsPerMessage"]
        for held in (100, 2000):
            self.add(f"a message while {held:,} are held",
                     with_held[f"held.{held}.microsecondsPerMessage"], "µs", alone, 1.5,
                     note="beside one while none is" if held == 100 else "")
        longest, sizes = holding.measure(self.programs)
        for use, name in (("day", "the loop is held for at most"),
                          ("messages", f"the same, with {holding.MESSAGES:,} messages"),
                          ("hostile", "the same, with hostile feeds and messages"),
                          ("window", "the same, with every page of the window opened"),
                          ("letting go", f"the same, when {holding.HELD:,} held ones are let go")):
            self.add(name, longest[use], "ms", note="by one thing, while all others wait"
                     if use == "day" else "")
        self.add(f"the log after {holding.MESSAGES:,} messages", sizes["log"] / 1024, "kB",
                 sizes["database"] / 1024, note="beside the database")

    def month(self):
        found = ringing.month(self.programs)
        for field, name in (("Private_Dirty", "private dirty memory"), ("Rss", "Rss")):
            self.add(f"after a month of use, {name}", found["month"].total(field), "kB",
                     found["start"].total(field), note="beside its own start: 90 fetches and rings, "
                     "the app's clock shifted" if field == "Private_Dirty" else "")

    def window(self):
        memory, wakes = windowing.measure(self.subjects["Carillon"])
        before = memory["before"].total("Private_Dirty")
        for when, name in (("open", "with its window open, private dirty memory"),
                           ("every page", "with every page of it seen"),
                           ("closed", "closed again"), ("ten times", "after ten times more")):
            self.add(name, memory[when].total("Private_Dirty"), "kB", before,
                     note="beside what it was before" if when == "open" else "")
        for when in ("closed", "hidden"):
            self.add(f"wake-ups with the window {when}", resting.told(wakes[when]), bar=0,
                     note="as at rest")
        self.tables.append((
            ["private dirty, kB", "before", "open", "closed", "ten times more", ""],
            _parts([memory[when] for when in ("before", "open", "closed", "ten times")])))

    def brewing(self):
        cpu, wakes = windowing.brewing(self.subjects["Carillon"])
        self.add("with a brew's window open, CPU in a minute", cpu["open"] * 1000, "ms",
                 cpu["without"] * 1000, note="its drawing moves all the time; beside no brew")
        without = resting.told(wakes["without"])
        how = "context switches" if wakes["without"][0] is None else "system calls"
        for when, name in (("hidden", "minimized"), ("closed", "closed")):
            found = resting.told(wakes[when])
            self.add(f"wake-ups with the brew's window {name}", found, bar=without,
                     note=f"{how} in 60 s; without a brew {without}")

    def arriving(self):
        bare = arriving.bare(self.programs)
        ways = {"at an ntfy server": arriving.by_topic(self.programs),
                "sealed, at a distributor": arriving.by_distributor(self.programs)}
        note = "beside a bare `Notify`; server and distributor are stand-ins on this computer"
        for way, found in ways.items():
            for percent in (50, 99):
                if found:
                    self.add(f"message {way} → `Notify`, p{percent}", arriving.rank(found, percent),
                             "ms", arriving.rank(bare, percent), digits=2, note=note)
                note = ""
        seconds, peak, dirty = arriving.backlog(self.programs)
        self.add(f"{arriving.BACKLOG:,} messages waited at the server: told after", seconds * 1000,
                 "ms", note="from the start of the app")
        self.add("the same, Rss at its highest", peak, "kB", note="afterward "
                 f"{dirty:,} kB of private dirty memory")
        wakes = arriving.rest(self.programs)
        for name, note in (("topic", "its server says every 45 s that it is there"),
                           ("distributor", "")):
            self.add(f"wake-ups with a {name}", wakes[name][1], bar=None if note else 0,
                     note="context switches in 60 s" + ("; " if note else "") + note)

    PARTS = ("packaged", "resting", "idling", "ringing", "delivering", "messages", "arriving",
             "computing", "holding", "month", "window", "brewing")


def _composition(ours, least):
    """The amount of memory by group; a row for each group, and their sum."""
    def row(name, size):
        return [name, *(f"{size(memory, field):,}" for field in ("Private_Dirty", "Pss")
                        for memory in (ours, least)), ""]
    rows = [row(group, lambda memory, field, group=group: memory[group, field])
            for group in smaps.GROUPS]
    return rows + [row("in all", lambda memory, field: memory.total(field))]


def _parts(memories):
    """The private dirty memory of each, by group."""
    def row(name, size):
        return [name, *(f"{size(memory):,}" for memory in memories), ""]
    rows = [row(group, lambda memory, group=group: memory[group, "Private_Dirty"])
            for group in smaps.GROUPS]
    return rows + [row("in all", lambda memory: memory.total("Private_Dirty"))]


def machine():
    """The machine on which the figures were measured."""
    cpu = next((line.partition(":")[2].strip() for line in
                pathlib.Path("/proc/cpuinfo").read_text().splitlines()
                if line.startswith("model name")), platform.machine())
    release = platform.freedesktop_os_release()["PRETTY_NAME"]
    return f"{cpu}, {os.cpu_count()} cores, {release}, Linux {platform.release()}"


def main():
    parser = argparse.ArgumentParser(prog="packaging/bench", description=(
        "Measures the release build beside a minimal tray program in C, and prints a table."))
    parser.add_argument("--programs", type=pathlib.Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--tool", type=pathlib.Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--baseline", type=pathlib.Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--package", type=pathlib.Path, metavar="FILE",
                        help="the Debian package to measure")
    parser.add_argument("--markdown", action="store_true", help="print Markdown, as in the README")
    parser.add_argument("--rounds", type=int, default=5, metavar="N",
                        help="the number of rounds, of which the best counts (5)")
    parser.add_argument("part", nargs="*", help=f"measure only these: {', '.join(Bench.PARTS)}")
    arguments = parser.parse_args()
    if unknown := set(arguments.part) - set(Bench.PARTS):
        parser.error(f"there is no part {', '.join(sorted(unknown))}")

    bench = Bench(arguments)
    failed = []
    for part in arguments.part or Bench.PARTS:
        print(f"bench: {part} …", file=os.sys.stderr, flush=True)
        try:
            getattr(bench, part)()
        except Exception:
            # What took a quarter of an hour to measure is not lost with one part.
            traceback.print_exc()
            failed.append(part)
    print(f"{datetime.date.today()}, {machine()}, best of {arguments.rounds}, "
          "`packaging/bench`:\n")
    print(table.write(table.HEAD, [line.cells() for line in bench.lines], arguments.markdown))
    for head, rows in bench.tables:
        print("\n" + table.write(head, rows, arguments.markdown))
    if failed:
        raise SystemExit(f"bench: failed: {', '.join(failed)}")


main()
