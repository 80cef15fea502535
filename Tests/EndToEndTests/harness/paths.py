"""Paths in this checkout."""

import functools
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[3]
TESTS = pathlib.Path(__file__).resolve().parents[1]
DATA = ROOT / "data"
PACKAGING = ROOT / "packaging"
# Names the folder of build(), for processes that need not find it themselves.
BUILD = "CARILLON_BUILD"


def find_build_once():
    """Finds the programs for all processes started from here on: to ask takes half a second."""
    os.environ[BUILD] = str(build())


@functools.lru_cache(maxsize=None)
def build():
    """The folder with the programs from the last `swift build`."""
    if BUILD in os.environ:
        return pathlib.Path(os.environ[BUILD])
    shown = subprocess.run(["swift", "build", "--show-bin-path"], cwd=ROOT, check=True,
                           capture_output=True, text=True)
    return pathlib.Path(shown.stdout.strip())
