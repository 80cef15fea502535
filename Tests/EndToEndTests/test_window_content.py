"""The content page: source and text. (T4, T9, T25, T27, T28)"""

import contextlib
import json
import pathlib
import sqlite3
import threading

from harness.keyring import Keyring
from harness.site import Site, answer
from harness.window import WindowCase

SECRET = "Bearer s3cret-Zeppelin-0815"
RSS = """<?xml version="1.0"?><rss version="2.0"><channel><title>Garden</title>%s</channel></rss>"""
ITEM = """<item><title>Tea %d</title><description>At %d o'clock.</description>
<pubDate>Sat, 21 Nov 2026 %02d:20:00 GMT</pubDate></item>"""
POSTS = json.dumps({
    "posts": [{"title": "Maria offered help", "teaser": "With the garden."}], "page": "/posts/2"})


class ContentCase(WindowCase):
    """The window on the content page, with 08:00 planned from the built-in pack."""

    def setUp(self):
        super().setUp()
        self.site = Site()
        self.addCleanup(self.site.stop)

    def open(self):
        self.app.start()
        self.configure("08:00")
        self.open_window("content")
        self.eventually(lambda: self.planned("title"), self.planned)
        return self.window

    def planned(self, part="title"):
        """The text of the next notification."""
        return self.app.state()["nextOccurrences"][0].get(part)

    def config(self):
        return self.app.call("GetConfiguration")

    def source(self):
        return (self.config()["callbackProfile"] or {}).get("fetchContent")

    def field(self, name):
        return self.window.find("text", name)

    def choose_address(self):
        self.window.find("radio button", "A web address or file").press()
        return self.field("Address")

    def enter(self, address):
        """Types an address and presses a key to confirm it, which also tries it."""
        self.window.type(address, into=self.choose_address(), end="Return")

    def options(self):
        self.window.find("toggle button", "Request options").press()

    def payload(self):
        """The raw answer as shown on the page."""
        return self.window.find("label", "Full response").content

    def preview(self):
        """The text of the preview."""
        return self.window.texts(within=self.window.find("panel", "Preview"))

    def shows(self, *texts):
        """Waits until the preview contains all of these."""
        self.eventually(lambda: set(texts) <= set(self.preview()), self.preview)


class Template(ContentCase):
    def test_T9_the_preview_follows_each_key_and_typing_is_saved_at_a_pause(self):
        self.open()
        first = self.planned()
        self.shows(first, "08:00")
        self.window.wait_text("As it would look today at 08:00")
        self.window.type("Hello: ", into=self.field("Title"))
        self.shows("Hello: ")
        # The chip inserts its token at the cursor, and the pause saves.
        self.window.find("push button", "Insert Headline").press()
        self.shows(f"Hello: {first}")
        self.eventually(lambda: self.planned() == f"Hello: {first}", self.planned)
        self.assertEqual(self.config()["contentTemplate"]["title"], "Hello: {{headline}}")

    def test_T9_enter_saves_at_once_and_the_default_text_comes_back(self):
        self.open()
        first = self.planned()
        self.window.type("Now", into=self.field("Title"), end="Return")
        self.eventually(lambda: self.planned() == "Now", self.planned, timeout=2)
        self.window.find("push button", "Use Default Text").press()
        self.eventually(lambda: self.planned() == first, self.planned)
        self.assertEqual(self.field("Title").text, "{{headline}}")
        self.window.wait_gone("push button", "Use Default Text")

    def test_T9_a_text_that_is_too_long_is_counted_and_shown_shortened(self):
        self.open()
        long = "1234567890" * 6
        self.field("Title").focus()
        self.field("Title").fill(long)
        self.window.wait_text("60 of 50, shortened")
        self.shows(long[:49] + "…")
        self.field("Text").fill("x" * 200)
        self.window.wait_text("200 of 200")
        self.shows("x" * 200)
        self.eventually(lambda: self.planned() == long[:49] + "…", self.planned)

    def test_T9_an_unknown_token_is_named(self):
        self.open()
        self.field("Title").focus()
        self.field("Title").fill("For {{price}}")
        self.window.wait_text(
            "“Daily thoughts” has no “price”. [Content] is shown instead.")
        self.shows("For [Content]")
        self.eventually(lambda: "TEMPLATE_MISSING_TOKEN" in self.errors(), self.errors)

    def test_T10_the_preview_shows_text_and_no_markup(self):
        self.open()
        self.field("Title").focus()
        self.field("Title").fill("<b>Tea</b> & cake")
        self.shows("<b>Tea</b> & cake")

    def test_a_change_by_carillonctl_is_shown_and_typing_is_kept(self):
        self.open()
        done = self.app.ctl(
            "config", "set", '{"contentTemplate":{"title":"From elsewhere"}}')
        self.assertEqual(done.returncode, 0, done.stderr)
        self.eventually(lambda: self.field("Title").text == "From elsewhere")
        self.shows("From elsewhere")

    def test_a_failed_save_is_reported_and_the_old_text_is_back(self):
        self.open()
        with contextlib.closing(sqlite3.connect(self.app.database())) as lock:
            lock.execute("BEGIN IMMEDIATE")
            self.window.type("New", into=self.field("Title"), end="Return")
            self.window.wait_text("Could not save. “{{headline}}” is still set.")
            self.eventually(lambda: self.field("Title").text == "{{headline}}")
            lock.rollback()
        self.window.find("push button", "Try Again").press()
        self.eventually(lambda: self.planned() == "New", self.planned)
        self.eventually(lambda: self.field("Title").text == "New")

    def test_an_hour_with_its_own_text_is_listed_and_opens(self):
        self.open()
        self.app.set(slots=[{"hour": 8, "minute": 0}, {
            "hour": 9, "minute": 30, "contentTemplate": {"title": "Mine", "body": ""}}])
        self.window.find("push button", "09:30 has a text of its own").press()
        self.window.wait_text("Your hours")


