"""Sending with pywebpush, which shares no code with Carillon."""

import json
import sys
import unittest

from .paths import ROOT

FOLDER = ROOT / ".build/senders"


def needed(test):
    """Skips a test where `packaging/setup --test` could not install the senders."""
    return unittest.skipUnless((FOLDER / ".installed").exists(),
                               "packaging/setup --test installs the senders")(test)


def web_push():
    """The module."""
    if str(FOLDER) not in sys.path:
        # Behind the system's packages, so that no test gets another version of those.
        sys.path.append(str(FOLDER))
    import pywebpush
    return pywebpush


def send(pairing, message, **options):
    """Seals and posts a message, a document or a text; raises WebPushException if it is refused."""
    text = message if isinstance(message, str) else json.dumps(message)
    return web_push().webpush(pairing, data=text, ttl=3600, timeout=10, **options)


def sealed(pairing, message):
    """The bytes that would be posted."""
    text = message if isinstance(message, str) else json.dumps(message)
    return bytes(web_push().WebPusher(pairing).encode(text.encode(), "aes128gcm")["body"])
