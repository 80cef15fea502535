#!/usr/bin/python3
"""The wall clocks of all zones, computed by Python's `zoneinfo` from this system's zone data.

  expectations.py FOLDER              every zone in FOLDER, in binary to standard output
  expectations.py FOLDER NAME...      only these zones

For each zone file this writes the transitions from 1970 to 2037, the local date and minute at
instants around each, the instants at which slots ring by SPEC T16 on the days around each, and when
quiet hours around each end. Names that share a file share a record.

It is independent of Carillon: `zoneinfo` finds the offset of a *wall* time with its own tables (PEP
495), where Carillon looks for an instant. Notes:

* `fold=0` is the first of two times in an overlap. In a gap it is the offset before the gap, which
  gives an instant at which no clock shows that time. Converting back and forth detects this, and
  the end of the gap is bisected between `fold=1` and `fold=0`.
* `fold` considers one transition at a time. Two transitions within a day, and what they skip, could
  mislead it. There are none after 1970; `transitions` rejects them.
* Offsets are `timedelta`, because they have seconds: -00:44:30 in Monrovia until 1972.
* After its last transition, `zoneinfo` follows the rule in the file's last line forever. GLib stops
  at the end of 2037, and so do the questions.
* `right/` is left out (by `available_timezones`): its clocks count leap seconds, unlike the
  system's. A `tzdata` package from PyPI would have other names, so the file must exist.
"""

import pathlib
import struct
import sys
import zoneinfo
from datetime import date, datetime, timedelta

BEGIN = 0
END = 2_145_916_800  # 2038-01-01
DAY = 86_400
EPOCH_ORDINAL = date(1970, 1, 1).toordinal()
EPOCH = datetime(1970, 1, 1)
NONE = -(2**63)

# How far from a transition clocks are read.
AROUND = (-DAY, -7200, -3600, -1800, -61, -60, -1, 0, 1, 59, 60, 1800, 3600, 7200, DAY)


def seconds(delta):
    return delta.days * DAY + delta.seconds


def offset_at(zone, instant):
    return datetime.fromtimestamp(instant, zone).utcoffset()


def first_change(zone, low, high):
    """The first second in (low, high] with an offset other than at `low`, if `high` has another."""
    before = offset_at(zone, low)
    while high - low > 1:
        middle = (low + high) // 2
        if offset_at(zone, middle) == before:
            low = middle
        else:
            high = middle
    return high


def transitions(zone):
    """All (instant, offset before, offset after) from 1970 to 2037.

    Looks at every day. A change that is reversed within a day would be missed, but then the lists
    differ, because Carillon reads the table itself.
    """
    found = []
    position, offset = BEGIN, offset_at(zone, BEGIN)
    while position < END:
        ahead = min(position + DAY, END)
        if offset_at(zone, ahead) != offset:
            ahead = first_change(zone, position, ahead)
            if ahead >= END:
                break
            following = offset_at(zone, ahead)
            if found and ahead - found[-1][0] < 3 * DAY:
                sys.exit(f"{zone.key}: two transitions in three days, {found[-1][0]} and {ahead}")
            found.append((ahead, seconds(offset), seconds(following)))
            offset = following
        position = ahead
    return found


def wall(day, minute):
    return EPOCH + timedelta(days=day, minutes=minute)


def first_instant(zone, day, minute):
    """The second at which clocks first show this, or the end of the gap that contains it."""
    local = wall(day, minute)
    late = day * DAY + minute * 60 - seconds(zone.utcoffset(local))
    if datetime.fromtimestamp(late, zone).replace(tzinfo=None) == local:
        return late
    early = day * DAY + minute * 60 - seconds(zone.utcoffset(local.replace(fold=1)))
    return first_change(zone, early, late)


def exists(zone, day):
    """Whether the date exists, that is, whether its midnight or the rest of it does."""
    return shown(zone, first_instant(zone, day, 0))[0] == day


def shown(zone, instant):
    """The day since 1970 and the minute of the day on the wall clock."""
    local = datetime.fromtimestamp(instant, zone)
    return local.toordinal() - EPOCH_ORDINAL, local.hour * 60 + local.minute


