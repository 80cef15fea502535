"""What a check is, and what comes of one."""

import dataclasses
import json
import time
import traceback

ALL = []


@dataclasses.dataclass
class Differs:
    """What another desktop shows instead, how a user notices, and why it cannot be the same."""

    seen: object
    how: str
    why: str


def on(kinds, *differs):
    """The same difference on several desktops."""
    return {kind.replace("-", "_"): Differs(*differs) for kind in kinds}


@dataclasses.dataclass
class Check:
    name: str
    sentence: str
    run: object
    # What is seen where nothing stands in the way.
    usual: object
    # What is seen elsewhere, by the kind of desktop.
    differs: dict
    # Whether it is done in dark, too, for its pictures.
    dark: bool


def check(sentence, usual, dark=False, **differs):
    """Makes a check of a function: it returns what it has seen, as plain data.

    `usual` is what it sees where nothing stands in the way. A keyword names a kind of desktop, with _
    for -, on which something else is expected: as `Differs`, so that a change is noticed either way.
    """
    def made(function):
        ALL.append(Check(function.__name__.replace("_", "-"), sentence, function, usual,
                         {kind.replace("_", "-"): each for kind, each in differs.items()}, dark))
        return function
    return made


def perform(each, trial):
    """Runs one check; returns its row of the report."""
    trial.check = each.name
    trial.pictures = []
    before = len(trial.app.log)
    began = time.monotonic()
    row = {"check": each.name, "sentence": each.sentence}
    try:
        trial.fresh()
        seen = json.loads(json.dumps(each.run(trial)))
        row |= judged(each, trial.kind, seen)
    except Exception as error:  # whatever went wrong is a result, and the next check goes on
        row |= {"verdict": "fails", "how": str(error).strip() or repr(error),
                "trace": traceback.format_exc()}
    if row["verdict"] == "fails":
        try:
            trial.picture("as it failed")
        except Exception as error:
            row["how"] += f" (no picture: {error})"
        row["log"] = "\n".join(trial.app.log[before:].splitlines()[-30:])
    return row | {"pictures": trial.pictures, "seconds": round(time.monotonic() - began, 1)}


def judged(each, kind, seen):
    other = each.differs.get(kind)
    expected = json.loads(json.dumps(other.seen if other else each.usual))
    if seen != expected:
        return {"verdict": "fails", "how": f"Seen: {told(seen)}; expected: {told(expected)}.",
                "seen": seen}
    if other:
        return {"verdict": "differs", "how": other.how, "why": other.why, "seen": seen}
    return {"verdict": "works", "seen": seen}


def told(seen):
    return json.dumps(seen, ensure_ascii=False)
