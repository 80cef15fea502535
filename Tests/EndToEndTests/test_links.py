"""The article that content leads to, opened in the user's browser. (T34)"""

import json
import pathlib
import unittest

from harness.browser import Browser
from harness.site import Site
from harness.tray import Tray
from harness.window import WindowCase

ARTICLE = "https://press.example/news?p=815&cat=3#part%202"


class Links(WindowCase):
    def setUp(self):
        super().setUp()
        self.browser = Browser(self.desktop)
        self.site = Site()
        self.addCleanup(self.site.stop)

    def rings(self, link=ARTICLE):
        """Starts, and lets content with this link ring at 08:00."""
        self.clock.set(self.at(7, 59, 50))
        self.app.start()
        self.met()
        url = self.serve(link)
        document = self.document("08:00")
        document["callbackProfile"] = {"fetchContent": {"method": "GET", "url": url}}
        done = self.app.ctl("configure", "-", input=json.dumps(document))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.eventually(lambda: self.app.state()["nextOccurrences"][0].get("title"))
        self.clock.set(self.at(8))
        self.becomes("shown")

    def serve(self, link):
        content = {"headline": "News", "summary": "Much is new", "link": link}
        return self.site.page("/news", json.dumps(content), Content_Type="application/json")

    def ring_now(self, link, minute):
        """Fetches content with this link, and shows it at this minute after eight."""
        self.clock.set(self.at(8, minute))
        self.serve(link)
        for command in ("run-now", "deliver"):
            done = self.app.ctl(command)
            self.assertEqual(done.returncode, 0, done.stderr)

    def opens(self, *addresses):
        """Waits until the browser was asked to open exactly these, so far."""
        self.eventually(lambda: self.browser.opened() == list(addresses), self.browser.opened)

    def test_T34_open_of_the_popup_opens_the_article(self):
        self.desktop.start_notifyd()
        self.rings()
        self.desktop.wait_popup("News")
        self.desktop.click("Open")
        self.opens(ARTICLE)
        self.answered("OPEN")
        self.assertEqual(self.desktop.windows(), [], "the article is all that opens")

    def test_T34_a_click_on_the_body_opens_the_article(self):
        server = self.server()
        self.rings()
        shown = server.calls[-1]
        self.assertEqual(shown.actions["default"], "Open")
        server.invoke(shown)
        self.opens(ARTICLE)
        self.answered("OPEN")
        self.assertEqual(self.desktop.windows(), [], "the article is all that opens")

    def test_T34_after_a_restart_the_popup_still_opens_the_article(self):
        server = self.server()
        self.rings()
        shown = server.calls[-1]
        for end in (self.app.quit, self.app.kill):
            end()
            self.app.start()
            self.met()
        server.invoke(shown)
        self.opens(ARTICLE)
        self.answered("OPEN")

    def test_T34_a_popup_clicked_while_the_app_is_closed_leaves_the_article_in_the_history(self):
        server = self.server()
        self.rings()
        shown = server.calls[-1]
        self.app.quit()
        server.invoke(shown)
        self.app.start()
        self.met()
        self.assertEqual(self.entry("0800")["link"], ARTICLE)
        self.assertEqual(self.browser.opened(), [])

    def test_T34_the_history_opens_the_article(self):
        server = self.server()
        self.rings()
        server.close(server.calls[-1])
        self.open_window("history")
        self.window.find("toggle button", containing="News").press()
        self.window.find("push button", "Open press.example").press()
        self.opens(ARTICLE)
        self.window.find("push button", "Open press.example").press()
        self.opens(ARTICLE, ARTICLE)

    def test_T34_the_tray_opens_the_article_of_what_was_shown_last(self):
        self.server()
        self.desktop.start_panel()
        self.rings()
        tray = Tray(self.desktop)
        tray.choose("Open “News”")
        self.opens(ARTICLE)
        self.answered("OPEN")

    def test_T34_a_hostile_link_opens_nothing_and_has_no_open(self):
        server = self.server()
        self.desktop.start_panel()
        hostile = [
            "javascript:alert(1)", "file:///etc/passwd", "data:text/html,<h1>hello",
            "https://user:password@press.example/", "https://user@press.example/",
            "https://press.example/" + "a" * 4000]
        self.rings(hostile[0])
        for number, link in enumerate(hostile):
            with self.subTest(link=link[:40]):
                if number:
                    self.ring_now(link, minute=2 * number)
                # The text is shown all the same, and a click on it leads to its row.
                shown = server.wait(number + 1)
                self.assertEqual(shown.summary, "News")
                report = self.app.ctl_json("try-fetch", self.site.url("/news"))
                self.assertNotIn("link", report)
                self.assertNotIn("link", self.app.state()["last"])
                self.assertNotIn("link", self.app.history(limit=1)[0])
                server.invoke(shown, stays=True)
                self.window.find("push button", "Copy as Text")
                self.assertFalse(self.window.has("push button", containing="Open press"))
                Tray(self.desktop).choose("Open “News”")
                self.window.find("push button", "Copy as Text")
                self.assertEqual(self.browser.opened(), [])
                server.close(shown)
                self.go("hours")
        # What opens nothing proves something only where something could have been opened.
        self.ring_now(ARTICLE, minute=30)
        server.invoke(server.wait(len(hostile) + 1))
        self.opens(ARTICLE)

    def test_T34_without_a_browser_the_window_says_so_and_shows_the_row(self):
        server = self.server()
        (self.desktop.home / ".config/mimeapps.list").unlink()
        (self.desktop.home / ".local/share/applications/stand-in-browser.desktop").unlink()
        # The browsers of this machine are no part of the test, but its icons are.
        share = self.desktop.folder / "share"
        share.mkdir()
        for each in pathlib.Path("/usr/share").iterdir():
            if each.name != "applications":
                (share / each.name).symlink_to(each)
        self.desktop.environment["XDG_DATA_DIRS"] = str(share)
        self.rings()
        server.invoke(server.calls[-1])
        self.window.find("push button", "Open press.example")
        self.window.wait_text("No program on this computer opens web addresses.")


if __name__ == "__main__":
    unittest.main()
