"""Reads the QR codes that programs draw on a terminal, as a camera does."""

import ctypes
import re

FORMAT = int.from_bytes(b"Y800", "little")


def picture(text):
    """The modules of a code drawn with half blocks, dark ones true, with its quiet zone."""
    rows = []
    for line in text.splitlines():
        if line.startswith("\x1b[") and line.endswith("\x1b[0m"):
            shown = re.sub("\x1b\\[[0-9;]*m", "", line)
            rows.append([character in "█▀" for character in shown])
            rows.append([character in "█▄" for character in shown])
    return rows


def read(rows, dark=0, light=255, scale=4):
    """The texts of all codes in the picture, by the library zbar."""
    zbar = ctypes.CDLL("libzbar.so.0")
    for name in ("zbar_image_scanner_create", "zbar_image_create", "zbar_image_first_symbol",
                 "zbar_symbol_next"):
        getattr(zbar, name).restype = ctypes.c_void_p
    zbar.zbar_symbol_get_data.restype = ctypes.c_char_p
    width, height = len(rows[0]) * scale, len(rows) * scale
    data = b"".join(
        bytes(dark if module else light for module in row for _ in range(scale)) * scale
        for row in rows)
    buffer = ctypes.create_string_buffer(data, len(data))
    scanner = ctypes.c_void_p(zbar.zbar_image_scanner_create())
    image = ctypes.c_void_p(zbar.zbar_image_create())
    try:
        zbar.zbar_image_set_format(image, ctypes.c_ulong(FORMAT))
        zbar.zbar_image_set_size(image, width, height)
        zbar.zbar_image_set_data(image, buffer, ctypes.c_ulong(len(data)), None)
        zbar.zbar_scan_image(scanner, image)
        found = []
        symbol = zbar.zbar_image_first_symbol(image)
        while symbol:
            found.append(zbar.zbar_symbol_get_data(ctypes.c_void_p(symbol)).decode())
            symbol = zbar.zbar_symbol_next(ctypes.c_void_p(symbol))
        return found
    finally:
        zbar.zbar_image_destroy(image)
        zbar.zbar_image_scanner_destroy(scanner)
