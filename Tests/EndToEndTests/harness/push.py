"""The base class of tests that messages reach Carillon by itself, sealed, through a distributor."""

import pathlib

from .app import NAME
from .case import CarillonCase
from .distributor import Distributor
from .keyring import Keyring
from .ntfy_server import NtfyServer
from .push_server import PushServer
from .senders import send


class PushCase(CarillonCase):
    """The sender's side is pywebpush; server, distributor and notification server are stand-ins."""

    def setUp(self):
        super().setUp()
        self.notifier = self.server()
        self.keyring = Keyring(self.desktop)
        self.keyring.start()
        self.distributor = self.new_distributor()
        self.push_server = PushServer(self.distributor)
        self.addCleanup(self.push_server.stop)

    def new_distributor(self, name="test", **options):
        distributor = Distributor(
            self.desktop.environment["DBUS_SESSION_BUS_ADDRESS"], name, **options)
        self.addCleanup(distributor.stop)
        return distributor

    def make_startable(self):
        """Lets the bus start the app, by the test's clock."""
        words = [f"{name}={value}" for name, value in self.clock.environment.items()]
        file = self.desktop.folder / f"{NAME}.service"
        file.write_text(f"[D-BUS Service]\nName={NAME}\nExec=/usr/bin/env {' '.join(words)} "
                        f"{self.app.programs / 'carillon'} --hidden\n")
        self.desktop.add_service(file)

    def begin(self, setting="auto"):
        """Starts both, and waits until the app is registered."""
        self.make_startable()
        self.distributor.start()
        self.app.start()
        self.met()
        self.app.set(slots=[], distributor=setting)
        self.is_state("open")

    def begin_by_topic(self, **members):
        """Starts the app with a topic of an ntfy server in place of a distributor."""
        self.ntfy = NtfyServer()
        self.addCleanup(self.ntfy.stop)
        self.ntfy.set_clock(self.clock.now().timestamp())
        self.app.start()
        self.met()
        self.app.set(slots=[], subscriptions=[
            {"server": self.ntfy.url(), "topic": "alerts", "name": "Alerts", **members}])
        self.is_state("open", self.topics_carrier)

    @property
    def topics_carrier(self):
        return f"ntfy:127.0.0.1:{self.ntfy.port}"

    def pair(self, name="House"):
        return self.app.call("Pair", name)

    def send(self, pairing, title, body="", **data):
        """Sends a general message."""
        members = {"type": "general", "title": title, **({"body": body} if body else {}), **data}
        return send(pairing, {"data": members})

    # What is known of it.

    def carrier(self, name="unifiedpush"):
        return next((carrier for carrier in self.app.state()["carriers"]
                     if carrier["name"] == name), {})

    def is_state(self, state, name="unifiedpush", timeout=15):
        self.eventually(lambda: self.carrier(name).get("state") == state,
                        lambda: self.carrier(name), timeout=timeout)

    def dropped(self, code, name="unifiedpush"):
        return self.carrier(name)["dropped"].get(code, 0)

    def summaries(self):
        return [call.summary for call in self.notifier.calls]

    def shows(self, *titles, timeout=10):
        self.eventually(lambda: self.summaries() == list(titles), self.summaries, timeout=timeout)

    def is_keyring(self, state):
        self.eventually(lambda: self.app.state()["keyring"] == state,
                        lambda: self.app.state()["keyring"])

    def logs(self):
        """All that the app has ever written."""
        return self.app.log + self.desktop.processes.log("session-bus")

    def stored(self):
        """The bytes of all files that Carillon stores."""
        folder = pathlib.Path(self.app.database()).parent
        return b"".join(file.read_bytes() for file in folder.rglob("*") if file.is_file())
