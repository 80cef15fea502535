"""Seals and opens messages with http_ece and pywebpush, which share no code with Carillon.

Reads a document from standard input: `private`, `p256dh` and `auth` of a receiver, `texts` to seal
for it, and `sealed` messages to open. Writes `http_ece`, `pywebpush` and `opened`: a list each.
"""

import base64
import json
import os
import sys

import http_ece
import pywebpush
from cryptography.hazmat.primitives.asymmetric import ec


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encoded(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def new_key():
    return ec.generate_private_key(ec.SECP256R1())


asked = json.load(sys.stdin)
receiver = ec.derive_private_key(
    int.from_bytes(decoded(asked["private"]), "big"), ec.SECP256R1())
point, auth = decoded(asked["p256dh"]), decoded(asked["auth"])
subscription = {"endpoint": "https://push.example/1",
                "keys": {"p256dh": asked["p256dh"], "auth": asked["auth"]}}
texts = [decoded(text) for text in asked["texts"]]
json.dump({
    "http_ece": [
        encoded(http_ece.encrypt(text, salt=os.urandom(16), private_key=new_key(), dh=point,
                                 auth_secret=auth, version="aes128gcm")) for text in texts],
    "pywebpush": [
        encoded(pywebpush.WebPusher(subscription).encode(text, "aes128gcm")["body"])
        for text in texts],
    "opened": [
        encoded(http_ece.decrypt(decoded(message), private_key=receiver, auth_secret=auth,
                                 version="aes128gcm")) for message in asked["sealed"]],
}, sys.stdout)
