"""Services of the session and the system that do not do what they are for."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import unittest

from gi.repository import Gio, GLib

from harness.app import DOOR, NAME, PATH
from harness.case import CarillonCase
from harness.lying_keyring import LyingKeyring
from harness.processes import send

HARNESS = """
import sys
sys.path.insert(0, sys.argv[1])
from harness.bus import Bus
Bus(sys.argv[2]).own(sys.argv[3])
print("mine", flush=True)
sys.stdin.read()
"""


class Hostile(CarillonCase):

    def frozen(self, bus, name):
        """Freezes a process that owns this name: calls to it are never answered."""
        owner = self.desktop.processes.spawn(
            sys.executable, "-c", HARNESS, sys.path[0], self.desktop.environment[bus], name,
            stdin=-1, stdout=-1)
        self.addCleanup(owner.stdout.close)
        self.addCleanup(owner.stdin.close)
        self.assertEqual(owner.stdout.readline(), b"mine\n")
        send(owner.pid, signal.SIGSTOP)
        self.addCleanup(send, owner.pid, signal.SIGCONT)

    def test_T15_services_that_hang_do_not_keep_the_start_or_a_ring_waiting(self):
        for name in ("NetworkManager", "login1", "UPower", "hostname1", "timedate1"):
            self.frozen("DBUS_SYSTEM_BUS_ADDRESS", f"org.freedesktop.{name}")
        for name in ("org.freedesktop.secrets", "org.freedesktop.portal.Desktop",
                     "org.freedesktop.portal.Documents", "org.freedesktop.ScreenSaver",
                     "org.kde.StatusNotifierWatcher", "org.freedesktop.systemd1", "org.a11y.Bus",
                     "ca.desrt.dconf", "org.gtk.vfs.Daemon", "org.gnome.Shell",
                     "org.gnome.SessionManager", "org.xfce.Xfconf", "org.gnome.ScreenSaver",
                     "org.freedesktop.impl.portal.PermissionStore"):
            self.frozen("DBUS_SESSION_BUS_ADDRESS", name)
        server = self.server()
        self.clock.set(self.at(7, 59, 55))
        self.app.start()
        self.configure("08:00")
        self.assertLess(self.lateness(server.wait(), self.at(8)), 5)
        self.assertLess(self.app.state()["metrics"]["longestHoldMs"], 5000)
        # A window is opened as ever.
        self.assertEqual(self.app.ctl("open", "carillon://settings/status").returncode, 0)
        self.assertTrue(self.app.answers_within(5))
        self.assertNotIn("CRITICAL", self.app.log)

    def test_T15_an_accessibility_bus_that_hangs_does_not_keep_the_start_waiting(self):
        self.desktop.environment.pop("NO_AT_BRIDGE", None)
        self.frozen("DBUS_SESSION_BUS_ADDRESS", "org.a11y.Bus")
        server = self.server()
        self.clock.set(self.at(7, 59, 55))
        self.app.start()
        self.configure("08:00")
        self.assertLess(self.lateness(server.wait(), self.at(8)), 5)
        # Other processes that it starts are not cut off.
        self.app.call("Open", "carillon://settings/status")
        self.eventually(lambda: self.app.processes()[1:])
        window = self.app.processes()[1]
        environment = pathlib.Path(f"/proc/{window}/environ").read_bytes()
        self.assertNotIn(b"NO_AT_BRIDGE", environment)
        # The window comes, only later and without assistive technology.
        self.eventually(self.desktop.windows, timeout=15)
        self.assertEqual(self.app.processes()[1], window)

    def test_T15_a_proxy_service_that_hangs_keeps_nothing_waiting_but_its_request(self):
        self.desktop.environment["GTK_USE_PORTAL"] = "1"
        self.frozen("DBUS_SESSION_BUS_ADDRESS", "org.freedesktop.portal.Desktop")
        server = self.server()
        self.app.start()
        self.clock.set(self.at(7, 59, 40))
        # This is loopback for GLib, and not this computer for Carillon.
        spec = {"method": "GET", "url": "https://x.localhost:9/feed"}
        self.app.set(slots=[{"hour": 8, "minute": 0},
                            {"hour": 9, "minute": 0, "fetchContent": spec}])
        self.clock.set(self.at(7, 59, 58))
        self.assertLess(self.lateness(server.wait(), self.at(8)), 5)
        self.assertLess(self.app.state()["metrics"]["longestHoldMs"], 5000)

    def test_T27_a_keyring_that_names_thousands_of_secrets_is_asked_about_one_at_a_time(self):
        keyring = LyingKeyring(self.desktop, 9000).start()
        self.addCleanup(keyring.stop)
        self.app.start()
        self.eventually(lambda: self.app.state()["keyring"] == "open")
        self.eventually(lambda: keyring.asked)
        self.assertEqual(keyring.asked, 1)

    def test_T25_a_process_that_sees_other_files_cannot_have_one_read(self):
        secret = self.desktop.folder / "secret.json"
        secret.write_text(json.dumps({"token": "s3cret"}))
        self.app.start()
        self.configure("08:00")
        before = self.app.call("GetConfiguration")
        spec = {"method": "GET", "url": f"fIlE://{secret}", "pointers": {"headline": "/token"}}
        outside = self.app.ctl("try-fetch", "-", input=json.dumps(spec))
        self.assertIn("s3cret", outside.stdout)
        for command, document in (
                (["try-fetch", "-"], spec),
                (["config", "set", "-"], {"callbackProfile": {"fetchContent": spec}}),
                (["configure", "-"], self.document("09:00") | {
                    "callbackProfile": {"fetchContent": spec}})):
            inside = self.in_sandbox(*command, input=json.dumps(document))
            self.assertEqual(inside.returncode, 1, inside.stdout)
            self.assertIn("a sandboxed application cannot have a file read", inside.stderr)
            self.assertNotIn("s3cret", inside.stdout + inside.stderr)
        self.assertEqual(self.app.call("GetConfiguration"), before)
        self.assertEqual(self.in_sandbox("state").returncode, 0)

    def test_C8_T25_a_sandboxed_process_is_given_no_pairing_line_and_has_nothing_tried(self):
        self.app.start()
        feed = self.feed()
        spec = json.dumps({"method": "GET", "url": feed.url})
        self.assertEqual(self.app.ctl("try-fetch", "-", input=spec).returncode, 0)
        asked = len(feed.requests)
        inside = self.in_sandbox("try-fetch", "-", input=spec)
        self.assertIn("fetchSpec: a sandboxed application", inside.stderr)
        inside = self.in_sandbox("pair", "House")
        self.assertIn("name: a sandboxed application", inside.stderr)
        self.assertEqual(self.app.state()["senders"], [])
        self.assertEqual(len(feed.requests), asked)

    def in_sandbox(self, *arguments, input=None):
        if not shutil.which("unshare"):
            self.skipTest("there is no unshare")
        own = [] if os.geteuid() == 0 else ["--map-root-user"]
        return subprocess.run(
            ["unshare", "--mount", *own, str(self.app.programs / "carillonctl"), *arguments], input=input, text=True,
            capture_output=True, env=self.desktop.environment, timeout=30, check=False)

    def test_6_descriptors_that_no_method_wants_are_closed(self):
        self.app.start()
        folder = pathlib.Path(f"/proc/{self.app.pid}/fd")
        before = len(list(folder.iterdir()))
        feed = self.feed()
        feed.delay = 5
        spec = json.dumps({"method": "GET", "url": feed.url})
        connection = self.desktop.bus.connection
        for _ in range(40):
            files = Gio.UnixFDList.new()
            for _ in range(16):
                files.append(0)
            connection.call_with_unix_fd_list(
                NAME, PATH, DOOR, "TryFetch", GLib.Variant("(s)", (spec,)), None,
                Gio.DBusCallFlags.NONE, -1, files, None, None)
        self.app.state()
        self.assertLess(len(list(folder.iterdir())), before + 50)


if __name__ == "__main__":
    unittest.main()


class LyingServer(CarillonCase):
    def test_S5_a_server_that_flips_do_not_disturb_thousands_of_times_keeps_nothing_waiting(self):
        server = self.server(name="Plasma", vendor="KDE")
        self.app.start()
        self.met()
        self.app.set(slots=[])
        self.app.call("Pause", "1h")
        for number in range(300):
            self.app.call("Push", json.dumps({"data": {"title": f"No. {number}"}}))
        path, interface = "/org/freedesktop/Notifications", "org.freedesktop.Notifications"
        for number in range(2001):
            server.bus.connection.emit_signal(
                None, path, "org.freedesktop.DBus.Properties", "PropertiesChanged",
                GLib.Variant("(sa{sv}as)", (
                    interface, {"Inhibited": GLib.Variant("b", number % 2 == 0)}, [])))
        server.bus.connection.flush_sync(None)
        self.eventually(lambda: self.app.state()["server"].get("doNotDisturb") is True,
                        self.app.state, timeout=60)
        self.assertLess(self.app.state()["metrics"]["longestHoldMs"], 1000)

    def test_T15_thousands_of_presses_keep_no_hour_waiting(self):
        server = self.server()
        self.clock.set(self.at(7, 59, 55))
        self.app.start()
        self.met()
        self.app.set(slots=[{"hour": 8, "minute": 0}])
        self.app.call("Push", json.dumps({"data": {"title": "One"}}))
        one = server.wait(1)
        path, interface = "/org/freedesktop/Notifications", "org.freedesktop.Notifications"
        for _ in range(10_000):
            server.bus.connection.emit_signal(
                None, path, interface, "ActionInvoked", GLib.Variant("(us)", (one.id, "unknown")))
        server.bus.connection.flush_sync(None)
        server.wait(2, timeout=20)
        self.assertLess(self.app.state()["metrics"]["longestHoldMs"], 1000)
