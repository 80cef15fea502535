"""The sound card of a test's desktop: a file that ALSA writes what it is given to.

libcanberra, its themes, its decoder and ALSA are the real ones; only the card is not.
"""

import pathlib
import struct

THEME = pathlib.Path("/usr/share/sounds/freedesktop/stereo")


class SoundCard:
    """One for every program that is started from now on."""

    def __init__(self, desktop):
        self.samples = desktop.folder / "samples.raw"
        (desktop.home / ".asoundrc").write_text(
            f'pcm.!default {{ type file slave.pcm null file "{self.samples}" format raw }}\n')
        desktop.environment["CANBERRA_DRIVER"] = "alsa"

    @property
    def heard(self):
        """How many bytes of the last sound have come; the file begins anew with each."""
        return self.samples.stat().st_size if self.samples.exists() else 0

    def forget(self):
        self.samples.unlink(missing_ok=True)


def length(name):
    """How many bytes a sound of the theme has when it is played: 16 bits for each channel."""
    data = (THEME / f"{name}.oga").read_bytes()
    channels = data[data.index(b"\x01vorbis") + 11]
    last = data.rindex(b"OggS")
    return struct.unpack("<q", data[last + 6:last + 14])[0] * channels * 2
