"""Carillon in German and Spanish, on a desktop that supports neither; and 12-hour clocks."""

import json
import re
import shutil

from harness.accessible import Missing
from harness.language import Translations, use_region
from harness.processes import until
from harness.tray import Tray
from harness.window import WindowCase

PAGES = ("hours", "content", "connections", "alarms", "journeys", "history", "status", "settings",
         "privacy", "week")
# Texts that are as in English, and GTK's own.
ALIKE = {"Carillon", "Status", "Name", "Text", "ETag", "GET", "POST",
         "Information", "Alt", "Test", "min"}
# Those that are so in one language only.
OWN = {"de": set(), "es": {"Ctrl", "Error", "Escape", "Token"}}


class Languages(WindowCase):
    def setUp(self):
        super().setUp()
        self.translations = Translations(self.desktop.folder)
        self.language = "en"

    def say(self, text, context=None, **values):
        return self.translations.say(self.language, text, context, **values).replace("_", "")

    def begin(self, language):
        """Starts like on the first day, in this language."""
        self.language = language
        self.translations.use(self.desktop, language)
        self.clock.set(self.START)
        self.app.start()
        self.met()
        # Content and texts without words.
        self.configure("07:01", "11:00", feed=self.source, template={"title": "1", "body": "2"})
        self.eventually(lambda: self.app.state()["nextOccurrences"][0].get("title") == "1")

    def end(self):
        self.app.quit()
        shutil.rmtree(self.desktop.home / ".local/share/carillon")

    def read(self):
        """All visible texts, including accessible names."""
        said = set()
        for widget in self.window.all():
            try:
                said |= {widget.name, widget.description}
                if widget.role == "combo box":
                    said |= set(widget.choices())
                elif widget.role == "label":
                    said.add(widget.content)
            except Missing:
                continue
        # Ignores numbers, times and symbols.
        return {text for text in said if re.search(r"[^\W\d_]{2}", text)}

    def walk(self):
        """The texts of every page with everything opened, and of the tray."""
        say, window = self.say, self.window
        said = {}
        said["tray"] = {label for label in self.tray.labels() if re.search(r"[^\W\d_]{2}", label)}
        self.open_window("hours")
        window.wait_text(say("Your hours"))
        said["hours"] = self.read()
        window.find("push button", say("Edit {time}", time="11:00")).press()
        window.find("push button", say("_Remove"))
        said["hour"] = self.read()
        window.key("Escape", "ctrl+n")
        window.type("11:00", into=window.find("text", say("Time", "time of day")))
        window.find("push button", say("Use {time}", time="11:05"))
        said["new hour"] = self.read()
        window.key("Escape")
        self.go("content")
        window.find("push button", say("Try It")).press()
        window.wait_text(say("JSON with a headline and a summary"))
        window.find("toggle button", say("Details")).set(True)
        window.find("toggle button", say("Request options")).set(True)
        said["content"] = self.read()
        self.go("connections")
        window.wait_text(say("No Connections Yet"))
        said["no connections"] = self.read()
        window.find("push button", say("Add Topic")).press()
        window.find("toggle button", say("Options")).set(True)
        window.all("push button", say("_Add Topic"))[-1].press()
        window.wait_text(say("Paste the address of a topic, such as ntfy.sh/mytopic."))
        said["new topic"] = self.read()
        window.key("Escape")
        self.go("alarms")
        window.find("push button", say("Sign In…")).press()
        window.find("password text", say("_Token"))
        window.key("Return")
        window.wait_text(say("Enter the address of the service."))
        said["signing in"] = self.read()
        window.key("Escape")
        self.go("journeys")
        window.wait_text(say("No Journeys Yet"))
        said["no journeys"] = self.read()
        window.key("ctrl+n")
        window.find("combo box", say("_Timing")).choose(say("Arrive by"))
        window.wait_text(say("Carillon cannot tell yet when to leave."))
        said["new journey"] = self.read()
        window.key("Return")
        window.wait_text(say("Type where you want to go."))
        said["wrong journey"] = self.read()
        window.key("Escape")
        self.app.set(journeys=[{"id": "a", "destination": "1", "departAt": "12:42"}])
        self.app.call("Push", json.dumps({"data": {
            "type": "journey", "journeyId": "a", "event": "delay", "delayMinutes": "2"}}))
        window.find("push button", say("Edit {name}", name="1")).press()
        window.find("push button", say("_Remove"))
        said["journey"] = self.read()
        window.key("Escape")
        self.app.set(journeys=[])
        self.go("history")
        window.find("toggle button", containing="07:01").press()
        window.wait_text(say("Not shown before"))
        said["history"] = self.read()
        self.go("status")
        window.find("push button", say("Send Me a Test")).press()
        window.wait_text(say("Waiting for your click"))
        said["status"] = self.read()
        self.go("settings")
        window.find("toggle button", say("Advanced")).set(True)
        window.find("toggle button", say("_Quiet hours")).set(True)
        until("the quiet hours", lambda: window.has("text", say("Start of quiet hours")))
        said["settings"] = self.read()
        self.go("privacy")
        window.wait_text(say("Who is contacted"))
        said["privacy"] = self.read()
        self.app.ctl("skip", "1100")
        self.go("week")
        window.find("push button", containing=say("Skipped by you"))
        said["week"] = self.read()
        window.key("ctrl+question")
        window.wait_text(say("Keyboard shortcuts"))
        said["shortcuts"] = self.read()
        window.key("Escape")
        return said

    def test_no_visible_text_is_left_in_english(self):
        self.source = self.feed("1", "2")
        self.server = self.server()
        self.desktop.start_panel()
        self.tray = Tray(self.desktop)
        said = {}
        for language in ("en", "de", "es"):
            self.begin(language)
            self.clock.set(self.at(7, 1))
            self.becomes("shown", "0701")
            notification = self.server.calls[-1]
            said[language] = self.walk()
            said[language]["notification"] = set(notification.actions.values())
            self.end()
        for language in OWN:
            for place, english in said["en"].items():
                with self.subTest(place, language=language):
                    theirs = said[language][place]
                    self.assertEqual(sorted((english & theirs) - ALIKE - OWN[language]), [])
                    # Nothing was missing; two texts may have become one.
                    self.assertAlmostEqual(len(english), len(theirs), delta=2, msg=sorted(theirs))
        self.assertEqual(said["de"]["notification"],
                         {"Öffnen", "10\N{NO-BREAK SPACE}min später", "Morgen auslassen"})

    def test_every_page_fits_into_400_pixels_in_german(self):
        self.fits("de")

    def test_every_page_fits_into_400_pixels_in_spanish(self):
        self.fits("es")

    def fits(self, language):
        self.source = self.feed("1", "2")
        self.server()
        self.begin(language)
        self.open_window()
        self.window.resize(460)
        self.window.wait_gone("list item")
        for page in PAGES:
            self.go(page)
            # Without a compositor, GTK draws a frame of 5 pixels.
            self.window.resize(410)
            left, _, width, _ = self.window.find("frame").box
            self.assertLessEqual(width, 410, page)
            for role in ("push button", "toggle button", "combo box", "text", "label"):
                for widget in self.window.all(role):
                    x, _, its, _ = widget.box
                    self.assertLessEqual(x + its, left + width, (page, widget))


class TwelveHours(WindowCase):
    """In the United States."""

    def test_T1_times_are_shown_and_typed_in_the_regions_format(self):
        self.server()
        use_region(self.desktop, "en_US")
        window = self.open_window()
        window.find("push button", "Edit 6:00\N{NO-BREAK SPACE}PM Evening")
        window.wait_text("Next: today at 8:00\N{NO-BREAK SPACE}AM")
        window.key("ctrl+n")
        window.type("7:30 pm", into=window.find("text", "Time"), end="Return")
        self.eventually(lambda: "1930" in dict(self.next_occurrences()))
        window.find("push button", "Edit 7:30\N{NO-BREAK SPACE}PM")
        window.find("push button", "Edit 7:30\N{NO-BREAK SPACE}PM").press()
        self.eventually(lambda: window.has("toggle button", "Sunday"))
        days = [button.name for button in window.all("toggle button")
                if button.name.endswith("day")]
        self.assertEqual(days[:2], ["Sunday", "Monday"])
        window.resize(460)
        window.wait_gone("list item")
        window.resize(410)
        self.assertLessEqual(window.find("frame").box[2], 410)
        # Ids and data for programs stay as they are.
        self.assertEqual(self.app.state()["nextOccurrences"][0]["time"], "08:00")
