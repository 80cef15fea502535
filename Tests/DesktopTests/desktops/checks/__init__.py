"""All checks, in the order in which they run: those that end the session come last."""

from . import popup, tray, around, windows, stories, endings  # noqa: F401
