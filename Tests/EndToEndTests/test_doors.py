"""The bus interface and carillonctl: each call, with and without the app. (SPEC §6)"""

import json
import pathlib
import re
import sqlite3
import subprocess
import time
import unittest

from gi.repository import Gio, GLib

from harness.app import APPLICATION, DOOR, NAME, PATH
from harness.bus import BusError
from harness.case import TEMPLATE, CarillonCase
from harness.processes import until

METHODS = {
    "RequestPermissions": ("", "s"), "Configure": ("s", "s"), "GetConfiguration": ("", "s"),
    "Set": ("s", "s"), "CommandDone": ("ss", ""), "RunFullPipelineNow": ("", "s"),
    "DeliverStoredNow": ("s", "s"), "GetState": ("", "s"), "Reschedule": ("", ""),
    "Pause": ("s", "s"), "SkipNext": ("s", "s"), "Unskip": ("s", "s"), "SendTest": ("", "s"),
    "Export": ("h", "s"), "DeleteAll": ("s", ""), "Push": ("s", "s"), "Open": ("s", ""),
    "Respond": ("ss", "s"), "GetHistory": ("s", "s"), "Explain": ("s", "s"), "TryFetch": ("s", "s"),
}
SIGNALS = {"StateChanged", "Delivered", "Responded", "MessageReceived", "ErrorReported", "Command",
           "TestStep", "Pressed"}

# Marks that have to be sorted, which takes a time that grows with the square of their number.
MARKS = "a" + "\u0344" * 100_000 + "\u0316" * 100_000
TIMES = [{"hour": 9, "minute": 0}]
GOOD = {"times": TIMES, "storage": "private", "contentTemplate": TEMPLATE}
FETCH = {"method": "GET", "url": "https://example.org/"}


def without(key):
    return {name: value for name, value in GOOD.items() if name != key}


# (the name in the refusal, the document)
MALFORMED = [
    ("times", without("times")),
    ("times", {**GOOD, "times": []}),
    ("times", {**GOOD, "times": "08:00"}),
    ("times[0]", {**GOOD, "times": [8]}),
    ("times[0].hour", {**GOOD, "times": [{"minute": 0}]}),
    ("times[0].hour", {**GOOD, "times": [{"hour": 24, "minute": 0}]}),
    ("times[0].hour", {**GOOD, "times": [{"hour": "8", "minute": 0}]}),
    ("times[0].hour", {**GOOD, "times": [{"hour": 8.5, "minute": 0}]}),
    ("times[0].minute", {**GOOD, "times": [{"hour": 8, "minute": 60}]}),
    ("times[0].minute", {**GOOD, "times": [{"hour": 8, "minute": -1}]}),
    ("times[0].second", {**GOOD, "times": [{"hour": 8, "minute": 0, "second": 0}]}),
    ("times[1]", {**GOOD, "times": TIMES + TIMES}),
    ("storage", without("storage")),
    ("storage", {**GOOD, "storage": "cloud"}),
    ("contentTemplate", without("contentTemplate")),
    ("contentTemplate", {**GOOD, "contentTemplate": "{{headline}}"}),
    ("contentTemplate.title", {**GOOD, "contentTemplate": {"body": "x"}}),
    ("contentTemplate.body", {**GOOD, "contentTemplate": {"title": "x", "body": 1}}),
    ("ttlSeconds", {**GOOD, "ttlSeconds": 0}),
    ("ttlSeconds", {**GOOD, "ttlSeconds": 2_592_001}),
    ("ttlSeconds", {**GOOD, "ttlSeconds": 600}),  # below 60 × lead + 60
    ("prefetchLeadMinutes", {**GOOD, "ttlSeconds": 600}),  # both are named
    ("prefetchLeadMinutes", {**GOOD, "prefetchLeadMinutes": 181}),
    ("prefetchLeadMinutes", {**GOOD, "prefetchLeadMinutes": "20"}),
    ("timezone", {**GOOD, "timezone": "Mars/Olympus"}),
    ("timezone", {**GOOD, "timezone": "../../etc/passwd"}),
    ("timezone", {**GOOD, "timezone": 1}),
    ("callbackProfile", {**GOOD, "callbackProfile": []}),
    ("callbackProfile.fetchContent", {**GOOD, "callbackProfile": {"fetchContent": "x"}}),
    ("callbackProfile.fetchContent.url",
     {**GOOD, "callbackProfile": {"fetchContent": {"method": "GET"}}}),
    ("callbackProfile.fetchContent.url",
     {**GOOD, "callbackProfile": {"fetchContent": {**FETCH, "url": "http://example.org/"}}}),
    ("callbackProfile.fetchContent.url",
     {**GOOD, "callbackProfile": {"fetchContent": {**FETCH, "url": "ftp://example.org/"}}}),
    ("callbackProfile.fetchContent.method",
     {**GOOD, "callbackProfile": {"fetchContent": {**FETCH, "method": "DELETE"}}}),
    ("callbackProfile.fetchContent.timeoutMs",
     {**GOOD, "callbackProfile": {"fetchContent": {**FETCH, "timeoutMs": 60_001}}}),
    ("callbackProfile.fetchContent.headers",
     {**GOOD, "callbackProfile": {"fetchContent": {**FETCH, "headers": {"X": {"secret": "a\nb"}}}}}),
    ("callbackProfile.heartbeat.intervalMinutes",
     {**GOOD, "callbackProfile": {
         "fetchContent": FETCH, "heartbeat": {**FETCH, "method": "POST", "intervalMinutes": 14}}}),
    ("colour", {**GOOD, "colour": "red"}),
    ("options", [GOOD]),
    ("options", None),
]

