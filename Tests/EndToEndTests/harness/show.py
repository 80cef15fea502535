"""Shows an installed Carillon on a virtual desktop, and takes a screenshot.

  python3 -m harness.show PREFIX FILE.png
"""

import os
import pathlib
import sys
import time

from .app import Carillon
from .desktop import Desktop
from .processes import until
from .tray import Tray


# Makes the tray's menu and the popup visible together.
BOTTOM_RIGHT = """<?xml version="1.0" encoding="UTF-8"?>
<channel name="xfce4-notifyd" version="1.0">
<property name="notify-location" type="uint" value="3"/></channel>
"""


def main(prefix, picture):
    prefix = pathlib.Path(prefix)
    desktop = Desktop()
    desktop.environment["XDG_DATA_DIRS"] = f"{prefix}/share:/usr/local/share:/usr/share"
    # The content pack is found relative to the program.
    del desktop.environment["CARILLON_DATA_DIR"]
    if os.environ.get("LANG"):
        desktop.environment["LANG"] = os.environ["LANG"]
    try:
        desktop.start(display="960x480", accessible=True)
        desktop.set_xfconf("xfce4-notifyd", BOTTOM_RIGHT)
        desktop.start_window_manager()
        desktop.start_panel()
        desktop.start_notifyd()
        app = Carillon(desktop, programs=prefix / "bin").start(hidden=False)
        until("the tray icon", lambda: Tray(desktop).items())
        until("its first notification",
              lambda: app.ctl("deliver").returncode == 0, timeout=30, interval=0.5)
        popup = until("the popup", desktop.popups, interval=0.1)[0]
        desktop.open_tray_menu()
        time.sleep(1)  # until the menu is drawn
        desktop.screenshot(picture)
        print("On the screen:", " · ".join(popup["texts"] + popup["buttons"]))
        print("In the tray:")
        for entry in Tray(desktop).menu():
            print("  " + entry["label"])
    finally:
        desktop.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
