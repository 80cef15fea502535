"""What surrounds a notification: do not disturb, pictures, the number of unread messages, links."""

import time

from harness.pictures import png
from harness.processes import until
from harness.site import answer

from .. import pictures
from ..check import Differs, check, on

MAGENTA = (230, 0, 200)
ARTICLE = "https://example.org/article"
GNOME = ("gnome", "gnome-wayland")
NOBODY = "Nobody on this desktop shows notifications."


@check("While Do Not Disturb is on, only critical alarms appear, and Carillon says that it is on.",
       {"ordinary": "held", "critical": "shown", "known": True, "icon": "-dnd"},
       **on(("mate", "dunst"), {"ordinary": "held", "critical": "held", "known": True, "icon": "-dnd"},
            "Critical alarms are held, too.", "This server holds everything."),
       no_tray=Differs({"ordinary": "held", "critical": "shown", "known": True}, "There is no icon.",
                       "This session has no tray."),
       no_server=Differs({"ordinary": "shown", "critical": "shown", "known": False, "icon": "-attention"},
                         "There is no such switch; the window shows everything.",
                         "Do Not Disturb belongs to the notification server."))
def do_not_disturb(trial):
    trial.session.set_do_not_disturb(True)
    try:
        until("the switch in Carillon", lambda: trial.app.state()["server"].get("doNotDisturb"))
        known = True
    except AssertionError:
        known = False
    ordinary = trial.ring("In a meeting", "Only in the list.")
    seen = {"ordinary": "shown" if trial.appears(ordinary, 3) else "held"}
    if trial.session.has_tray:
        # Before an alarm that waits to be read, which is more than this.
        seen["icon"] = trial.icon()
    critical = trial.alarm(severity="critical", title="Fire in hall 2", body="Leave at once.")
    seen["critical"] = "shown" if trial.appears(critical, 5) else "held"
    trial.picture("screen")
    trial.session.set_do_not_disturb(False)
    return seen | {"known": known}


@check("The picture of a message follows its text, and its buttons stay.",
       {"pixels": 48, "buttons": True}, dark=True,
       **on((*GNOME, "dunst"), {"pixels": 32, "buttons": True}, "It is smaller.",
            "This server shows pictures of 32 pixels."),
       no_server=Differs({"pixels": 0, "buttons": True}, "The banner in the window has no picture.",
                         NOBODY))
def image(trial):
    trial.app.set(localMedia=True)
    trial.host().pages["/p.png"] = png_answer()
    title = trial.alarm(severity="critical", title="Camera 3", body="Somebody is at the gate.",
                        imageUrl=trial.host().url("/p.png"))
    trial.popups.wait(title)
    end = time.monotonic() + 8
    file = trial.session.folder / "image.png"
    while True:
        popup = trial.popups.wait(title)
        trial.session.screenshot(file)
        pictures.cut(file, popup.box)
        side = pictures.side_of(MAGENTA, file)
        if side or time.monotonic() > end:
            break
        time.sleep(0.3)
    trial.picture("popup")
    return {"pixels": side, "buttons": bool(trial.labels(title))}


def png_answer():
    return answer(png(300, 300, MAGENTA), Content_Type="image/png")


@check("The number of unread messages is in the tray's icon and at the launcher.",
       {"icon": "-5", "launcher": 5}, dark=True,
       no_tray=Differs({"launcher": 5}, "There is no icon.", "This session has no tray."),
       no_server=Differs({"icon": "-attention", "launcher": 5},
                         "The icon warns that nothing can be shown, which is more than a number.",
                         NOBODY))
def badge(trial):
    told = []
    trial.session.bus.on_signal(None, None, "com.canonical.Unity.LauncherEntry", "Update",
                                lambda _, arguments: told.append(arguments))
    # A task with a window, at which Plasma shows the number.
    trial.show_page("hours")
    trial.push({"data": {"type": "alarm", "alarmId": "a1", "severity": "warning", "title": "Oil low",
                         "body": "24 %."}, "apns": {"payload": {"aps": {"badge": 5}}}})
    until("the number at the launcher", lambda: told)
    seen = {"launcher": told[-1][1].get("count")}
    if trial.session.has_tray:
        until("the number in the icon", trial.icon)
        seen["icon"] = trial.icon()
    time.sleep(1)
    trial.picture("screen")
    return seen


@check("Content with a link opens it in the browser.", {"visited": [ARTICLE], "answer": "OPEN"})
def link(trial):
    title = trial.ring("An article", "To be read.", link=ARTICLE)
    trial.open(title)
    return {"visited": trial.visited(), "answer": trial.answer(title)}


@check("A carillon: link of another program starts Carillon and opens the page that it names.",
       {"window": True, "page": True})
def scheme(trial):
    trial.app.quit()
    trial.session.run("gio", "open", "carillon://settings/history")
    opened = trial.has_window(15)
    trial.app.process = None
    return {"window": opened, "page": opened and bool(trial.window.all(name="History"))}
