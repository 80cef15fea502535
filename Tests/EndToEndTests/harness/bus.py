"""A connection to a message bus; all messages are handled on one thread."""

import threading

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

# PyGObject creates a type when it is first used, and fails if two threads do so at once.
GLib.Variant("(s)", ("",))

DAEMON = ("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus")


class _Loop:
    """GLib's main loop, on a thread that ends with the process."""

    def __init__(self):
        self.context = GLib.MainContext.new()
        threading.Thread(target=self._run, daemon=True, name="bus").start()

    def _run(self):
        self.context.push_thread_default()
        GLib.MainLoop.new(self.context, False).run()

    def do(self, body):
        """Runs `body` on that thread and returns its result."""
        done = threading.Event()
        outcome = []

        def run():
            try:
                outcome.extend((body(), None))
            except Exception as error:  # passed on to the caller
                outcome.extend((None, error))
            done.set()
            return False

        source = GLib.idle_source_new()
        source.set_priority(GLib.PRIORITY_DEFAULT)
        source.set_callback(lambda *_: run())
        source.attach(self.context)
        done.wait()
        value, error = outcome
        if error is not None:
            raise error
        return value


LOOP = _Loop()


class BusError(Exception):
    """The error that a call was answered with."""

    def __init__(self, error):
        self.name = Gio.DBusError.get_remote_error(error) or ""
        self.message = error.message.removeprefix(f"GDBus.Error:{self.name}: ")
        self.is_timeout = error.matches(Gio.io_error_quark(), Gio.IOErrorEnum.TIMED_OUT)
        super().__init__(f"{self.name}: {self.message}")


class Bus:
    """A connection; calls block, and may come from any thread."""

    def __init__(self, address):
        flags = (Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT
                 | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION)
        # Created on that thread, so that signals and calls are handled there.
        self.connection = LOOP.do(
            lambda: Gio.DBusConnection.new_for_address_sync(address, flags, None, None))
        self.name = self.connection.get_unique_name()

    def close(self):
        if not self.connection.is_closed():
            self.connection.close_sync(None)

    def call(self, destination, path, interface, method, signature="()", *arguments, timeout=10,
             start=False):
        """The values of the answer; raises BusError for an error or a missing answer."""
        flags = Gio.DBusCallFlags.NONE if start else Gio.DBusCallFlags.NO_AUTO_START
        try:
            reply = self.connection.call_sync(
                destination, path, interface, method, GLib.Variant(signature, arguments), None,
                flags, round(timeout * 1000), None)
        except GLib.Error as error:
            raise BusError(error) from None
        values = reply.unpack()
        return values[0] if len(values) == 1 else values

    def call_later(self, destination, path, interface, method, signature, *arguments, done):
        """Calls without blocking; `done` receives the answer or the BusError, on the bus thread."""
        def finish(connection, result):
            try:
                done(connection.call_finish(result).unpack())
            except GLib.Error as error:
                done(BusError(error))

        LOOP.do(lambda: self.connection.call(
            destination, path, interface, method, GLib.Variant(signature, arguments), None,
            Gio.DBusCallFlags.NO_AUTO_START, 60_000, None, finish))

    def get(self, destination, path, interface, name):
        return self.call(destination, path, "org.freedesktop.DBus.Properties", "Get", "(ss)",
                         interface, name)

    def owner(self, name):
        """The unique name of the owner, or None."""
        try:
            return self.call(*DAEMON, "GetNameOwner", "(s)", name)
        except BusError:
            return None

    def pid(self, name):
        return self.call(*DAEMON, "GetConnectionUnixProcessID", "(s)", name)

    def own(self, name):
        """Claims the name; fails if it has an owner."""
        result = self.call(*DAEMON, "RequestName", "(su)", name, 4)
        if result not in (1, 4):
            raise AssertionError(f"{name} is taken")

    def release(self, name):
        self.call(*DAEMON, "ReleaseName", "(s)", name)

    def export(self, path, interface_xml, handler, properties=None):
        """Exports an interface: `handler(sender, method, arguments, invocation)`."""
        interface = Gio.DBusNodeInfo.new_for_xml(
            f"<node>{interface_xml}</node>").interfaces[0]

        def called(_connection, sender, _path, _interface, method, arguments, invocation):
            handler(sender, method, arguments.unpack(), invocation)

        def asked(_connection, _sender, _path, _interface, name):
            return properties()[name]

        return LOOP.do(lambda: self.connection.register_object(
            path, interface, called, asked if properties else None, None))

    def emit(self, path, interface, signal, signature, *arguments, to=None):
        self.connection.emit_signal(to, path, interface, signal,
                                    GLib.Variant(signature, arguments))
        self.connection.flush_sync(None)

    def on_signal(self, sender, path, interface, signal, handler):
        """Calls `handler(signal, arguments)` on the bus thread."""
        def heard(_connection, _sender, _path, _interface, name, arguments):
            handler(name, arguments.unpack())

        return LOOP.do(lambda: self.connection.signal_subscribe(
            sender, interface, signal, path, None, Gio.DBusSignalFlags.NONE, heard))