def questions(changes):
    """The minutes to ask for, by day since 1970."""
    asked = {}
    for instant, before, after in changes:
        edges = [(instant + before) // 60, (instant + after) // 60]
        minutes = set(range(0, 1440, 30))
        minutes |= {(edge + near) % 1440 for edge in edges for near in (-1, 0, 1)}
        days = [edge // 1440 for edge in edges]
        for day in range(min(days) - 1, max(days) + 2):
            asked.setdefault(day, set()).update(minutes)
    # And an ordinary morning of each month, because most zones rarely or never change.
    for month in range(12 * 68):
        day = date(1970 + month // 12, month % 12 + 1, 1).toordinal() - EPOCH_ORDINAL
        asked.setdefault(day, set()).add(480)
    return asked


def quiet_questions(changes):
    """(instant, from, to): hours that end around times that a transition skips or repeats."""
    for instant, before, after in changes:
        edges = ((instant + before) // 60, (instant + after) // 60)
        for end in sorted({edges[0], edges[1], sum(edges) // 2}):
            for begun in (instant - 5400, instant - 1, instant):
                yield begun, (end - 180) % 1440, end % 1440


def quiet_end(zone, instant, start, end):
    """The first second after `instant` that is not quiet; None if `instant` itself is not quiet.

    Looks at the clock every five minutes: no transition skips or repeats less.
    """

    def quiet(second):
        minute = shown(zone, second)[1]
        return start <= minute < end if start < end else minute >= start or minute < end

    if not quiet(instant):
        return NONE
    low = instant
    while quiet(low + 300):
        low += 300
    high = low + 300
    while high - low > 1:
        middle = (low + high) // 2
        if quiet(middle):
            low = middle
        else:
            high = middle
    return high


def record(zone, names):
    """The expectations for a zone, in the format of Expectations.swift."""
    changes = transitions(zone)
    parts = [struct.pack("<H", len(names))]
    for name in names:
        encoded = name.encode()
        parts += [struct.pack("<B", len(encoded)), encoded]
    parts.append(struct.pack("<iI", seconds(offset_at(zone, BEGIN)), len(changes)))
    parts += [struct.pack("<qi", instant, after) for instant, _, after in changes]
    instants = sorted({instant + near for instant, _, _ in changes for near in AROUND})
    parts.append(struct.pack("<I", len(instants)))
    parts += [struct.pack("<qiH", instant, *shown(zone, instant)) for instant in instants]
    asked = questions(changes)
    parts.append(struct.pack("<I", len(asked)))
    for day, minutes in sorted(asked.items()):
        parts.append(struct.pack("<iH", day, len(minutes)))
        there = exists(zone, day)
        for minute in sorted(minutes):
            answer = first_instant(zone, day, minute) if there else NONE
            parts.append(struct.pack("<Hq", minute, answer))
    quiet = list(quiet_questions(changes))
    parts.append(struct.pack("<I", len(quiet)))
    parts += [struct.pack("<qHHq", *hours, quiet_end(zone, *hours)) for hours in quiet]
    return b"".join(parts)


def files(folder, wanted):
    """The names of each distinct zone file."""
    zoneinfo.reset_tzpath([folder])
    known = (name for name in zoneinfo.available_timezones() if pathlib.Path(folder, name).is_file())
    groups = {}
    for name in wanted or sorted(known):
        path = pathlib.Path(folder, name)
        if not path.is_file():
            sys.exit(f"no such zone: {name}")
        groups.setdefault(path.read_bytes(), []).append(name)
    return groups.values()


def main():
    folder, *wanted = sys.argv[1:]
    for names in files(folder, wanted):
        content = record(zoneinfo.ZoneInfo(names[0]), names)
        sys.stdout.buffer.write(struct.pack("<I", len(content)) + content)
    # The end mark, which a truncated stream lacks.
    sys.stdout.buffer.write(struct.pack("<I", 0))


if __name__ == "__main__":
    main()
