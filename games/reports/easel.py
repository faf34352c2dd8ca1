"""The child's side of pictures: an SVG in, a PNG out."""

from __future__ import annotations

import tempfile
from io import BytesIO
from pathlib import Path

from games.reports import fonts

WIDTH = 1200  # of the picture; an email is half as wide, screens are twice as fine
COLOURS = 64


class Easel:
    """The child's side: the faces, in the form that this library reads, and its settings."""

    def __init__(self) -> None:
        found = fonts.faces()
        self.files = [str(_unpacked(path)) for paths in found.values() for path in paths]

    def paint(self, svg: str) -> bytes:
        """Nothing is fetched: boards have no images, and there is no folder to find one in."""
        import resvg_py  # only here: not needed without a picture
        from PIL import Image

        png = resvg_py.svg_to_bytes(
            svg_string=svg, width=WIDTH, skip_system_fonts=True, font_files=self.files,
            font_family="Source Sans Pro", sans_serif_family="Source Sans Pro",
            serif_family="Source Serif Pro", monospace_family="Courier Prime",
            resources_dir=tempfile.gettempdir(),
        )  # fmt: skip
        # A board has few colours: with a palette the file is less than half as large.
        few = Image.open(BytesIO(png)).convert("RGB").quantize(
            COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
        )  # fmt: skip
        out = BytesIO()
        few.save(out, "PNG", optimize=False)
        return out.getvalue()


def _unpacked(path: Path) -> Path:
    """A font that is packed for the web, unpacked once in the child's own folder."""
    if path.suffix != ".woff2":
        return path
    from fontTools.ttLib import TTFont

    plain = Path(tempfile.gettempdir()) / f"{path.stem}.ttf"
    with TTFont(path) as font:
        font.flavor = None
        font.save(plain)
    return plain
