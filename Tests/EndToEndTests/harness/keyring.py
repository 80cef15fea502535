"""GNOME's keyring on a test's session bus, with one collection, and its user's hands on it."""

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
    """The service; its files stay in the desktop's home, whatever becomes of the process."""

    def __init__(self, desktop):
        self.desktop = desktop
        self.process = None
        self.prompts = 0  # how often somebody wanted to ask for the password

    def start(self, unlocked=True):
        """With `unlocked` as after a login with the password; else as after one without."""
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
        """Stands in for the dialog that asks for the password, and counts."""
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
        """What the dialog does with a password."""
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