class Source(ContentCase):
    def test_T25_a_feed_is_recognized_saved_and_shown_at_the_hour(self):
        self.open()
        items = "".join(ITEM % (hour, hour, hour) for hour in range(1, 7))
        url = self.site.page("/feed", RSS % items, ETag='"seven"')
        self.enter(url)
        self.window.wait_text("News feed (RSS) with 6 items; the newest is used")
        self.assertEqual(self.source()["url"], url)
        self.eventually(lambda: self.planned() == "Tea 6", self.planned)
        self.shows("Tea 6", "At 6 o'clock.")
        self.window.find("toggle button", "Details").press()
        for text in ["Tea 6", '"seven"', "Unchanged content is not sent again (ETag)",
                     "today at 06:20"]:
            self.window.wait_text(text)
        self.window.find("toggle button", "Full response").press()
        self.eventually(lambda: "<title>Tea 3</title>" in self.payload(), self.payload)

    def test_T25_a_failed_trial_stores_nothing_and_shows_its_reason(self):
        self.open()
        first = self.planned()
        self.site.pages["/gone"] = answer('{"error":"no such page"}', "410 Gone")
        self.enter(self.site.url("/gone"))
        self.window.wait_text("The source answered with an error (410).")
        self.window.wait_text("Not saved. Your hours keep using “Daily thoughts”.")
        self.assertIsNone(self.source())
        self.shows(first)
        self.window.find("toggle button", "Details").press()
        self.window.wait_text("FETCH_STATUS: 410")
        self.window.wait_text("status 410")
        self.window.find("toggle button", "Full response").press()
        self.eventually(lambda: "no such page" in self.payload(), self.payload)
        self.assertNotIn("FETCH_STATUS", self.errors())
        # The user may insist.
        self.window.find("push button", "Use It Anyway").press()
        self.eventually(lambda: (self.source() or {}).get("url") == self.site.url("/gone"), self.source)
        self.eventually(lambda: "FETCH_STATUS" in self.errors(), self.errors)
        self.shows("(headline)", "(summary)")
        self.window.wait_text("Nothing is shown until there is content.")
        self.window.find("radio button", "Daily thoughts").press()
        self.eventually(lambda: self.source() is None)
        self.eventually(lambda: self.planned() == first, self.planned)

    def test_T25_an_address_without_a_scheme_is_completed(self):
        self.open()
        url = self.site.page("/a", '{"headline":"A","summary":"B"}')
        self.enter(url.removeprefix("http://"))
        self.window.wait_text("JSON with a headline and a summary")
        self.window.wait_text("Saved. It is fetched again before each hour.")
        self.assertEqual(self.field("Address").text, url)
        self.assertEqual(self.source()["url"], url)

    def test_T25_a_page_offers_its_feed(self):
        self.open()
        feed = self.site.page("/blog/feed", RSS % (ITEM % (6, 6, 6)))
        page = self.site.page("/blog/", """<!DOCTYPE html><html><head><title>Garden</title>
            <link rel="alternate" type="application/rss+xml" title="All posts" href="feed">
            </head><body>Hello</body></html>""")
        self.enter(page)
        self.window.wait_text("This is a web page, and it has a feed")
        self.window.wait_text("All posts")
        self.assertIsNone(self.source())
        self.window.find("push button", containing="Use the feed").press()
        self.window.wait_text("News feed (RSS) with 1 item")
        self.eventually(lambda: self.planned() == "Tea 6", self.planned)
        self.assertEqual(self.source()["url"], feed)

    def test_T25_pointers_do_not_come_along_to_another_address(self):
        self.open()
        posts = self.site.page("/posts", POSTS)
        self.enter(posts)
        self.window.wait_text("Carillon found no headline or summary in this JSON")
        self.window.type("/posts/0/title", into=self.field("Headline is at"), end="Return")
        self.eventually(lambda: self.planned() == "Maria offered help", self.planned)
        self.window.type(
            self.site.page("/feed", RSS % (ITEM % (6, 6, 6))), into=self.field("Address"),
            end="Return")
        self.window.wait_text("News feed (RSS) with 1 item")
        self.eventually(lambda: self.planned() == "Tea 6", self.planned)
        self.assertNotIn("pointers", self.source())
        self.window.wait_text(
            f"The paths that you chose for {posts} were put aside. They come back with that address.")
        self.window.type(posts, into=self.field("Address"), end="Return")
        self.window.wait_text("The paths that you chose for this address are back.")
        self.eventually(lambda: self.planned() == "Maria offered help", self.planned)

    def test_the_page_is_no_wider_than_is_comfortable(self):
        self.open()
        self.window.resize(1200, 600)
        self.eventually(lambda: 500 < self.field("Text").box[2] <= 600, lambda: self.field("Text").box)

    def test_T9_a_long_preview_moves_nothing(self):
        self.open()
        def place():
            return self.field("Title").box
        before = place()
        self.field("Text").focus()
        self.field("Text").fill("word " * 60)
        self.window.wait_text("300 of 200, shortened")
        self.assertEqual(place(), before)

    def test_T25_a_dead_server_is_named(self):
        self.open()
        dead = Site()
        url = dead.url("/")
        dead.stop()
        self.enter(url)
        self.window.wait_text("127.0.0.1 cannot be reached")
        self.window.find("push button", "Try Again")

    def test_T25_a_trial_can_be_canceled_and_its_answer_is_ignored(self):
        self.open()
        given_up = threading.Event()
        came = []

        def slow(connection, _asked):
            given_up.wait(20)
            connection.sendall(answer('{"headline":"Too late"}'))
            came.append(True)

        self.site.pages["/slow"] = slow
        self.addCleanup(given_up.set)
        self.enter(self.site.url("/slow"))
        self.window.wait_text("Asking 127.0.0.1…")
        self.window.find("push button", "Cancel").press()
        self.window.find("push button", "Try It")
        self.window.wait_gone("label", containing="Asking")
        given_up.set()
        self.eventually(lambda: came)
        self.assertIsNone(self.source())
        self.assertFalse(self.window.has("label", containing="Tried"))
        self.assertFalse(self.window.has("push button", "Try Again"))

    def test_T25_what_is_refused_after_the_window_was_closed_opens_it_again(self):
        self.open()
        self.site.pages["/daily"] = '{"headline":"Tea","summary":"At five."}'
        self.window.type(self.site.url("/daily"), into=self.choose_address())
        with contextlib.closing(sqlite3.connect(self.app.database())) as lock:
            lock.execute("BEGIN IMMEDIATE")
            # Leaving the page tries the address.
            self.window.key("ctrl+w")
            self.eventually(lambda: not self.desktop.windows())
            self.window.wait_text("The source could not be saved.")
            lock.rollback()
        self.assertIsNone(self.source())

    def test_T25_an_address_that_works_is_saved_after_the_window_was_closed(self):
        self.open()
        asked, go_on = threading.Event(), threading.Event()

        def slow(connection, _asked):
            asked.set()
            go_on.wait(20)
            connection.sendall(answer('{"headline":"Tea","summary":"At five."}'))

        self.site.pages["/slow"] = slow
        self.addCleanup(go_on.set)
        self.enter(self.site.url("/slow"))
        self.assertTrue(asked.wait(10))
        self.window.key("ctrl+w")
        self.eventually(lambda: not self.desktop.windows())
        go_on.set()
        self.eventually(lambda: (self.source() or {}).get("url") == self.site.url("/slow"))
        self.assertFalse(self.desktop.windows())

    def test_T25_a_refused_address_says_why_below_its_field(self):
        self.open()
        for address, reason in [
            ("http://example.org/feed",
             "Only this computer can be reached without encryption. Begin with https."),
            ("ftp://example.org", "Web addresses begin with https://, files with file:///."),
            ("https://me:pw@example.org/",
             "An address must not contain a user name or password. Use a secret header instead."),
        ]:
            self.enter(address)
            self.window.wait_text(reason)
            self.assertIsNone(self.source())
            self.assertEqual(self.field("Address").text, address)
        self.field("Address").fill("https://")
        self.window.wait_gone("label", containing="name or password")

    def test_T25_json_that_is_not_content_asks_for_pointers_and_shows_their_values(self):
        self.open()
        self.enter(self.site.page("/posts", POSTS))
        self.window.wait_text("Carillon found no headline or summary in this JSON")
        # Typed, and wrong at first.
        self.window.type("posts/0/title", into=self.field("Headline is at"), end="Return")
        self.window.wait_text("Enter a path such as /items/0/title.")
        self.window.type("/posts/0/title", into=self.field("Headline is at"), end="Return")
        self.window.wait_text("JSON, read from the paths below")
        self.window.wait_text("There is no summary; the body stays empty.")
        self.eventually(lambda: self.planned() == "Maria offered help", self.planned)
        self.assertEqual(self.planned("body"), "")
        # Chosen from the answer.
        self.window.find("toggle button", "Choose the Summary").focus()
        self.window.key("space", "Down", "Return")
        self.eventually(lambda: self.planned("body") == "With the garden.", self.planned)
        self.assertEqual(
            self.source()["pointers"],
            {"headline": "/posts/0/title", "summary": "/posts/0/teaser"})

    def test_T25_a_post_sends_its_body_which_is_checked_while_typing(self):
        self.open()
        url = self.site.page("/ask", '{"headline":"Asked","summary":"And answered."}')
        self.enter(url)
        self.window.wait_text("JSON with a headline and a summary")
        self.options()
        self.window.find("combo box", "Method").choose("POST")
        body = self.field("Body (JSON)")
        body.focus()
        body.fill('{"topic": ')
        self.window.wait_text("This is not valid JSON.")
        body.fill('{"topic": "tea", "many": 2}')
        self.window.wait_gone("label", "This is not valid JSON.")
        self.field("Address").focus()
        self.eventually(lambda: self.source().get("bodyJson") == {"topic": "tea", "many": 2},
                        self.source)
        self.window.find("combo box", "Timeout").choose("30 seconds")
        self.eventually(lambda: self.source()["timeoutMs"] == 30000, self.source)
        self.window.find("push button", "Try It").press()
        self.window.wait_text("JSON with a headline and a summary")
        self.eventually(lambda: any(
            (asked.method, json.loads(asked.body or b"0")) == (
                "POST", {"topic": "tea", "many": 2}) for asked in self.site.asked))
        # The member removed from the body is removed from the stored one too.
        body.focus()
        body.fill('{"many": 3}')
        self.field("Address").focus()
        self.eventually(lambda: self.source().get("bodyJson") == {"many": 3}, self.source)

    def test_everything_is_reached_by_tab_in_visual_order(self):
        self.open()
        self.enter(self.site.page("/a", '{"headline":"A","summary":"B"}'))
        self.window.wait_text("JSON with a headline and a summary")
        self.field("Address").focus()
        way = self.window.tab_walk()
        wanted = [
            ("push button", "Choose a File…"), ("push button", "Try Again"),
            ("toggle button", "Details"), ("toggle button", "Request options"),
            ("text", "Title"), ("text", "Text"), ("push button", "Insert Headline")]
        self.assertEqual([each for each in way if each in wanted], wanted, way)
        self.assertIn(("radio button", "A web address or file"), way)
        self.assertNotIn(None, way)

    def test_T24_back_to_the_pack_the_service_still_gets_reports(self):
        self.open()
        told = {"method": "POST", "url": self.site.page("/ack", "", status="204 No Content")}
        self.app.set(callbackProfile={
            "fetchContent": {"method": "GET", "url": self.site.page("/a", '{"headline":"A"}')},
            "ackDelivery": told})
        self.window.wait_text("Your service is told what was shown")
        self.eventually(lambda: self.planned() == "A", self.planned)
        self.window.find("radio button", "Daily thoughts").press()
        self.eventually(lambda: self.source() is None)
        self.assertEqual(self.config()["callbackProfile"]["ackDelivery"]["url"], told["url"])
        self.eventually(lambda: self.planned() not in (None, "A"), self.planned)


