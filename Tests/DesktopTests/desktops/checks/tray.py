"""The icon in the tray, and its menu."""

from .. import pictures
from ..check import Differs, check


def _exported(trial):
    return [entry["label"] for entry in trial.tray.menu() if entry["depth"] == 1]


def _same(seen, exported):
    """Whether the labels that were seen are the exported ones; they may have been read from a picture."""
    return len(seen) == len(exported) and all(
        shown == label or pictures.resembles(shown, label) for shown, label in zip(seen, exported))


@check("An icon is in the tray; a click opens a menu, which shows every entry in its order.",
       {"icon": True, "menu": "as exported"}, dark=True,
       no_tray=Differs({"icon": False, "window": True},
                       "There is none; starting Carillon once more opens its window.",
                       "This session has no tray."))
def tray(trial):
    if not trial.session.has_tray:
        trial.session.processes.spawn("/usr/bin/carillon", log="carillon-again").wait(10)
        return {"icon": bool(trial.tray.items()), "window": trial.has_window()}
    shown = trial.session.open_tray_menu()
    # Not before: the hour was set a moment ago.
    exported = _exported(trial)
    trial.picture("menu")
    trial.session.close_menu()
    return {"icon": True, "menu": "as exported" if _same(shown, exported)
            else {"seen": shown, "exported": exported}}


@check("What is chosen in the menu happens: History opens the window on its page.",
       {"window": True, "page": True},
       no_tray=Differs({"icon": False}, "There is no menu; the window has the same commands.",
                       "This session has no tray."))
def tray_choice(trial):
    if not trial.session.has_tray:
        return {"icon": bool(trial.tray.items())}
    entries = [entry["label"] for entry in trial.tray.menu() if entry["depth"] == 1 and entry["enabled"]]
    trial.session.open_tray_menu()
    trial.session.choose("History", entries)
    opened = trial.has_window()
    return {"window": opened, "page": opened and bool(trial.window.all(name="History"))}
