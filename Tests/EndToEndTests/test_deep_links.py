"""Links to Carillon's pages: while it runs and when it does not, and those it refuses. (D5, D4, B16)"""

import contextlib
import json
import sqlite3

from harness.bus import BusError
from harness.window import WindowCase

ALARM, ORDER, MACHINE = "/alarms/uuid-1", "/work-orders/wo-1", "/assets/pump-5"
ALL, BREW = "/notifications", "firstcrack://brew/7/live"
# The page of the sidebar that each leads to, and whether it is a subpage of it.
PAGES = {"hours": ("Hours", False), "week": ("Hours", True), "content": ("Content", False),
         "connections": ("Connections", False), "alarms": ("Alarms", False), "journeys": ("Journeys", False),
         "history": ("History", False), "status": ("Status", False),
         "settings": ("Settings", False), "privacy": ("Settings", True)}

INVALID, UNKNOWN = "org.carillon.Error.InvalidArgument", "org.carillon.Error.NotFound"


class LinkCase(WindowCase):

    def setUp(self):
        super().setUp()
        self.notifications = self.server()
        self.app.start()
        self.met()

    def prepare(self):
        """Has something of each kind that a link may lead to."""
        pump = {"assetId": "pump-5", "asset": "Pump 5"}
        for data in (
                {"type": "alarm", "alarmId": "uuid-1", "severity": "critical", "title": "Too hot",
                 "body": "Look at it", **pump},
                {"type": "work_order", "workOrderId": "wo-1", "title": "Change the seal",
                 "body": "Look at it", **pump},
                {"type": "alarm", "alarmId": "uuid-2", "severity": "warning", "title": "Too loud",
                 "body": "Look at it", "assetId": "fan-1", "asset": "Fan 1"},
                {"type": "brew_stage", "stage": "brewing", "brewId": "brew_7"}):
            self.app.call("Push", json.dumps({"data": data}))
        self.notifications.wait(4)
        self.eventually(lambda: {entry["status"] for entry in self.app.history()} == {"shown"},
                        self.app.history)

    @property
    def entry_link(self):
        return f"carillon://history/{self.app.history(limit=1)[0]['requestId']}"

    def selected(self):
        return next((row.name.split(",")[0] for row in self.window.all("list item")
                     if "selected" in row.states), None)

    def is_page(self, name, is_subpage=False):
        self.eventually(lambda: self.selected() == name, self.selected)
        self.eventually(lambda: self.window.has("push button", "Back") == is_subpage)

    def shows(self, link):
        """Waits for what a link names; it must name one of the kinds above."""
        if link.startswith("carillon://history/"):
            self.window.find("push button", "Copy as Text")
        elif link.startswith("carillon://settings/"):
            self.is_page(*PAGES[link.rsplit("/", 1)[1]])
        elif link == MACHINE:
            self.window.wait_text("Only what is about Pump 5")
        elif link == ALL:
            self.is_page("History")
        else:
            title = {ALARM: "Too hot", ORDER: "Change the seal", BREW: "Espresso"}[link]
            self.window.find("frame", containing=title)


class Warm(LinkCase):

    def test_D5_while_it_runs_each_link_opens_what_it_names(self):
        self.prepare()
        links = [ALARM, MACHINE, ORDER, ALL, BREW]
        links += [f"carillon://settings/{page}" for page in PAGES] + [self.entry_link]
        for link in links:
            with self.subTest(link=link):
                self.app.call("Open", link)
                self.shows(link)
        self.app.refusal("Open", "carillon://alarms/uuid-1")

    def test_D5_a_second_start_hands_its_link_over(self):
        self.prepare()
        for link in (ALARM, MACHINE, "carillon://settings/status"):
            with self.subTest(link=link):
                self.assertEqual(self.app.launch(link).wait(10), 0)
                self.shows(link)
        self.assertEqual(self.app.launch("/alarms/../uuid-1").wait(10), 1)

    def test_D4_a_click_on_what_a_former_process_has_shown_opens_what_it_is_about(self):
        self.prepare()
        calls = {call.summary: call for call in self.notifications.calls}
        self.app.kill()
        self.app.start()
        self.met()
        self.notifications.invoke(calls["Too hot"])
        self.shows(ALARM)
        self.notifications.invoke(calls["Change the seal"], "view")
        self.shows(ORDER)

    def test_D4_a_click_follows_the_link_of_its_message(self):
        self.app.call("Push", json.dumps({"data": {
            "type": "alarm", "alarmId": "uuid-1", "severity": "critical", "title": "Too hot",
            "assetId": "pump-5", "asset": "Pump 5", "deepLink": MACHINE}}))
        self.notifications.invoke(self.notifications.wait(1))
        self.shows(MACHINE)
        self.assertEqual(len(self.window.all("frame")), 1)


