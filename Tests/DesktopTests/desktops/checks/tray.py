"""The icon in the tray, and its menu."""

from .. import pictures
from ..check import check


def _exported(trial):
    return [entry["label"] for entry in trial.tray.menu() if entry["depth"] == 1]


def _same(seen, exported):
    """Whether the labels that were seen are the exported ones; they may have been read from a picture."""
    return len(seen) == len(exported) and all(
        shown == label or pictures.resembles(shown, label) for shown, label in zip(seen, exported))


@check("An icon is in the tray; a click opens a menu, which shows every entry in its order.",
       {"icon": True, "menu": "as exported"}, dark=True)
def tray(trial):
    if not trial.session.has_tray:
        return {"icon": bool(trial.tray.items())}
    exported = _exported(trial)
    shown = trial.session.open_tray_menu()
    trial.picture("menu")
    trial.session.close_menu()
    return {"icon": True, "menu": "as exported" if _same(shown, exported)
            else {"seen": shown, "exported": exported}}


@check("What is chosen in the menu happens: History opens the window on its page.",
       {"window": True, "page": True})
def tray_choice(trial):
    if not trial.session.has_tray:
        return {"window": trial.has_window(1)}
    entries = [entry["label"] for entry in trial.tray.menu() if entry["depth"] == 1 and entry["enabled"]]
    trial.session.open_tray_menu()
    trial.session.choose("History", entries)
    opened = trial.has_window()
    return {"window": opened, "page": opened and bool(trial.window.all(name="History"))}
