"""GNOME Keyring on a test's session bus, with one collection, and the user's actions on it."""

import os
import signal
import threading

from gi.repository import GLib

from .processes import send, until

NAME = "org.freedesktop.secrets"
PATH = "/org/freedesktop/secrets"
SERVICE = "org.freedesktop.Secret.Service"
LOGIN = "/org/freedesktop/secrets/collection/login"
INTERNALS = "org.gnome.keyring.InternalUnsupportedGuiltRiddenInterface"
PASSWORD = b"open sesame"
OURS = {"application": "org.carillon.Carillon"}

PROMPTER = "org.gnome.keyring.SystemPrompter"
PROMPTER_PATH = "/org/gnome/keyring/Prompter"
PROMPTER_XML = """<interface name="org.gnome.keyring.internal.Prompter">
<method name="BeginPrompting"><arg type="o" direction="in"/></method></interface>"""


class Keyring:
    """The service; its files stay in the desktop's home folder even if it is killed."""

    def __init__(self, desktop):
        self.desktop = desktop
        self.process = None
        self.prompts = 0  # how often a password was asked for

    def start(self, unlocked=True):
        """Starts it; `unlocked` as after a login with a password."""
        read, write = os.pipe()
        if unlocked:
            os.write(write, PASSWORD)
        os.close(write)
        with os.fdopen(read) as password:
            self.process = self.desktop.processes.spawn(
                "gnome-keyring-daemon", "--foreground", "--components=secrets",
                *(("--unlock",) if unlocked else ()), stdin=password)
        until("the keyring", lambda: self.desktop.bus.owner(NAME))
        return self

    def kill(self):
        send(self.process.pid, signal.SIGKILL)
        self.process.wait()
        until("the keyring's end", lambda: not self.desktop.bus.owner(NAME))

    def watch_prompts(self):
        """Replaces the password dialog with a counter."""
        counted = threading.Lock()

        def asked(_sender, _method, _arguments, invocation):
            with counted:
                self.prompts += 1
            invocation.return_dbus_error("org.gnome.keyring.Prompter.InProgress", "no")

        self.desktop.bus.export(PROMPTER_PATH, PROMPTER_XML, asked)
        self.desktop.bus.own(PROMPTER)

    def lock(self):
        self._call(SERVICE, "Lock", "(ao)", [LOGIN])

    def unlock(self):
        """Unlocks it with a password, like the dialog."""
        _, session = self._call(SERVICE, "OpenSession", "(sv)", "plain", GLib.Variant("s", ""))
        self._call(INTERNALS, "UnlockWithMasterPassword", "(o(oayays))", LOGIN,
                   (session, [], PASSWORD, "text/plain"))

    def items(self, **attributes):
        """The paths of our items with these attributes, locked or not."""
        return sum(self._call(SERVICE, "SearchItems", "(a{ss})", {**OURS, **attributes}), [])

    def delete(self, item):
        self.desktop.bus.call(NAME, item, "org.freedesktop.Secret.Item", "Delete")

    def _call(self, interface, method, signature, *arguments):
        return self.desktop.bus.call(NAME, PATH, interface, method, signature, *arguments)
