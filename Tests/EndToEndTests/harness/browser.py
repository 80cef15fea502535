"""A stand-in for the user's browser, which records what it is asked to open."""

import shlex

NAME = "stand-in-browser"


class Browser:
    """The default program for web addresses of one desktop."""

    def __init__(self, desktop):
        self._opened = desktop.folder / "opened"
        script = desktop.folder / NAME
        script.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >>{shlex.quote(str(self._opened))}\n')
        script.chmod(0o755)
        kinds = [*(f"x-scheme-handler/{scheme}" for scheme in ("http", "https")), "text/html"]
        applications = desktop.home / ".local/share/applications"
        applications.mkdir(parents=True, exist_ok=True)
        (applications / f"{NAME}.desktop").write_text(
            f"[Desktop Entry]\nType=Application\nName=Browser\nExec={script} %u\n"
            f"MimeType={';'.join(kinds)};\n")
        config = desktop.home / ".config"
        config.mkdir(exist_ok=True)
        (config / "mimeapps.list").write_text(
            "[Default Applications]\n" + "".join(f"{kind}={NAME}.desktop\n" for kind in kinds))

    def opened(self):
        """The addresses it was asked to open, oldest first."""
        return self._opened.read_text().splitlines() if self._opened.exists() else []
