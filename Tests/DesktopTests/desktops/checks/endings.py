"""When Carillon is killed, the screen is locked, or the session ends."""

import time

from harness.processes import until

from ..check import Differs, check, on

AWAY = "While you were away"
GNOME = ("gnome", "gnome-wayland")
NOBODY = "Nobody on this desktop shows notifications."


@check("Killed under a shown notification and started again, Carillon still answers it, and shows it once.",
       {"stays": True, "popups": 1, "answer": "OPEN"},
       **on(GNOME, {"stays": True, "popups": 0, "answer": None},
            "It is closed at the next start, and an alarm comes again after a few minutes.",
            "GNOME Shell tells only the process that sent it, and that is dead."),
       dunst=Differs({"stays": True, "popups": 1, "answer": None},
                     "It stays, and a click on it does nothing any more.",
                     "dunst tells only the process that sent it, and that is dead."),
       no_server=Differs({"stays": False, "popups": 1, "answer": "OPEN"},
                         "The window goes with its program; the banner is back with it.", NOBODY))
def killed(trial):
    # A critical one, which does not leave by itself.
    title = trial.alarm(severity="critical", title="Survives", body="A crash of its program.")
    trial.popups.wait(title)
    trial.app.kill()
    time.sleep(2)
    stays = bool(trial.popups.find(title))
    trial.app.start()
    if not trial.session.server:
        trial.show_page("hours")
    time.sleep(2)
    popups = sum(popup.says(title) for popup in trial.popups.all())
    if popups:
        trial.open(title)
    return {"stays": stays, "popups": popups, "answer": trial.answer_or_none(title)}


@check("What came while the screen was locked is told after unlocking.",
       {"told": True, "kept": True},
       **on(GNOME, {"told": False, "kept": True}, "It is in the list under the clock, and on the lock screen.",
            "GNOME Shell shows its own list after unlocking, so it is not told a second time."),
       no_server=Differs({"told": False, "kept": True}, "It is still due in the window.", NOBODY))
def lock(trial):
    trial.session.lock(True)
    time.sleep(1)
    title = trial.ring("Missed", "Nobody was there.")
    trial.picture("locked")
    time.sleep(15)
    trial.session.lock(False)
    told = trial.appears(AWAY, 8)
    trial.picture("unlocked")
    return {"told": told, "kept": trial.knows(title)}


@check("Logging out ends Carillon; at the next login it starts by itself, hidden, and knows what was.",
       {"ended": True, "started": True, "window": False, "icon": True, "history": True},
       no_tray=Differs({"ended": True, "started": True, "window": False, "history": True},
                       "There is no icon, and no window either: it rings all the same.",
                       "This session has no tray."))
def login(trial):
    title = trial.ring("Before the logout", "It is in the history.")
    trial.popups.wait(title)
    trial.app.set(autostart=True)
    process = trial.app.process
    until("the start entry", lambda: trial.app.state()["autostart"]["actual"])
    trial.session.log_out()
    try:
        process.wait(20)
        ended = True
    except Exception:
        ended = False
    trial.again()
    try:
        trial.app.wait_running(20)
        started = True
    except AssertionError:
        return {"ended": ended, "started": False}
    time.sleep(2)
    seen = {"ended": ended, "started": started, "window": trial.has_window(2)}
    trial.picture("after login")
    if trial.session.has_tray:
        seen["icon"] = bool(trial.tray.items())
    return seen | {"history": trial.knows(title)}
