"""Notifications: what they say, what their buttons do, and how long they stay."""

import time

from ..check import Differs, check, on

TITLE = "Fish & <Chips>"
ALARM = ["Acknowledge", "Silence This One", "Snooze 10 min", "View"]
OPEN_ALARM = "Open “Vibration exceeds the limit”"
GNOME, XFCE = ("gnome", "gnome-wayland"), ("xfce", "no-tray")
NO_BODY = ("Open is a button too; a click on the text closes the notification.",
           "xfce4-notifyd knows no click on the body, and makes a button of each action.")
IN_THE_WINDOW = ("Carillon's window shows what is due; nothing rings, so this is a message.",
                 "Nobody on this desktop shows notifications.")
IN_A_MENU = ("The middle button opens a menu with the same entries, and Open.",
             "dunst draws no buttons.")
TEXT = "Tea > coffee, \"cake\" & more"


@check("A notification shows its title and its text, letter by letter.",
       {"title": True, "text": True}, dark=True)
def popup(trial):
    trial.ring(TITLE, TEXT)
    shown = trial.popups.open(TITLE)
    trial.picture("popup")
    trial.session.hands.rest()
    return {"title": shown.says(TITLE), "text": shown.says(TEXT)}


@check("The buttons of an hour are Snooze and Skip; a click on the rest opens it.",
       ["Skip hh:mm", "Snooze 10 min"],
       **on(XFCE, ["Open", "Skip hh:mm", "Snooze 10 min"], *NO_BODY),
       dunst=Differs(["Open", "Skip hh:mm", "Snooze 10 min"], *IN_A_MENU),
       no_server=Differs(["Open"], *IN_THE_WINDOW))
def buttons(trial):
    return trial.labels(trial.ring("With buttons", TEXT))


@check("Snooze takes the notification away; it comes back after ten minutes.",
       {"answer": "SNOOZE", "gone": True, "in the tray": True},
       no_server=Differs({"button": False}, *IN_THE_WINDOW))
def snooze(trial):
    title = trial.ring("To be snoozed", TEXT)
    if not trial.session.server:
        return {"button": "Snooze 10 min" in trial.labels(title)}
    trial.popups.press(title, "Snooze 10 min")
    return {"answer": trial.answer_or_none(title), "gone": trial.is_gone(title),
            "in the tray": bool(trial.app.state()["snoozed"])}


@check("Skip takes the notification away, and the next ring of this hour is left out.",
       {"answer": "SKIP_NEXT", "gone": True, "skipped": True},
       no_server=Differs({"button": False}, *IN_THE_WINDOW))
def skip(trial):
    title = trial.ring("To be skipped", TEXT)
    if not trial.session.server:
        return {"button": "Skip hh:mm" in trial.labels(title)}
    trial.popups.press(title, f"Skip {trial.hour}")
    return {"answer": trial.answer(title), "gone": trial.is_gone(title),
            "skipped": bool(trial.app.state()["skipped"])}


@check("A click on a notification opens it in Carillon's window.",
       {"answer": "OPEN", "window": True},
       **on(XFCE, {"answer": "DISMISS", "window": False}, *NO_BODY))
def body(trial):
    title = trial.ring("To be opened", TEXT)
    trial.popups.press_body(title)
    answer = trial.answer(title)
    return {"answer": answer, "window": trial.has_window()}


@check("A dismissed notification is gone, and the history says that it was dismissed.",
       {"answer": "DISMISS", "gone": True, "window": False},
       no_server=Differs({"answer": "DISMISS", "gone": True, "window": True}, *IN_THE_WINDOW))
def dismiss(trial):
    title = trial.ring("To be dismissed", TEXT)
    trial.popups.dismiss(title)
    return {"gone": trial.is_gone(title), "answer": trial.answer(title),
            "window": trial.has_window(1)}


@check("News of the same alarm replace its notification, which keeps its buttons.",
       {"popups": 1, "text": "Oil at 22 %", "buttons": True},
       **on(GNOME, {"popups": 1, "text": "Oil at 24 %", "buttons": True},
            "The first text stays; the news are in the window.",
            "GNOME Shell takes the buttons away from a notification that is replaced on the screen."))
