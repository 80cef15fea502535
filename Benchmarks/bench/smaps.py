"""The memory of a process, and its composition."""

import collections
import os
import pathlib
import re

from harness.processes import descendants

FIELDS = ("Rss", "Pss", "Private_Dirty")
MAPPING = re.compile(r"[0-9a-f]+-[0-9a-f]+ (\S+) \S+ \S+ \d+ *(.*)")
LIBRARY = re.compile(r"\.so(\.[0-9.]+)?$")
# In the order of the table.
GROUPS = ("program: code", "program: data, constants", "libraries: code", "libraries: data",
          "heap", "stacks", "fonts, icons, caches", "other")


class Memory(collections.Counter):
    """kB by (group, field)."""

    def total(self, field):
        return sum(size for (_, name), size in self.items() if name == field)


def whole(pid):
    """The current memory of a process and those that it has started, by group."""
    memory = Memory()
    for process in (pid, *descendants(pid)):
        memory.update(read(process))
    return memory


def read(pid):
    """The current memory of a process, by group."""
    program = os.path.realpath(f"/proc/{pid}/exe")
    memory = Memory()
    former = ""
    for permissions, path, sizes in _mappings(pid):
        former = _group(permissions, path, program, former, sizes["Private_Dirty"] > 0)
        for field in FIELDS:
            memory[former, field] += sizes[field]
    return memory


def strangers():
    """The number of programs outside this session with GTK loaded: they share its Pss."""
    ours = set(descendants(os.getpid()))
    found = 0
    for folder in pathlib.Path("/proc").iterdir():
        if folder.name.isdigit() and int(folder.name) not in ours:
            try:
                found += "/libgtk-3.so" in (folder / "maps").read_text()
            except OSError:
                pass  # it has ended, or belongs to another user
    return found


def _mappings(pid):
    """(permissions, path, sizes by field) of each mapping, in the order of addresses."""
    found = []
    for line in pathlib.Path("/proc", str(pid), "smaps").read_text().splitlines():
        mapping = MAPPING.match(line)
        if mapping:
            found.append((*mapping.groups(), {}))
        else:
            name, _, value = line.partition(":")
            if name in FIELDS:
                found[-1][2][name] = int(value.split()[0])
    return found


def _group(permissions, path, program, former, is_dirty):
    if path == "[heap]":
        return "heap"
    if path.startswith("[stack"):
        return "stacks"
    if not path or path.startswith("[anon"):
        # The mapping after a file's data is its zeroed part; other anonymous memory is malloc's.
        return former if ": data" in former else "heap"
    if path.startswith(("[", "/memfd", "/dev", "/SYSV")):
        return "other"
    # Relocated data counts as data, even if the loader has made it read-only afterwards.
    is_data = "w" in permissions or is_dirty
    if path == program:
        return "program: data, constants" if is_data else "program: code"
    if LIBRARY.search(path):
        return "libraries: data" if is_data else "libraries: code"
    return "fonts, icons, caches"
