"""Pictures of the screen: cut, compared, and read by tesseract where nothing else can read them."""

import difflib
import subprocess

import gi

gi.require_version("GdkPixbuf", "2.0")
from gi.repository import GdkPixbuf  # noqa: E402


def load(file):
    return GdkPixbuf.Pixbuf.new_from_file(str(file))


def cut(file, box, target=None, scale=1):
    """Writes a part of a picture; by default over the picture itself."""
    picture = load(file)
    x, y = max(box[0], 0), max(box[1], 0)
    width = min(box[0] + box[2], picture.get_width()) - x
    height = min(box[1] + box[3], picture.get_height()) - y
    part = picture.new_subpixbuf(x, y, width, height)
    if scale != 1:
        part = part.scale_simple(width * scale, height * scale, GdkPixbuf.InterpType.HYPER)
    part.savev(str(target or file), "png", [], [])


def side_of(color, file):
    """The side of a square with as many pixels of about this color as the picture has."""
    picture = load(file)
    data, stride, channels = picture.get_pixels(), picture.get_rowstride(), picture.get_n_channels()
    count = 0
    for row in range(picture.get_height()):
        line = data[row * stride:row * stride + picture.get_width() * channels]
        count += sum(abs(line[at] - color[0]) < 12 and abs(line[at + 1] - color[1]) < 12
                     and abs(line[at + 2] - color[2]) < 12 for at in range(0, len(line), channels))
    return round(count ** 0.5)


def read(file):
    """The lines of text in a picture, as tesseract reads them."""
    done = subprocess.run(["tesseract", str(file), "-", "--psm", "6"], check=True,
                          capture_output=True, text=True)
    return [line.strip() for line in done.stdout.splitlines() if line.strip()]


def resembles(read_text, text):
    """Whether a text that was read from a picture is this one, but for misread characters."""
    def plain(words):
        return "".join(filter(str.isalnum, words.casefold()))

    wanted, found = plain(text), plain(read_text)
    if not wanted:
        return False
    if wanted in found:
        return True
    return difflib.SequenceMatcher(None, found, wanted, autojunk=False).ratio() > 0.75
