"""Whole stories: an hour that comes, and what the demos of carillonctl play."""

import datetime
import time

from ..check import check

STAGES = ("Heating water", "Grinding beans", "Pre-infusion", "Extraction", "Espresso shot complete")


@check("An hour rings when it comes, within three seconds, with the text of its source.",
       {"shown": True, "on time": True})
def hour(trial):
    now = datetime.datetime.now(datetime.timezone.utc)
    due = (now + datetime.timedelta(seconds=68)).replace(second=0, microsecond=0)
    trial.content("The hour has come", "Fresh from its source.", times=[f"{due:%H:%M}"])
    patience = (due - now).total_seconds() + 6
    shown = trial.appears("The hour has come", patience)
    late = (datetime.datetime.now(datetime.timezone.utc) - due).total_seconds()
    trial.picture("popup")
    return {"shown": shown, "on time": 0 <= late < 3 if shown else f"{late} s"}


@check("An espresso machine tells its stages, one after another; its window shows the brew.",
       {"stages": list(STAGES), "window": True}, dark=True)
def brew(trial):
    trial.play("brew", "3", "--wait", "30")
    seen = []
    end = time.monotonic() + 60
    while len(seen) < len(STAGES) and time.monotonic() < end:
        for popup in trial.popups.all():
            for stage in STAGES:
                if stage not in seen and popup.says(stage):
                    seen.append(stage)
                    time.sleep(0.5)
                    trial.picture(stage.lower())
        time.sleep(0.2)
    trial.app.ctl("open", "firstcrack://brew/status")
    window = trial.has_window()
    time.sleep(1)
    trial.picture("window")
    return {"stages": seen, "window": window}


@check("A maintenance system raises alarms; Acknowledge in the notification reaches it.",
       {"shown": True, "demo": 0}, dark=True)
def alarms(trial):
    demo = trial.play("alarms", "4")
    title = "Pump 5: Vibration"
    shown = trial.appears(title, 60)
    trial.popups.open(title)
    trial.picture("popup")
    trial.session.hands.rest()
    trial.show_page("alarms")
    time.sleep(1)
    trial.picture("page")
    trial.popups.press(title, "Acknowledge")
    return {"shown": shown, "demo": demo.wait(60)}


@check("A journey: when to leave, a delay, a cancellation; View Alternatives shows the other ways.",
       {"seen": ["leave", "delay", "canceled"], "window": True}, dark=True)
def journey(trial):
    texts = {"leave": "Time to leave for Central Station", "delay": "Delay detected",
             "canceled": "Tram 12 to Central Station is canceled"}
    trial.play("journey", "4")
    seen = []
    end = time.monotonic() + 60
    while len(seen) < 3 and time.monotonic() < end:
        for popup in trial.popups.all():
            for name, text in texts.items():
                if name not in seen and popup.says(text):
                    seen.append(name)
                    time.sleep(0.4)
                    trial.picture(name)
        time.sleep(0.2)
    trial.popups.press(texts["canceled"], "View Alternatives")
    window = trial.has_window()
    time.sleep(1)
    trial.picture("window")
    return {"seen": seen, "window": window}
