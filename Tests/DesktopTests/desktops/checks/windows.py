"""Carillon's own windows."""

import time

from ..check import check

PAGES = ("hours", "content", "connections", "alarms", "journeys", "history", "settings", "status")


@check("Each page of the window opens.", list(PAGES), dark=True)
def pages(trial):
    title = trial.alarm(severity="critical", title="Vibration exceeds the limit", body="85 Hz, limit 60 Hz.")
    # It would cover the window on some desktops.
    trial.popups.dismiss(title)
    opened = []
    for page in PAGES:
        trial.show_page(page)
        time.sleep(0.8)
        trial.picture(page)
        opened.append(page)
    return opened


@check("Every setting can be reached and changed with the keyboard alone.",
       {"reached": True, "changed": 30})
def keyboard(trial):
    trial.show_page("settings")
    time.sleep(1)
    names = []
    for _ in range(60):
        trial.session.hands.key("Tab")
        names.append(trial.focused())
    reached = {"Quiet hours", "Privacy", "Start with your session"} <= set(names)
    trial.session.hands.key("alt+k", "space")
    time.sleep(1)
    trial.picture("choice")
    trial.session.hands.key("Down", "Return")
    time.sleep(1)
    return {"reached": True if reached else [name for name in dict.fromkeys(names) if name],
            "changed": trial.app.call("GetConfiguration")["retentionDays"]}