BAD_SETTINGS = [
    ("lateGraceMinutes", {"lateGraceMinutes": 721}), ("mode", {"mode": "sometimes"}),
    ("depth", {"depth": 2}), ("ttlSeconds", {"ttlSeconds": "1"}),
    ("quietHours", {"quietHours": {"from": "22:00", "to": "22:00"}}),
    ("quietHours", {"quietHours": {"from": "25:00", "to": "07:00"}}),
    ("channels", {"channels": {"timesafari.daily": {"enabled": "yes"}}}),
    ("scheduler", {"scheduler": "cron"}), ("androidChannelId", {"androidChannelId": "x"}),
    ("iosCategoryIdentifier", {"iosCategoryIdentifier": "x"}), ("nonsense", {"nonsense": 1}),
    ("exactness", {"exactness": "sometimes"}), ("did", {"did": 7}),
    ("retentionDays", {"retentionDays": 0}), ("retentionDays", {"retentionDays": 366}),
    # Rules of later versions are refused, not ignored.
    ("temperatureUnit", {"temperatureUnit": "K"}),
    ("machine.url", {"machine": {"url": "http://example.org/"}}),
]


class Running(CarillonCase):
    """With the running app."""

    def setUp(self):
        super().setUp()
        self.notifications = self.server()
        self.app.start()
        self.met()

    def ctl(self, *arguments, status=0, input=None):
        done = self.app.ctl(*arguments, input=input)
        self.assertEqual(done.returncode, status, f"{arguments}: {done.stdout}{done.stderr}")
        return done

    def test_the_interface_describes_itself(self):
        xml = self.desktop.bus.call(NAME, PATH, "org.freedesktop.DBus.Introspectable", "Introspect")
        node = Gio.DBusNodeInfo.new_for_xml(xml)
        door = node.lookup_interface(DOOR)
        found = {method.name: ("".join(argument.signature for argument in method.in_args),
                               "".join(argument.signature for argument in method.out_args))
                 for method in door.methods}
        for name, (arguments, answers) in METHODS.items():
            self.assertEqual(found[name][0], arguments, name)
            if answers:
                self.assertEqual(found[name][1], answers, name)
        self.assertEqual({signal.name for signal in door.signals}, SIGNALS)
        self.assertIsNotNone(node.lookup_interface(APPLICATION))

    def test_state_is_text_for_people_and_json_for_programs(self):
        text = self.ctl("state").stdout
        for hour in ("08:00", "12:00", "18:00"):
            self.assertIn(hour, text)
        document = self.app.ctl_json("state")
        # Measured anew with each answer.
        measured = {"metrics": None}
        self.assertEqual({**document, **measured}, {**self.app.state(), **measured})
        self.assertEqual([each["slotId"] for each in document["nextOccurrences"]],
                         ["0800", "1200", "1800"])

    def test_config_get_and_set(self):
        before = json.loads(self.ctl("config").stdout)
        self.assertEqual(before["lateGraceMinutes"], 30)
        self.assertEqual(json.loads(self.ctl("config", "get").stdout), before)
        self.ctl("config", "set", '{"lateGraceMinutes": 10, "mode": "offline-first"}')
        after = json.loads(self.ctl("config").stdout)
        self.assertEqual(after, {**before, "lateGraceMinutes": 10, "mode": "offline-first"})
        self.ctl("config", "set", "-", input='{"lateGraceMinutes": null, "mode": null}')
        self.assertEqual(json.loads(self.ctl("config").stdout), before)

    def test_T26_the_two_ids_never_change(self):
        settings = self.app.call("GetConfiguration")
        self.assertEqual(settings["iosCategoryIdentifier"], "TS_DAILY")
        self.assertEqual(settings["androidChannelId"], "timesafari.daily")

    def test_every_bad_setting_is_named_and_changes_nothing(self):
        before = self.app.call("GetConfiguration")
        for key, patch in BAD_SETTINGS:
            with self.subTest(patch=patch):
                refused = self.ctl("config", "set", json.dumps(patch), status=1)
                self.assertIn(key, refused.stderr)
                # A patch is refused as a whole, including its good parts.
                name, message = self.app.refusal(
                    "Set", json.dumps({**patch, "lateGraceMinutes": 11}
                                      if key != "lateGraceMinutes" else patch))
                self.assertEqual(name, "org.carillon.Error.InvalidArgument", message)
                self.assertEqual(self.app.call("GetConfiguration"), before)

    def test_every_malformed_configure_document_names_its_field_and_changes_nothing(self):
        before = (self.app.call("GetConfiguration"), self.next_occurrences())
        for field, document in MALFORMED:
            with self.subTest(field=field, document=document):
                refused = self.ctl("configure", "-", input=json.dumps(document), status=1)
                self.assertIn(field, refused.stderr)
                name, _ = self.app.refusal("Configure", json.dumps(document))
                self.assertEqual(name, "org.carillon.Error.InvalidArgument")
        for text in ("", "{", "nonsense", '{"times": [}', "\ufeff{}", "[" * 100_000):
            with self.subTest(text=text[:20]):
                name, _ = self.app.refusal("Configure", text)
                self.assertEqual(name, "org.carillon.Error.InvalidArgument")
        self.assertEqual((self.app.call("GetConfiguration"), self.next_occurrences()), before)

    def test_configure_replaces_and_reads_a_file(self):
        file = pathlib.Path(self.desktop.folder, "options.json")
        file.write_text(json.dumps({**GOOD, "prefetchLeadMinutes": 5}))
        self.ctl("configure", str(file))
        self.assertEqual(self.next_occurrences(), [("0900", self.at(9))])
        self.assertEqual(self.app.call("GetConfiguration")["prefetchLeadMinutes"], 5)
        file.write_text(json.dumps(GOOD))
        self.ctl("configure", str(file))
        # A missing optional gets 003's default.
        self.assertEqual(self.app.call("GetConfiguration")["prefetchLeadMinutes"], 20)
        self.ctl("configure", str(file) + ".missing", status=1)

    def test_configure_accepts_slots_instead_of_times(self):
        slots = [{"hour": 9, "minute": 0, "label": "Tea", "weekdays": [1, 2, 3, 4, 5]}]
        self.app.configure(storage="shared", contentTemplate=TEMPLATE, slots=slots)
        monday = self.at(9, day=2)  # the test's day is a Saturday
        self.assertEqual(self.next_occurrences(), [("0900", monday)])
        self.assertEqual(self.app.state()["nextOccurrences"][0]["label"], "Tea")

    def test_deliver_shows_stored_content_at_once(self):
        done = self.ctl("deliver", "1200")
        self.assertTrue(done.stdout.strip())
        notification = self.notifications.wait(1)
        entry = self.app.history(limit=1)[0]
        self.assertEqual((entry["kind"], entry["title"], entry["status"]),
                         ("ring-now", notification.summary, "shown"))
        self.ctl("deliver", "0801", status=1)
        self.ctl("deliver", "soon", status=1)

    def test_test_shows_a_notification(self):
        self.ctl("test")
        self.assertEqual(list(self.notifications.wait(1).actions), ["default"])

    def test_run_now_and_reschedule(self):
        self.assertTrue(self.ctl("run-now").stdout.strip())
        self.ctl("reschedule")
        self.assertEqual(len(self.next_occurrences()), 3)

    def test_pause_in_all_its_forms(self):
        for until_, expected in (("1h", self.at(8)), ("tomorrow", self.at(6, day=1)),
                                 ("2026-11-21T20:00:00+01:00", self.at(19))):
            self.ctl("pause", until_)
            ends = self.app.state()["pause"]["until"]
            self.assertEqual(ends[:16], expected.strftime("%Y-%m-%dT%H:%M"))
        self.ctl("pause", "off")
        self.assertIsNone(self.app.state().get("pause"))
        for bad in ("never", "2026-11-20T00:00:00Z", "2026-11-21"):
            self.ctl("pause", bad, status=1)

    def test_skip_refuses_unknown_hours(self):
        self.ctl("skip", "0801", status=1)
        self.ctl("skip", "0800", "--undo", status=1)

    def test_history_and_explain(self):
        self.ctl("deliver", "0800")
        self.ctl("skip", "1200")
        text = self.ctl("history").stdout
        self.assertIn("you skipped it", text)
        self.assertIn("Shown at your request", text)
        self.assertEqual(len(self.app.ctl_json("history", "--limit", "1")["entries"]), 1)
        entry = self.app.history(limit=1)[0]
        for name in (entry["requestId"], "1200", "1200@2026-11-21"):
            self.assertTrue(self.ctl("explain", name).stdout.strip())
        self.ctl("explain", "1200@2026-11-01", status=1)
        self.ctl("explain", "nonsense", status=1)
        self.ctl("history", "--limit", "0", status=2)

    def test_respond_answers_a_shown_notification(self):
        self.ctl("deliver")
        request = self.app.history(limit=1)[0]["requestId"]
        self.ctl("respond", request, "explode", status=1)
        self.ctl("respond", request, "dismiss")
        self.notifications.wait_closed(self.notifications.calls[0])
        self.assertEqual(self.app.history(limit=1)[0]["response"], "DISMISS")
        self.ctl("respond", request, "dismiss", status=1)  # it was answered already
        self.ctl("respond", "999999", "open", status=1)

    def test_D5_open_accepts_our_links_and_nothing_else(self):
        self.ctl("open", "carillon://settings/hours")
        until("the window", self.desktop.windows)
        for link in ("carillon://settings/../hours", "carillon://settings/secrets",
                     "carillon://history/12x", "carillon://quit", "http://example.org/",
                     "file:///etc/passwd", "carillon:settings", ""):
            with self.subTest(link=link):
                self.ctl("open", link, status=1)

    def test_a_second_start_says_in_words_why_a_link_is_refused(self):
        self.app.start()
        second = subprocess.run(
            [self.app.programs / "carillon", "foreign://link"], env=self.desktop.environment,
            stderr=subprocess.PIPE, text=True, timeout=20, check=False)
        self.assertEqual((second.returncode, second.stderr),
                         (1, "carillon: deepLink: is no link that Carillon opens\n"))

    def test_permissions(self):
        self.assertEqual(self.app.ctl_json("permissions")["granted"], True)

    def test_an_unknown_command_is_not_found(self):
        self.assertEqual(self.app.refusal("CommandDone", "command-1", "")[0],
                         "org.carillon.Error.NotFound")

    def test_wrong_usage_is_2_and_help_is_0(self):
        for arguments in ((), ("nonsense",), ("skip",), ("state", "--nonsense"), ("config", "x")):
            with self.subTest(arguments=arguments):
                self.assertEqual(self.app.ctl(*arguments).returncode, 0 if not arguments else 2)
        self.assertIn("deliver", self.ctl("--help").stdout)
        self.ctl("deliver", "--help")
        self.assertIn("carillonctl", self.ctl("--generate-completion-script", "bash").stdout)
        self.ctl("--version")

    def test_signals_report_what_happens(self):
        heard = []
        self.desktop.bus.on_signal(NAME, PATH, DOOR, None, lambda *signal: heard.append(signal))
        self.ctl("deliver")
        self.notifications.invoke(self.notifications.wait(1), "default")
        self.ctl("pause", "1h")
        self.eventually(lambda: {"Delivered", "Responded", "StateChanged"} <= {
            name for name, _ in heard}, lambda: [name for name, _ in heard])
        for _, arguments in heard:
            self.assertIsInstance(json.loads(arguments[0]), dict)

    def test_monitor_prints_json_lines_and_ends_with_the_app(self):
        with open(self.desktop.folder / "lines", "wb") as lines:
            monitor = self.desktop.processes.spawn(
                self.app.programs / "carillonctl", "monitor", stdout=lines)
        time.sleep(0.5)
        self.ctl("pause", "1h")
        read = pathlib.Path(lines.name).read_text
        self.eventually(lambda: "StateChanged" in read())
        for line in read().splitlines():
            self.assertIn("signal", json.loads(line))
        self.app.quit()
        self.assertEqual(monitor.wait(10), 3)

    def test_a_busy_store_answers_StorageBusy_and_does_nothing_later(self):
        before = self.app.call("GetConfiguration")
        lock = sqlite3.connect(self.app.database(), isolation_level=None)
        lock.execute("BEGIN IMMEDIATE")
        began = time.monotonic()
        name, _ = self.app.refusal("Set", '{"lateGraceMinutes": 7}')
        self.assertEqual(name, "org.carillon.Error.StorageBusy")
        self.assertLess(time.monotonic() - began, 3)
        self.assertTrue(self.app.answers_within(1))  # reading still works
        lock.execute("ROLLBACK")
        lock.close()
        time.sleep(1)
        self.assertEqual(self.app.call("GetConfiguration"), before)
        self.app.call("Set", '{"lateGraceMinutes": 7}')
        self.eventually(lambda: "STORAGE_BUSY" in self.errors(), self.errors)

    def test_freedesktop_application_activates_and_opens(self):
        call = self.desktop.bus.call
        call(NAME, PATH, APPLICATION, "Activate", "(a{sv})", {})
        until("the window", self.desktop.windows)
        call(NAME, PATH, APPLICATION, "Open", "(asa{sv})", ["carillon://settings/history"], {})
        # An invalid link is only logged.
        try:
            call(NAME, PATH, APPLICATION, "Open", "(asa{sv})", ["carillon://../x"], {})
        except BusError:
            pass
        self.assertTrue(self.app.answers_within(1))

    def test_hostile_arguments_do_no_harm(self):
        for method, (arguments, _) in METHODS.items():
            if method in ("DeliverStoredNow", "SendTest", "RunFullPipelineNow", "Export"):
                continue
            for text in ("", "\u202e", "x" * 200_000, '{"a":' * 2000, "null", "-1", "1e999", MARKS,
                         f'{{"{MARKS}":"{MARKS}"}}'):
                with self.subTest(method=method, text=text[:12]):
                    try:
                        self.app.call(method, *[text] * len(arguments))
                    except BusError as error:
                        self.assertTrue(error.name.startswith("org.carillon.Error."), error)
        self.desktop.bus.call(
            NAME, PATH, APPLICATION, "Activate", "(a{sv})", {MARKS: GLib.Variant("b", True)})
        self.assertTrue(self.app.answers_within(1))

    def test_a_huge_message_is_refused_unread(self):
        def peak():
            status = pathlib.Path(f"/proc/{self.app.pid}/status").read_text()
            return int(re.search(r"VmHWM:\s+(\d+)", status)[1]) / 1024
        before = peak()
        # What GLib needs to take an array of three million texts from the bus is half a gigabyte; as
        # values of ours they took 300 MB more.
        for bus_name, method, signature, arguments, most in (
                (DOOR, "Set", "(s)", ["x" * (30 << 20)], 95),
                (APPLICATION, "Open", "(asa{sv})", [["x"] * (3 << 20), {}], 650)):
            with self.assertRaises(BusError) as raised:
                self.desktop.bus.call(
                    NAME, PATH, bus_name, method, signature, *arguments, timeout=60)
            self.assertEqual(raised.exception.name, "org.freedesktop.DBus.Error.LimitsExceeded")
            self.assertLess(peak() - before, most)
        self.assertTrue(self.app.answers_within(1))


