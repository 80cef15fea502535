"""What carriers and their senders may try. (C2, C4)"""

import base64
import json
import os

from harness.ntfy_case import NtfyCase
from harness.push import PushCase

MOST = 1000  # milliseconds; on a busy machine, and in a debug build


class Servers(NtfyCase):
    def test_C4_a_flood_of_short_lines_keeps_nothing_waiting(self):
        self.begin()
        self.carrier_is("open")
        self.ntfy.send_raw(b"x\n" * 32_000)
        self.eventually(lambda: self.carrier()["dropped"].get("malformed") == 32_000,
                        self.carrier, timeout=120)
        self.assertLess(self.app.state()["metrics"]["longestHoldMs"], MOST)


class Senders(PushCase):
    def test_C2_thousands_that_waited_for_the_keyring_keep_nothing_waiting(self):
        self.begin_by_topic(sealed=True)
        self.pair()
        self.eventually(lambda: len(self.keyring.items(kind="secret")) == 1)
        self.keyring.watch_prompts()
        self.keyring.lock()
        self.is_keyring("locked")
        count, now = 3000, int(self.ntfy.now())
        for number in range(count):
            message = base64.b64encode(os.urandom(2000)).decode()
            self.ntfy.send_raw(json.dumps({
                "id": f"g{number:011}", "time": now, "event": "message", "topic": "alerts",
                "encoding": "base64", "message": message}).encode() + b"\n")
        self.eventually(lambda: self.app.state().get("sealedCount") == count, self.app.state,
                        timeout=60)
        self.keyring.unlock()
        self.eventually(lambda: self.dropped("sealed-key", self.topics_carrier) == count,
                        lambda: self.carrier(self.topics_carrier), timeout=120)
        self.assertLess(self.app.state()["metrics"]["longestHoldMs"], MOST)
