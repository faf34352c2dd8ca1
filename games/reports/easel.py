"""The child's side of pictures: the board of a PDF as PNG.

The board is drawn once, for the report; what emails show is that drawing in pixels. Drawn a second time, from
the SVG and with all its letters, it cost four times as much as the whole report.
"""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pypdfium2
from PIL import Image

WIDTH = 720  # of the picture; an email shows it a little smaller, and letters stay readable
COLOURS = 64


def paint(pdf: bytes) -> bytes:
    """The picture on the first page: its art box, or the whole page of a report from before there was one."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return _png(_pixels(document[0]))
    finally:
        document.close()


def _pixels(page: Any) -> Image.Image:
    left, bottom, right, top = page.get_artbox()
    width, height = page.get_size()
    around = (left, bottom, width - right, height - top)
    pixels = page.render(scale=WIDTH / (right - left), crop=around, rev_byteorder=True)
    picture: Image.Image = pixels.to_pil().convert("RGB")
    return picture


def _png(pixels: Image.Image) -> bytes:
    """A board has few colours: with a palette the file is less than half as large.

    A sample of the pixels has them all; to look at each of them would take three times as long.
    """
    sample = pixels.resize((pixels.width // 3, pixels.height // 3), Image.Resampling.NEAREST)
    palette = sample.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    out = BytesIO()
    pixels.quantize(palette=palette, dither=Image.Dither.NONE).save(out, "PNG", compress_level=2)
    return out.getvalue()
