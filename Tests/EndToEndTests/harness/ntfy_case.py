"""The base class of the tests with an ntfy server."""

from .case import CarillonCase
from .ntfy_server import NtfyServer


class NtfyCase(CarillonCase):
    """A notification server, and an ntfy server whose clock is the app's."""

    def setUp(self):
        super().setUp()
        self.notifier = self.server()
        self.ntfy = self.ntfy_server()

    def ntfy_server(self, **options):
        server = NtfyServer(**options)
        self.addCleanup(server.stop)
        self.keep_time(server)
        return server

    def keep_time(self, *servers):
        for server in servers or [self.ntfy]:
            server.set_clock(self.clock.now().timestamp())

    def subscription(self, topic="alerts", server=None, **members):
        return {"server": (server or self.ntfy).url(), "topic": topic, **members}

    def subscribe(self, *subscriptions):
        self.app.set(subscriptions=list(subscriptions or [self.subscription()]))

    def begin(self, *subscriptions):
        self.app.start()
        self.met()
        self.app.set(slots=[])
        self.subscribe(*subscriptions)
        self.ntfy.wait_streams(1)

    def carrier(self, index=0):
        return self.app.state()["carriers"][index]

    def carrier_is(self, state, index=0, timeout=15):
        self.eventually(lambda: self.carrier(index)["state"] == state,
                        lambda: self.carrier(index), timeout=timeout)

    def summaries(self):
        return [call.summary for call in self.notifier.calls]

    def shows(self, *titles, timeout=10):
        self.eventually(lambda: self.summaries() == list(titles), self.summaries, timeout=timeout)

    def channel(self):
        return f"ntfy:127.0.0.1:{self.ntfy.port}/alerts"
