"""Every page and window is whole for everyone: with large texts, in a small window or on a small screen, in high
contrast, without animations, and in languages with long texts or from right to left.

$CARILLON_PICTURES names a folder that gets a picture of every page in every condition.
"""

import datetime
import json
import os
import pathlib
import re
import subprocess
import tempfile
import time
import unittest

from harness.accessible import Missing
from harness.language import Translations
from harness.pictures import Picture, png
from harness.processes import until
from harness.pseudo import ACCENTED, HEBREW, Pseudo, pseudo
from harness.widgets import Widget, Widgets, problems
from harness.window import WindowCase
from test_brew_windows import contrast, luminance

# What users and senders write is Greek here, so that all English is Carillon's own.
NAME, PLACE, NEWS, MORE = "Αντλία", "Θεσσαλονίκη", "Νέα του κόσμου", "Σήμερα είναι μια καλή μέρα για μια βόλτα."

ENGLISH = re.compile(r"[A-Za-z]{2}")


class Layout(WindowCase):
    """The walk through all that has a window."""

    DISPLAY = "1280x1600"
    SUBJECTS = 464  # with a frame, where there is no compositor

    def setUp(self):
        # PyGObject makes a type when it is first used, which must not happen beside the bus's thread.
        with tempfile.NamedTemporaryFile(suffix=".png") as file:
            file.write(png(1, 1))
            file.flush()
            Picture(file.name).pixels()
        super().setUp()
        self.widgets = Widgets(self.desktop)
        self.translations = None
        self.language = "en"
        self.width = None  # of all windows, if they are not as wide as they like
        self.met_with = {}  # problems by place

    def say(self, text, context=None, **values):
        if not self.translations:
            self.translations = Translations(self.desktop.folder)
        return self.translations.say(self.language, text, context, **values).replace("_", "", 1)

    def settings(self, **values):
        """Settings of GTK, as a desktop without a settings daemon has them."""
        file = self.desktop.home / ".config/gtk-3.0/settings.ini"
        file.parent.mkdir(parents=True)
        lines = [f"{key.replace('_', '-')}={value}" for key, value in values.items()]
        file.write_text("\n".join(["[Settings]", *lines]) + "\n")

    # The places.

    def begin(self):
        """Starts the app with something on each page."""
        self.notifications = self.server()
        self.source = self.feed(NEWS, MORE)
        self.app.start()
        self.met()
        self.configure("08:00", "18:30", feed=self.source)
        self.eventually(lambda: self.app.state()["nextOccurrences"][0].get("title") == NEWS)
        self.app.set(
            journeys=[{"id": "office", "destination": PLACE, "route": "12", "stop": NAME, "departAt": "07:42",
                       "weekdays": [1, 2, 3, 4, 5, 6, 7], "walkMinutes": 8, "rideMinutes": 20}],
            subscriptions=[{"server": "https://127.0.0.1:9", "topic": "1", "name": NAME}],
            channels={"general": {"at": "slot"}}, quietHours={"from": "22:00", "to": "06:00"})
        for number in (1, 2):
            self.push(title=NEWS, body=f"{MORE} {number}")
        self.clock.set(self.at(8, 0, 1))
        self.becomes("shown", "0800")
        # What was held comes with the hour, in one notification.
        held = until("the digest", lambda: next(
            (call for call in self.notifications.calls if NEWS not in call.summary), None))
        # Alarms and brews are told at once, in the window too once it is open: before that, they are not.
        self.push(type="alarm", alarmId="17", severity="critical", title=NAME, body=MORE, asset=NAME, quantity=NAME,
                  value="85", limit="60", unit="‰")
        self.push(type="brew_stage", stage="preInfusion", brewId="b1", elapsedTime="3", preInfusionTime="8",
                  pressure="2", dose="18", temperature="93", brewType="espresso")
        self.push(type="journey", journeyId="office", event="delay", delayMinutes="4",
                  date=str(self.START.date() + datetime.timedelta(days=1)))
        return held

    def push(self, **data):
        self.app.call("Push", json.dumps({"data": data}))

    def walk(self):
        """Goes to every place in turn."""
        say, window = self.say, self.window
        held = self.begin()
        self.go("hours")
        self.see("hours")
        self.press(say("Edit {time}", time="18:30"))
        self.see("an hour")
        window.key("Escape")
        self.go("content")
        self.press(say("Try It"))
        window.wait_text(NEWS)
        for more in ("Details", "Request options"):
            self.press(say(more))
        self.see("content")
        self.go("connections")
        self.see("connections")
        self.press(say("Edit {name}", name=NAME))
        self.see("a connection")
        window.key("Escape")
        self.press(say("Add Topic"))
        self.press(say("Options"))
        self.see("a new connection")
        window.key("Escape")
        self.go("alarms")
        self.see("alarms")
        self.press(say("Sign In…"))
        self.has_windows(2)
        self.see("signing in")
        window.key("Escape")
        self.go("journeys")
        self.see("journeys")
        self.press(say("Edit {name}", name=PLACE))
        self.see("a journey")
        window.key("Escape")
        self.go("history")
        self.press(containing="08:00")
        self.see("history")
        self.notifications.invoke(held)
        self.arrive("Notifications")
        self.see("a digest")
        self.go("status")
        self.see("status")
        self.go("settings")
        self.press(say("Ad_vanced"))
        self.see("settings")
        for page in ("privacy", "week"):
            self.go(page)
            self.see(page)
        window.key("ctrl+question")
        self.has_windows(2)
        self.see("shortcuts")
        window.key("Escape")
        self.has_windows(1)
        self.close()
        for place, link in (
                ("a brew’s window", "firstcrack://brew/b1/live"), ("an alarm’s window", "/alarms/17"),
                ("a journey’s window", f"/journeys/office/{self.START.date() + datetime.timedelta(days=1)}")):
            self.app.call("Open", link)
            self.has_windows(1)
            self.see(place)
            self.close()

    def go(self, page):
        super().go(page)
        self.arrive("Week Ahead" if page == "week" else page.capitalize())

    def arrive(self, title):
        """Waits until a page with this title is in front."""
        title = self.say(title, "page")
        self.widgets.settled(lambda windows: any(
            widget.text == title and widget.is_inside("GtkHeaderBar") for window in windows for widget in window.all))

    def has_windows(self, count):
        self.eventually(lambda: len(self.desktop.windows()) == count, self.desktop.windows)

    def close(self):
        self.window.key("ctrl+w")
        self.has_windows(0)

    def press(self, name=None, containing=None):
        """Presses the last button of this name: the page's, not the title bar's."""
        def pressed():
            try:
                buttons = [button for button in self.window.all(name=name, containing=containing)
                           if button.role in ("push button", "toggle button") and button.is_sensitive]
                if buttons:
                    buttons[-1].press()
                return buttons
            except Missing:
                return False

        until(f"the button {name or containing}", pressed)

    # What is looked at.

    def look(self, place):
        """Notes what is wrong with the windows that are shown."""
        if self.width:
            self.resize(self.width)
        windows = self.widgets.settled()
        size = tuple(map(int, self.DISPLAY.split("x")))
        self.note(place, *problems(windows, size, self.is_shortened))
        for window in windows:
            # GTK's own list of shortcuts has columns that cannot be changed.
            if not self.width or window.type == "GtkShortcutsWindow":
                continue
            # The windows of subjects are laid out for one width, and stay as wide.
            most = self.SUBJECTS if place.endswith("window") else self.width
            if window.box[2] > most:
                self.note(place, f"{window} is wider than {most}")
        return windows

    def see(self, place):
        self.look(place)
        self.picture(place)

    def note(self, place, *found):
        if found:
            self.met_with.setdefault(place, []).extend(found)

    def resize(self, width=None):
        """Makes the windows as narrow as they let themselves be made, and nearly as high as the screen."""
        height = int(self.DISPLAY.split("x")[1]) - 40
        # Twice, because folding allows a window to become narrower still.
        for _ in range(2):
            now = max(window.box[2] for window in self.widgets.settled())
            subprocess.run(["xdotool", "search", "--onlyvisible", "--class", "[Cc]arillon", "windowsize", "%@",
                            str(width or now), str(height)],
                           env=self.desktop.environment, check=True, capture_output=True)
            self.widgets.settled()

    def is_shortened(self, label):
        """Titles of dialogs, and of windows of details, end in "…" if they are long: they hold names."""
        return label.is_inside("GtkHeaderBar") and label.window.name != self.say("Carillon")

    def picture(self, place):
        """Keeps a picture of a place, if somebody wants one: of all of it, if the screen is high enough."""
        folder = os.environ.get("CARILLON_PICTURES")
        if not folder:
            return
        pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
        self.resize()
        name = re.sub(r"\W+", "-", f"{self._testMethodName.removeprefix('test_')} {place}")
        self.desktop.screenshot(pathlib.Path(folder, f"{name}.png"))

    def finish(self):
        """Goes everywhere, and fails for each place with what is wrong there."""
        self.walk()
        self.end()

    def end(self):
        complaints = re.findall(r"^.*-(?:CRITICAL|WARNING).*$", self.app.log, re.MULTILINE)
        self.note("the log", *complaints)
        for place, found in self.met_with.items():
            with self.subTest(place):
                self.fail("\n".join(["", *found]))