class NotRunning(CarillonCase):
    """Without the app, and with a bus that cannot start it."""

    COMMANDS = [
        ("state",), ("config",), ("config", "set", "{}"), ("configure", "-"), ("run-now",),
        ("try-fetch", "https://example.org/"), ("deliver",), ("reschedule",), ("skip", "0800"),
        ("pause",), ("push", "-"), ("open", "carillon://settings/hours"), ("respond", "1", "open"),
        ("history",), ("permissions",), ("test",), ("explain", "0800"), ("export", "x"),
        ("delete-all", "--confirm", "DELETE"), ("monitor",), ("demo", "brew"), ("demo", "alarms"),
        ("alarms",), ("journeys",),
        ("demo", "journey"),
    ]

    def test_every_command_says_so_and_exits_3(self):
        for command in self.COMMANDS:
            with self.subTest(command=command):
                done = self.app.ctl(*command, input="{}", timeout=20)
                self.assertEqual(done.returncode, 3, done.stderr)
                self.assertRegex(done.stderr, r"\w+ .*\.")
                self.assertEqual(done.stdout, "")

    def test_without_a_bus_the_exit_status_is_3_too(self):
        self.desktop.environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/nonexistent/bus"
        done = self.app.ctl("state")
        self.assertEqual(done.returncode, 3)
        self.assertTrue(done.stderr.strip())


if __name__ == "__main__":
    unittest.main()