class Secrets(ContentCase):
    def give_secret(self):
        """Types a secret header for a page that requires it."""
        def page(connection, asked):
            good = asked.headers.get("authorization") == SECRET
            body = json.dumps({"headline": "Let in", "summary": "", "you": asked.headers})
            connection.sendall(answer(body) if good else answer(status="401 Unauthorized"))

        self.site.pages["/mine"] = page
        self.enter(self.site.url("/mine"))
        self.window.wait_text("The source answered with an error (401).")
        self.options()
        self.window.find("push button", "Add a Header…").press()
        self.window.type("Authorization", into=self.field("Header name"), end="Tab")
        # The name alone suggests a secret.
        self.eventually(lambda: self.window.find("check box", "Secret").is_on)
        value = self.window.find("password text", "Header value")
        self.window.type(SECRET, into=value, end="Return")
        self.eventually(lambda: "headers" in (self.source() or {}), self.source)
        self.eventually(lambda: self.planned() == "Let in", self.planned)

    def is_nowhere(self):
        """Checks that no answer, no file and no log contains it."""
        for text in [json.dumps(self.config()), json.dumps(self.app.state()), self.app.log]:
            self.assertNotIn(SECRET, text)
        source = self.source()["headers"]["Authorization"]
        self.assertEqual(list(source), ["secretReference"])
        # Including the write-ahead log.
        for file in pathlib.Path(self.app.database()).parent.iterdir():
            self.assertNotIn(SECRET.encode(), file.read_bytes(), file.name)

    def test_T27_a_secret_header_is_sent_and_never_shown_again(self):
        self.open()
        self.window.wait_text("What is stored is not encrypted")
        self.give_secret()
        self.is_nowhere()
        self.window.wait_text("No keyring found. Secrets are kept only until Carillon quits.")
        value = self.window.find("password text", "Header value")
        self.eventually(lambda: value.text == "", lambda: value.text)
        # A secret echoed by a service is not shown here.
        self.window.find("push button", "Try Again").press()
        self.window.wait_text("JSON with a headline and a summary")
        self.window.find("toggle button", "Details").press()
        self.window.find("toggle button", "Full response").press()
        self.eventually(lambda: "•••" in self.payload(), self.payload)
        self.assertNotIn(SECRET.split()[1], self.payload())

    def test_T27_with_a_keyring_the_secret_is_stored_there_and_deleted_with_its_header(self):
        keyring = Keyring(self.desktop).start()
        self.open()
        self.window.wait_text("What is stored is encrypted")
        self.give_secret()
        self.is_nowhere()
        self.window.wait_text("Secrets are stored in your keyring and never shown again.")
        self.eventually(lambda: len(keyring.items(kind="secret")) == 1)
        # Going back to the pack would delete it, which needs confirmation.
        self.window.find("radio button", "Daily thoughts").press()
        self.window.wait_text("The secret for “Authorization” will be forgotten.")
        self.assertIsNotNone(self.source())
        self.window.find("radio button", "A web address or file").press()
        self.window.wait_gone("push button", "Switch and Forget")
        self.window.find("push button", "Remove This Header").press()
        # Without it, the service lets nobody in.
        self.window.find("push button", "Use It Anyway").press()
        self.eventually(lambda: "headers" not in self.source(), self.source)
        self.eventually(lambda: keyring.items(kind="secret") == [])