def replace(trial):
    # Critical, so that the first one is still there.
    trial.alarm(severity="critical", title="Oil at 24 %")
    # In the window, the name of a button says what it opens.
    before = [label.replace("24 %", "… %") for label in trial.labels("Oil at 24 %")]
    trial.alarm(severity="critical", title="Oil at 22 %")
    text = "Oil at 22 %" if trial.appears("Oil at 22 %", 3) else "Oil at 24 %"
    after = [label.replace(text[-4:], "… %") for label in trial.labels(text)]
    trial.picture("after")
    return {"popups": len(trial.popups.all()), "text": text, "buttons": bool(after) and after == before}


@check("A critical alarm stays on the screen until it is answered.",
       {"after 15 seconds": True})
def critical(trial):
    title = trial.alarm(severity="critical", title="Vibration exceeds the limit", body="85 Hz, limit 60 Hz.")
    trial.popups.open(title)
    trial.picture("popup")
    trial.session.hands.rest()
    time.sleep(15)
    return {"after 15 seconds": bool(trial.popups.find(title))}


@check("An ordinary notification leaves by itself, and the history says that nobody answered it.",
       {"gone within 20 seconds": True, "answer": "EXPIRED"},
       **on(GNOME, {"gone within 20 seconds": True, "answer": None},
            "It moves to the list under the clock, and the history says nothing of its end.",
            "GNOME Shell keeps it there, where it can still be answered, and tells nobody."),
       no_server=Differs({"gone within 20 seconds": False, "answer": None},
                         "It stays in the window until it is answered.", IN_THE_WINDOW[1]))
def ordinary(trial):
    title = trial.ring("Soon gone", TEXT)
    trial.popups.wait(title)
    end = time.monotonic() + 20
    while trial.popups.find(title) and time.monotonic() < end:
        # Somebody is there: GNOME waits for a hand before it takes a banner away.
        trial.session.hands.move((200 + round(time.monotonic()) % 2, 500))
        time.sleep(0.5)
    return {"gone within 20 seconds": not trial.popups.find(title),
            "answer": trial.answer_or_none(title, 1)}


@check("Acknowledge of an alarm's notification acknowledges the alarm.",
       {"buttons": ALARM, "answer": "ack", "gone": True},
       **on(GNOME, {"buttons": [label for label in ALARM if "Silence" not in label], "answer": "ack",
                    "gone": True},
            "Silence This One is missing here; it is in the window.", "GNOME Shell shows three buttons."),
       **on(XFCE, {"buttons": [*ALARM, "Open"], "answer": "ack", "gone": True}, *NO_BODY),
       dunst=Differs({"buttons": [*ALARM, "Open"], "answer": "ack", "gone": True}, *IN_A_MENU),
       no_server=Differs({"buttons": [*ALARM, OPEN_ALARM], "answer": "ack", "gone": True}, *IN_THE_WINDOW))
def acknowledge(trial):
    title = trial.alarm(severity="critical", title="Vibration exceeds the limit", body="85 Hz, limit 60 Hz.")
    labels = trial.labels(title)
    trial.popups.press(title, "Acknowledge")
    return {"buttons": sorted(labels, key=lambda label: (label.startswith("Open"), label)),
            "answer": trial.answer(title), "gone": trial.is_gone(title)}


ANSWERS = {"Acknowledge": "ack", "Silence This One": "silence", "Snooze 10 min": "snooze", "View": "view"}


@check("Each button of an alarm's notification does what it says, and the notification goes.",
       {"answers": ANSWERS, "gone": True, "window after View": True},
       **on(GNOME, {"answers": {label: ANSWERS[label] for label in ANSWERS if "Silence" not in label},
                    "gone": True, "window after View": True},
            "Silence This One is missing here; it is in the window.", "GNOME Shell shows three buttons."))
def every_button(trial):
    answers, gone, window = {}, True, None
    for number, label in enumerate(ANSWERS):
        title = f"Alarm number {number + 1}"
        trial.alarm(alarm_id=f"a{number}", severity="critical", title=title, assetId=f"pump-{number}")
        if label not in trial.labels(title):
            trial.popups.dismiss(title)
            continue
        trial.popups.press(title, label)
        answers[label] = trial.answer_or_none(title, 5)
        gone = gone and trial.is_gone(title)
        if label == "View":
            window = trial.has_window()
    return {"answers": answers, "gone": gone, "window after View": window}