class Sizes(Layout):
    """The same texts, with more or less room."""

    def test_in_a_narrow_window(self):
        # Without a compositor, GTK draws a frame of 5 pixels.
        self.width = 370
        self.finish()

    def test_with_texts_twice_as_large(self):
        # As a desktop without a settings daemon tells it.
        subprocess.run(["xprop", "-root", "-f", "RESOURCE_MANAGER", "8s", "-set", "RESOURCE_MANAGER", "Xft.dpi: 192"],
                       env=self.desktop.environment, check=True)
        self.finish()
        self.go("hours")
        self.assertGreater(self.window.find("label", "Your hours").box[3], 30)


class SmallScreen(Layout):
    DISPLAY = "1024x600"

    def test_on_a_small_screen(self):
        self.finish()


class Themes(Layout):
    """Colors and frames differ; texts are to be read in all of them."""

    def look(self, place):
        windows = super().look(place)
        file = self.desktop.folder / "look.png"
        self.desktop.screenshot(file)
        picture = Picture(file)
        for window in windows:
            # Others may be covered by it, and GTK's own are as its theme has them.
            if window.told["active"] and window.type != "GtkShortcutsWindow":
                for label in filter(self.is_ours, window.all):
                    self.note(place, *self.pale(picture, label))
        return windows

    @staticmethod
    def is_ours(label):
        """Whether we say in which color it is: what is greyed out or suggested is as the theme has it."""
        return (label.type == "GtkLabel" and label.text and label.told["sensitive"]
                and not any("suggested-action" in above.classes for above in label.ancestors))

    def pale(self, picture, label):
        """Says so if a text has less contrast to what it is on than WCAG asks for."""
        left, top, wide, high = self.visible(label)
        if wide < 4 or high < 4:
            return
        x, y = label.window.told["origin"]
        pixels = picture.pixels(x + left, y + top, wide, high)
        paper = max(set(pixels), key=pixels.count)
        best = max(contrast(pixel, paper) for pixel in set(pixels))
        self.papers.append(paper)
        if best < 4.5:
            yield f"{label} has a contrast of {best:.1f} on {paper}"

    @staticmethod
    def visible(widget):
        """The part of its content that is not scrolled out of view."""
        left, top, width, height = widget.content
        right, bottom = left + width, top + height
        for above in widget.ancestors:
            if above.scrolls or not above.parent:
                x, y, wide, high = above.box
                left, top = max(left, x), max(top, y)
                right, bottom = min(right, x + wide), min(bottom, y + high)
        return left, top, right - left, bottom - top

    def finish_in(self, theme, is_dark=False):
        self.desktop.environment["GTK_THEME"] = theme
        # As high as the screen, so that all can be seen.
        file = self.desktop.home / ".local/share/carillon/window"
        file.parent.mkdir(parents=True)
        file.write_text("[Window]\nwidth=760\nheight=1500\nmaximized=false\n")
        self.papers = []
        self.finish()
        self.assertGreater(len(self.papers), 300, "texts that were looked at")
        self.assertEqual(luminance(max(set(self.papers), key=self.papers.count)) < 0.2, is_dark)

    def test_in_a_light_theme(self):
        self.finish_in("Adwaita")

    def test_in_a_dark_theme(self):
        self.finish_in("Adwaita:dark", is_dark=True)

    def test_in_high_contrast(self):
        self.finish_in("HighContrast")

    def test_in_high_contrast_on_black(self):
        self.finish_in("HighContrastInverse", is_dark=True)