class Cold(LinkCase):

    def test_D5_each_kind_of_link_starts_the_program_and_leads_there(self):
        self.prepare()
        for link in (ALARM, ORDER, MACHINE, ALL, BREW, "carillon://settings/alarms",
                     self.entry_link):
            with self.subTest(link=link):
                self.app.quit()
                self.app.start(link, hidden=False)
                self.shows(link)

    def test_T20_D5_a_refused_link_starts_the_program_which_says_so_in_its_window(self):
        for link, said in (("/alarms/../uuid-1", "Carillon does not open this link."),
                           ("https://user:hunter2@host.example/", "Carillon does not open this link."),
                           ("/alarms/unheard-of", "Carillon knows nothing about that yet.")):
            with self.subTest(link=link):
                self.app.quit()
                self.app.start(link, hidden=False)
                self.window.wait_text(said)
        self.app.quit()
        self.app.start("/alarms/../uuid-1", hidden=True)
        self.assertEqual(self.desktop.windows(), [])
        self.assertTrue(self.app.answers_within(5))


def spoiled(link):
    """Links that look like this one and are none."""
    return [
        *(before + link for before in (
            " ", "\t", "\n", "\x01", "\x1b[2J", "\u00a0", "\u202e", "\u2066", "\u200b", "\ufeff", "<", "'",
            "file://", "javascript:", "http://evil.example", "view-source:", "@", "%2f")),
        *(link + after for after in (
            " ", "\n", "\r\n", "\x01", "\x7f", "\x1b]0;evil\x07", "\u202e", "\u200b", "\u0301", "?", "?x=1",
            "?url=https://evil.example", "#", "#evil", ";evil", "//", "/..", "/../evil", "/.", "/%2e%2e",
            "%00", "%0a", "%20", "%252e", "\\", "\\..\\evil", "&evil=1", "'", '"', "`id`", "$(id)", "|id",
            "<script>", "*", "~", ",", "!", "+", "=", ":80", "\u0430", "\uff11", "\u0661", "\U0001f514"))]


SINGLE = [
    "", "/", "//", "///", ".", "..", "/..", "../alarms/uuid-1", "./alarms/uuid-1", "alarms/uuid-1",
    # Without an id, or with one that is none.
    "/alarms", "/alarms/", "/alarms//", "/alarms//uuid-1", "//alarms/uuid-1", "/work-orders",
    "/work-orders/", "/assets", "/assets/", "/alarms/.", "/alarms/..", "/alarms/uuid 1", "/alarms/@",
    "/alarms/uuid@1", "/assets/pump@5", "/alarms/%75uid-1", "/alarms/uuid%2D1", "/alarms/uuid-1/x",
    "/alarms/uuid-1/acknowledge", "/alarms/uuid-1/ack", "/work-orders/wo-1/assign", "/notifications/1",
    "carillon://history/", "carillon://history/-1", "carillon://history/+1", "carillon://history/0x1",
    "carillon://history/1.0", "carillon://history/1e3", "carillon://history/NaN",
    "carillon://history/9999999999999999999", "carillon://history/99999999999999999999999999",
    # Ours, and nothing that it knows.
    "carillon:", "carillon:/", "carillon://", "carillon:///", "carillon:settings/alarms",
    "carillon:/settings/alarms", "carillon:///settings/alarms", "carillon://settings",
    "carillon://settings/", "carillon://settings/secrets", "carillon://settings/alarms/uuid-1",
    "carillon://quit", "carillon://run/7", "carillon://delete-all/DELETE", "carillon://pair/evil",
    "carillon://alarms/uuid-1", "carillon://work-orders/wo-1", "carillon://assets/pump-5",
    "carillon://notifications", "carillon:/alarms/uuid-1", "firstcrack:", "firstcrack://",
    "firstcrack://brew", "firstcrack://brew/", "firstcrack://brew/7/stop", "firstcrack://brew/7/live/x",
    "firstcrack://beans/7", "firstcrack://alarms/uuid-1", "firstcrack://settings/alarms",
    "/settings/alarms", "/history/1", "/brew/7", "/ALARMS/uuid-1", "/Alarms/uuid-1", "/Notifications",
    # With names, passwords and ports.
    "carillon://user@settings/alarms", "carillon://user:hunter2@settings/alarms",
    "carillon://settings:80/alarms", "carillon://[::1]/settings/alarms", "firstcrack://me:hunter2@brew/7",
    "https://user:hunter2@dcmms.example/alarms/uuid-1", "//user@alarms/uuid-1",
    # Other schemes.
    "http://alarms/uuid-1", "https://app.dcmms.com/alarms/uuid-1",
    "file:///etc/passwd", "/etc/passwd", "data:text/html,<h1>evil", "javascript:alert(1)",
    "vbscript:evil", "mailto:evil@evil.example", "tel:+15550100", "sms:+15550100", "ssh://evil.example",
    "smb://evil.example/share", "ftp://evil.example/", "trash:///", "admin:///etc/shadow", "blob:evil",
    "about:blank", "intent://alarms/uuid-1#Intent;end", "x-carillon://settings/alarms",
    "carillon2://settings/alarms", "carillon.evil://settings/alarms", "org.carillon://alarms",
    "carillon+ssh://settings/alarms", "://settings/alarms", ":alarms", "C:\\alarms\\uuid-1",
    "\\\\evil\\alarms", "\\alarms\\uuid-1", "--settings", "-h", "{}", "null",
    '{"deepLink":"/alarms/uuid-1"}',
    # Long ones.
    "/alarms/" + "a" * 129, "/alarms/" + "a" * 300, "/" * 300, "/alarms/" + "a/" * 120,
    "/alarms/" + "../" * 80, "/alarms/" + "%2e" * 80, "carillon://settings/" + "x" * 65_536,
    "carillon" * 1000 + "://settings/alarms", "\u202e" * 10_000, "/alarms/" + "\u0301" * 5000,
    "x" * (1 << 20),
]

