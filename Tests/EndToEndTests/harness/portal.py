"""A stand-in for the desktop's email portal."""

import os

from gi.repository import GLib

from .bus import Bus

NAME = "org.freedesktop.portal.Desktop"
PATH = "/org/freedesktop/portal/desktop"
EMAIL = "org.freedesktop.portal.Email"
INTERFACE = f"""<interface name="{EMAIL}">
<method name="ComposeEmail"><arg type="s" direction="in"/><arg type="a{{sv}}" direction="in"/>
<arg type="o" direction="out"/></method>
<property name="version" type="u" access="read"/></interface>"""


class Portal:
    """Owns the name and records each mail as (options, attachments as bytes)."""

    def __init__(self, address, response=0):
        self.mails = []
        self.response = response  # 0 done, 1 canceled by the user, 2 failed
        self.bus = Bus(address)
        self.bus.export(PATH, INTERFACE, self._called,
                        lambda: {"version": GLib.Variant("u", 3)})
        self.bus.own(NAME)

    def stop(self):
        self.bus.close()

    def _called(self, sender, _method, arguments, invocation):
        _parent, options = arguments
        files = invocation.get_message().get_unix_fd_list()
        attachments = []
        for number in options["attachment_fds"]:
            with os.fdopen(files.get(number), "rb") as file:
                attachments.append(file.read())
        self.mails.append((options, attachments))
        handle = f"{PATH}/request/{sender[1:].replace('.', '_')}/{options['handle_token']}"
        invocation.return_value(GLib.Variant("(o)", (handle,)))
        self.bus.emit(handle, "org.freedesktop.portal.Request", "Response", "(ua{sv})",
                      self.response, {}, to=sender)