class Languages(Layout):
    """Languages that nobody speaks."""

    # What is the same in every language, or is translated by GTK and GLib.
    ALIKE = re.compile(
        r"\bGET\b|\bUTC\b|Etc/UTC|\"[0-9a-f]+\""  # a method, zones, an ETag
        r"|https?://\S+|ntfy\.sh/mytopic"  # addresses
        r"|[\d.]+\s(bytes|kB)|^(Minimize|Maximize|Close|Shortcuts|Ctrl|Alt|Escape)$"
        r"|stand-in 1")  # the notification server's name

    def use(self, language, letters):
        self.language = language
        self.translations = Pseudo(self.desktop.folder, language, letters)
        self.translations.use(self.desktop, language)

    def look(self, place):
        """Notes what is left in English, too."""
        windows = super().look(place)
        for widget in (widget for window in windows for widget in window.all):
            # GTK gives icons their names, and what is typed is the user's.
            if self.language == "qps" and widget.type != "GtkImage" and not widget.told.get("typed"):
                for text in {widget.text, widget.name, widget.told["tip"]}:
                    if ENGLISH.search(self.ALIKE.sub("", text)):
                        self.note(place, f"{widget} is not translated: {text!r}")
            if widget.type == "GtkToggleButton" and {"GtkImage", "GtkLabel"} <= {
                    each.type for each in widget.all} and widget.name in {each.text for each in widget.all}:
                self.note(place, *self.misplaced(widget))
        if place == "shortcuts":
            arrows = [widget.text for window in windows for widget in window.all
                      if widget.text in ("←", "→")]
            if arrows != ["→" if self.language == "he" else "←"]:
                self.note(place, f"the arrow of Back is {arrows}")
        return windows

    def misplaced(self, expander):
        """Says so if the title of what unfolds is not where reading begins."""
        title = next(widget for widget in expander.all if widget.text == expander.name)
        left = title.content[0] - expander.box[0]
        right = expander.box[2] - left - title.content[2]
        if (left < right) == (self.language == "he"):
            yield f"{title} is {left} from the left, and {right} from the right of {expander}"

    def test_in_a_language_with_long_texts(self):
        self.use("qps", ACCENTED)
        self.finish()
        self.goes_back(to="left", key="alt+Left", other="alt+Right")

    def test_in_a_language_from_right_to_left(self):
        # GTK takes the direction from its own catalog.
        self.use("he", HEBREW)
        self.finish()
        self.goes_back(to="right", key="alt+Right", other="alt+Left")

    def goes_back(self, to, key, other):
        """The list of pages is where reading begins; Back and its key point there."""
        self.go("week")
        window = self.widgets.settled()[0]
        file = self.desktop.folder / "back.png"
        self.desktop.screenshot(file)
        pages = next(widget for widget in window.all if widget.name == self.say("Pages"))
        self.assertEqual(pages.box[0] > window.box[2] // 2, to == "right")
        wrong = [widget for widget in window.all if widget.told["mirrored"] != (to == "right")]
        self.assertEqual(wrong, [])
        back = next(widget for widget in window.all if widget.name == self.say("Back"))
        arrow = next(widget for widget in back.all if widget.type == "GtkImage")
        x, y = window.told["origin"]
        self.assertEqual(points(Picture(file), (x + arrow.box[0], y + arrow.box[1], *arrow.box[2:])), to)
        self.window.key(other)
        self.widgets.settled()
        self.arrive("Week Ahead")
        self.window.key(key)
        self.arrive("Hours")


class Motion(Layout):
    """Without animations, each change is drawn at once, and then nothing until the next one."""

    # A change of the page is three or four frames, and lasts 12 or more if it is animated.
    MOST = 10

    def setUp(self):
        super().setUp()
        self.drawn = {}  # frames by window, when last looked at

    def frames(self):
        return {window.name: window.told["frames"] for window in self.widgets.read()}

    def still(self):
        """The frames once no more are drawn: the desktop tells a window late that another has the focus."""
        seen = [None]

        def is_still():
            seen.append(self.frames())
            return seen[-1] if seen[-1] == seen[-2] else None

        return until("windows that are not drawn any more", is_still, interval=0.3)

    # Each change is looked at by itself.

    def press(self, name=None, containing=None):
        super().press(name, containing)
        self.look(f"after “{name or containing}”")

    def arrive(self, title):
        super().arrive(title)
        self.look(f"after going to {title}")

    def look(self, place):
        self.widgets.settled()
        now = self.still()
        for window, drawn in now.items():
            if drawn - self.drawn.get(window, 0) > self.MOST:
                self.note(place, f"{window} was drawn {drawn - self.drawn.get(window, 0)} times")
        time.sleep(0.4)
        self.drawn = self.frames()
        for window, drawn in self.drawn.items():
            if drawn - now[window] > 2:
                self.note(place, f"{window} was drawn {drawn - now[window]} times while nothing happened")

    def test_without_animations_nothing_moves(self):
        self.settings(gtk_enable_animations=0)
        self.walk()
        self.app.call("Open", "firstcrack://brew/b1/live")
        self.has_windows(1)
        for volume in (10, 30):
            self.push(type="brew_stage", stage="brewing", brewId="b1", elapsedTime=str(volume), remainingTime="19",
                      flowRate="1.2", volumeExtracted=str(volume), pressure="9")
            # Its values would take a second to get there.
            time.sleep(1)
            self.look(f"a brew at {volume} ml")
        self.end()


class Rules(unittest.TestCase):
    """What counts as a problem, on windows that are made up."""

    def window(self, *children, high=100, origin=(0, 0)):
        """A window of 100 × 100 with a scrolled area, in which there is a box of 100 × 300 with the children."""
        window = self.widget("GtkWindow", None, (0, 0, 100, 100), origin=origin)
        scroller = self.widget("GtkScrolledWindow", window, (0, 0, 100, high), scrolls=[0, 1])
        view = self.widget("GtkBox", self.widget("GtkViewport", scroller, (0, 0, 100, high)), (0, 0, 100, 300))
        for kind, place, more in children:
            self.widget(kind, view, place, **more)
        return window

    @staticmethod
    def widget(kind, parent, box, **more):
        return Widget({"type": kind, "name": "", "classes": "", "reachable": 0, "box": box, **more}, parent)

    @staticmethod
    def label(*box, ink=None, **more):
        return "GtkLabel", box, {"text": "text", "ink": ink or [0, 0, box[2], box[3]], **more}

    def entry(self, *box, text="text", needs, typed):
        return "GtkEntry", box, {"text": text, "needs": needs, "has": box[2] - 10, "typed": typed}

    def found(self, *children, **window):
        return problems([self.window(*children, **window)], (120, 120))

    def test_what_is_whole_is_no_problem(self):
        labels = [self.label(*place, 50, 20) for place in ((0, 0), (50, 0), (0, 280))]
        self.assertEqual(self.found(*labels), [])
        self.assertEqual(self.found(self.entry(0, 0, 60, 20, text="a long address", needs=90, typed=1)), [])

    def test_what_is_cut_covered_or_out_of_reach_is_one(self):
        for said, children, window in (
                ("is larger than the screen", (), {"origin": (30, 0)}),
                ("cut off at the side", [self.label(60, 0, 50, 20)], {}),
                ("cut off at the side", [self.label(-10, 0, 50, 20)], {}),
                ("sticks out", [self.label(0, 290, 50, 20)], {}),
                ("smaller than its text", [self.label(0, 0, 50, 20, ink=[0, 0, 70, 20])], {}),
                ("smaller than its text", [self.label(0, 0, 50, 20, ink=[0, 0, 50, 34])], {}),
                ("is shortened", [self.label(0, 0, 50, 20, ellipsized=1)], {}),
                ("of the 90 pixels", [self.entry(0, 0, 60, 20, text="a long placeholder", needs=90, typed=0)], {}),
                ("of the 60 pixels", [self.entry(0, 0, 60, 20, text="08:00", needs=60, typed=1)], {}),
                ("overlap", [self.label(0, 0, 50, 20), self.label(40, 10, 50, 20)], {}),
                ("no room to scroll", [self.label(0, 0, 50, 20)], {"high": 20})):
            with self.subTest(said, children=children):
                found = self.found(*children, **window)
                self.assertTrue(any(said in each for each in found), found)

    def test_a_title_that_may_be_shortened_is_no_problem(self):
        window = self.window(self.label(0, 0, 50, 20, ellipsized=1))
        self.assertEqual(problems([window], (120, 120), lambda _: True), [])

    def test_a_language_that_nobody_speaks_keeps_what_translators_keep(self):
        for text, said in (
                ("Snooze", "[Šñööžé ~~]"), ("S_ecret", "[Š_eçřéť ~~]"), ("at {time}", "[åť {time} ~]"),
                ("{{a}} <b>b</b> 9 %d%%", "[{{a}} <b>ƀ</b> 9 %d%% ~~]"), ("one\ntwo\n", "[öñé\nťŵö ~~]\n"),
                (", ", ", ")):
            self.assertEqual(pseudo(text), said)
        self.assertEqual(pseudo("M", "initial of Monday"), "Ṁ")
        self.assertEqual(pseudo("Snooze", letters=HEBREW), "[עםממשה ~~]")


def points(picture, box):
    """Whether an arrow points to the left or the right: what is at half its height is nearer to its tip."""
    _, _, width, height = box
    pixels = picture.pixels(*box)
    paper = max(set(pixels), key=pixels.count)
    rows = [[x for x in range(width) if abs(pixels[y * width + x][1] - paper[1]) > 60] for y in range(height)]
    drawn = [sum(row) / len(row) for row in rows if row]
    middle, ends = drawn[len(drawn) // 2], (drawn[0] + drawn[-1]) / 2
    return "left" if middle < ends else "right"


if __name__ == "__main__":
    unittest.main()
