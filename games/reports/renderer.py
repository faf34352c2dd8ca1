"""The child that prints: documents come in, PDF goes out. Nothing is fetched, and nothing here knows Django.

See post.children: `python -m games.reports.renderer` is one of its programs.
"""

from __future__ import annotations

import gc
import logging
import resource
import zlib
from functools import lru_cache, partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import cssselect2
import msgspec
import pydyf
from msgspec.structs import replace
from weasyprint import CSS, HTML
from weasyprint.css.counters import CounterStyle
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import URLFetcher, URLFetcherResponse

from games.reports import fonts, ruled
from games.reports.board import Board
from games.reports.embedding import bare
from games.reports.glyphs import Face, Lettering
from games.reports.heads import add_heads
from games.reports.job import Job
from games.reports.ruled import Ruled
from post.children import child

STYLES = Path(__file__).resolve().parents[2] / "templates" / "reports"
LEVEL = 6  # of compression, of 9
VARIANT = "pdf/ua-1"  # accessible
BOARD = "board:"  # the address of the picture in a document
PLATE = (
    b'<html lang="en"><head><title>board</title></head><body><img src="board:" alt="board"/></body></html>'
)
# Its own memory is bounded; fonts and libraries that are mapped are no burden, but an end is put to them too.
LIMITS = {
    resource.RLIMIT_DATA: 512 * 1024 * 1024,
    resource.RLIMIT_AS: 2048 * 1024 * 1024,
    resource.RLIMIT_CORE: 0,
}
SECONDS = 20  # of CPU for one job; the parent's clock is the other limit


class OwnFonts(URLFetcher):  # type: ignore[misc] # WeasyPrint has no types
    """Fetches nothing: no address, no file, no data; the faces of the reports are known by name."""

    def __init__(self, named: dict[str, Path]) -> None:
        super().__init__(allowed_protocols=(), allow_redirects=False)
        self.named = named

    def fetch(self, url: str, headers: object = None) -> Any:
        """A face of ours. Raises ValueError for all else."""
        if url not in self.named:
            raise ValueError("nothing is fetched")
        return URLFetcherResponse(url, self.named[url].read_bytes(), {"Content-Type": "font/ttf"})

    def open(self, *args: object, **options: object) -> Any:
        """What urllib would do for a redirect."""
        raise ValueError("nothing is fetched")


class Document(HTML):  # type: ignore[misc]
    """XHTML that is well-formed, so that the parser of the standard library will do."""

    def __init__(self, text: bytes, fetcher: OwnFonts, usual: Any) -> None:
        if b"<!" in text:
            raise ValueError("a document has no declarations")
        self.base_url, self.url_fetcher, self.media_type = None, fetcher, "print"
        self.usual = usual
        root = ElementTree.fromstring(text)  # noqa: S314 (declarations were refused)
        self.wrapper_element = cssselect2.ElementWrapper.from_html_root(root, content_language=None)
        self.etree_element = self.wrapper_element.etree_element

    def _ua_stylesheets(self, forms: bool = False) -> list[Any]:
        return [self.usual]


class Press:
    """Faces and style sheets, loaded once for many documents."""

    def __init__(self) -> None:
        self.font_config = FontConfiguration()
        files = {
            (_family(family, place), weight): path
            for (family, weight), paths in fonts.faces().items()
            for place, path in enumerate(paths)
        }
        self.fetcher = OwnFonts({_address(*face): path for face, path in files.items()})
        self._css("".join(_font_face(*face) for face in files))
        faces = {
            (family, weight): [
                Face(path, _family(family, place), weight, self.font_config)
                for place, path in enumerate(paths)
            ]
            for (family, weight), paths in fonts.faces().items()
        }
        self.lettering = Lettering(faces, self.font_config)
        self.usual = self._css((STYLES / "usual.css").read_text())
        self.style = lru_cache(maxsize=16)(self._style)

    def _css(self, text: str) -> Any:
        return CSS(string=text, font_config=self.font_config, url_fetcher=self.fetcher)

    def _style(self, name: str, ink: str) -> Any:
        return self._css((STYLES / f"{name}.css").read_text().replace("var(--ink)", ink))

    def answer(self, question: bytes) -> bytes:
        """A job and its result as they travel."""
        return self.print(msgspec.msgpack.decode(question, type=Job))

    def print(self, job: Job) -> bytes:
        """One document as PDF; a board alone as PNG."""
        if job.document:
            return self._printed(job)
        from games.reports import easel  # only here: not needed without a picture

        alone = replace(job, document=PLATE, style="plate")
        return easel.paint(job.printed or self._printed(alone))

    def _printed(self, job: Job) -> bytes:
        board = Board(job.board, self.lettering, self.fetcher) if job.board else None
        laid_out = Document(job.document, self.fetcher, self.usual).render(
            stylesheets=[self.style(job.style, job.ink)], font_config=self.font_config,
            counter_style=CounterStyle(), pdf_variant=VARIANT, cache={BOARD: board, ruled.ADDRESS: Ruled()},
        )  # fmt: skip
        if job.head is not None:
            add_heads(laid_out.pages, job.head, self.lettering)
        return bytes(laid_out.write_pdf(pdf_variant=VARIANT, finisher=partial(_finish, board)))


def _finish(board: Board | None, document: object, pdf: Any) -> None:
    """What WeasyPrint leaves to do."""
    _mark(board, pdf)
    for made in pdf.objects:
        if isinstance(made, pydyf.Stream):
            if "Length1" in made.extra:
                font = bare(b"".join(made.stream))
                made.stream, made.extra["Length1"] = [font], len(font)
            _squeeze(made)


def _squeeze(made: Any) -> None:
    """Compress it here: WeasyPrint's level takes twice as long, for one byte in a hundred."""
    if made.compress and all(isinstance(part, bytes) for part in made.stream):
        made.stream, made.compress = [zlib.compress(b"\n".join(made.stream), LEVEL)], False
        made.extra["Filter"] = "/FlateDecode"


def _mark(board: Board | None, pdf: Any) -> None:
    """Say where on the first page the board is: who wants its picture need not look for it."""
    if board is not None and board.box:
        pdf.objects[pdf.pages["Kids"][0]]["ArtBox"] = pydyf.Array(board.box)


def _family(family: str, place: int) -> str:
    return f"{family}-{place}" if place else family


def _address(family: str, weight: int) -> str:
    return f"face:{family}-{weight}"


def _font_face(family: str, weight: int) -> str:
    address = _address(family, weight)
    return f"@font-face {{ font-family: {family}; font-weight: {weight}; src: url({address}) }}\n"


def main() -> None:
    """Load what every document needs, then print."""
    logging.getLogger("weasyprint").setLevel(logging.CRITICAL)
    logging.getLogger("fontTools").setLevel(logging.CRITICAL)
    child.limit(LIMITS)
    press = Press()
    gc.freeze()  # faces and style sheets stay: no collection need look at them again
    child.serve(press.answer, SECONDS)


if __name__ == "__main__":
    main()