# Well-formed, and about what nobody has heard of.
NOBODYS = ["/alarms/unheard-of", "/alarms/wo-1", "/work-orders/uuid-1", "/work-orders/unheard-of",
           "/alarms/" + "a" * 128, "/alarms/-", "/alarms/_", "firstcrack://brew/8/live",
           "firstcrack://brew/unheard_of"]


class Hostile(LinkCase):

    def everything(self):
        """All that is stored, but for the record of what was refused, and when anything last happened."""
        with contextlib.closing(sqlite3.connect(
                f"file:{self.app.database()}?mode=ro", uri=True)) as database:
            tables = [name for name, in database.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
            return {table: sorted(repr(row) for row in database.execute(f'SELECT * FROM "{table}"')
                                  if row[0] != "last-event")
                    for table in tables if table not in ("events", "sqlite_sequence")}

    def test_D5_more_than_200_hostile_links_are_refused_in_words_and_change_nothing(self):
        self.prepare()
        wrong = [each for link in (ALARM, ORDER, MACHINE, ALL, BREW, "carillon://settings/alarms",
                                   self.entry_link) for each in spoiled(link)] + SINGLE
        self.assertEqual(len(wrong), len(set(wrong)))
        self.assertGreaterEqual(len(SINGLE), 100)
        self.assertGreaterEqual(len(wrong), 500)
        before, pid, state = self.everything(), self.app.pid, self.app.state()
        logged = self.app.log.count("LINK_REFUSED")
        for link in wrong:
            with self.subTest(link=link[:60]):
                name, said = self.app.refusal("Open", link)
                self.assertEqual((name, said), (INVALID, "deepLink: is no link that Carillon opens"))
        for link in NOBODYS:
            with self.subTest(link=link[:60]):
                self.assertEqual(self.app.refusal("Open", link),
                                 (UNKNOWN, "Carillon knows nothing about that yet."))
        with self.assertRaises(BusError):
            self.app.call("Open", "x" * (2 << 20))
        self.assertEqual(self.app.pid, pid)
        self.assertEqual(self.desktop.windows(), [])
        self.assertEqual(self.everything(), before)
        after = self.app.state()
        for report in (state, after):
            # What was refused is counted.
            del report["lastErrors"], report["metrics"]
        self.assertEqual(after, state)
        self.eventually(
            lambda: self.app.log.count("LINK_REFUSED") == logged + len(wrong),
            lambda: self.app.log.count("LINK_REFUSED") - logged)
        self.assertNotIn("evil", self.app.log)
        self.assertNotIn("hunter2", self.app.log)
        # What opens nothing proves something only where something could have been opened.
        self.app.call("Open", ALARM)
        self.shows(ALARM)

    def test_D5_a_message_with_a_hostile_link_opens_its_own_window_only(self):
        hostile = ["/alarms/../uuid-2", "javascript:alert(1)", "file:///etc/passwd", "carillon://quit",
                   "/alarms/uuid-2?x=1", "\u202e/alarms/uuid-2", "/alarms/unheard-of"]
        for number, link in enumerate(hostile, 1):
            self.app.call("Push", json.dumps({"data": {
                "type": "alarm", "alarmId": f"h{number}", "severity": "critical",
                "title": f"Hostile {number}", "deepLink": link}}))
        self.notifications.wait(len(hostile))
        for number, shown in enumerate(list(self.notifications.calls), 1):
            with self.subTest(link=hostile[number - 1]):
                self.notifications.invoke(shown, "view" if number % 2 else "default")
                self.window.find("frame", containing=shown.summary)
                self.assertEqual(len(self.window.all("frame")), number)
