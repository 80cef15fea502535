"""A stand-in for a Secret Service that says what it likes: thousands of items, and nothing about any."""

import base64

from gi.repository import Gio, GLib

from .bus import LOOP, Bus

NAME = "org.freedesktop.secrets"
PATH = "/org/freedesktop/secrets"
COLLECTION = f"{PATH}/collection/login"
SESSION = f"{PATH}/session/1"
SERVICE_XML = """<interface name="org.freedesktop.Secret.Service">
<method name="OpenSession"><arg type="s" direction="in"/><arg type="v" direction="in"/>
<arg type="v" direction="out"/><arg type="o" direction="out"/></method>
<method name="SearchItems"><arg type="a{ss}" direction="in"/><arg type="ao" direction="out"/>
<arg type="ao" direction="out"/></method>
<method name="GetSecrets"><arg type="ao" direction="in"/><arg type="o" direction="in"/>
<arg type="a{o(oayays)}" direction="out"/></method>
<method name="ReadAlias"><arg type="s" direction="in"/><arg type="o" direction="out"/></method>
</interface>"""
COLLECTION_XML = """<interface name="org.freedesktop.Secret.Collection">
<property name="Locked" type="b" access="read"/></interface>"""


class LyingKeyring:
    """An open keyring with a key, and as many secrets as a test wants; it counts who asks about them."""

    def __init__(self, desktop, secrets):
        self.bus = Bus(desktop.environment["DBUS_SESSION_BUS_ADDRESS"])
        self.secrets = secrets
        self.asked = 0  # how often about one of them, which it never answers

    def start(self):
        self.bus.export(PATH, SERVICE_XML, self._called)
        self.bus.export(COLLECTION, COLLECTION_XML, None,
                        lambda: {"Locked": GLib.Variant("b", False)})
        LOOP.do(lambda: self.bus.connection.add_filter(self._filter))
        self.bus.own(NAME)
        return self

    def stop(self):
        self.bus.close()

    def _called(self, _sender, method, arguments, invocation):
        if method == "OpenSession" and arguments[0] != "plain":
            invocation.return_dbus_error("org.freedesktop.DBus.Error.NotSupported", "plain only")
            return
        invocation.return_value({
            "OpenSession": lambda: GLib.Variant("(vo)", (GLib.Variant("s", ""), SESSION)),
            "ReadAlias": lambda: GLib.Variant("(o)", (COLLECTION,)),
            "SearchItems": lambda: GLib.Variant("(aoao)", (self._found(arguments[0]), [])),
            "GetSecrets": lambda: GLib.Variant("(a{o(oayays)})", ({
                path: (SESSION, b"", base64.b64encode(bytes(32)), "text/plain")
                for path in arguments[0]},)),
        }[method]())

    def _found(self, attributes):
        if attributes.get("kind") == "content-key":
            return [f"{COLLECTION}/key"]
        return [f"{COLLECTION}/{number}" for number in range(self.secrets)]

    def _filter(self, _connection, message, is_incoming):
        if (is_incoming and message.get_message_type() == Gio.DBusMessageType.METHOD_CALL
                and (message.get_path() or "").startswith(COLLECTION + "/")):
            self.asked += 1
            return None
        return message
