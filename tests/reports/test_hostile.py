"""P17: what players write is inert in print: nothing is fetched, nothing is embedded, nothing is executed."""

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from msgspec.structs import replace

from games.reports import pdf
from games.reports.content import Asked, OrderForm, Section, Table
from games.reports.job import Job
from games.reports.renderer import OwnFonts

SECRET = "the-inside-of-a-file-1f3a"
DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{}</svg>'
PLAIN = DRAWING.format('<rect width="9" height="9"/>')  # where the board is not what is tested
# The ways of M8 to make a renderer fetch; {} is the address.
WAYS = {
    "picture": '<img src="{}" alt="x"/>',
    "style sheet": '<link rel="stylesheet" href="{}"/>',
    "import": "<style>@import url({});</style>",
    "face": "<style>@font-face {{ font-family: x; src: url({}) }} p {{ font-family: x }}</style><p>x</p>",
    "background": '<p style="background: url({})">x</p>',
    "content": "<style>p::before {{ content: url({}) }}</style><p>x</p>",
    "list": '<ul style="list-style-image: url({})"><li>x</li></ul>',
    "attachment": '<link rel="attachment" href="{}"/>',
    "attached link": '<a rel="attachment" href="{}">x</a>',
    "object": '<object data="{}">x</object>',
    "embedded": '<embed src="{}"/>',
    "drawn picture": DRAWING.format('<image href="{}" width="9" height="9"/>'),
    "drawn use": DRAWING.format('<use href="{}#x"/>'),
    "base": '<base href="{}"/><img src="x.png" alt="x"/>',
    "colour profile": "<style>@color-profile --x {{ src: url({}) }}</style>",
}
DOCUMENT = (
    '<html lang="en"><head><title>x</title></head><body><img src="board:" alt="x"/>{}<p>end</p></body></html>'
)


class Listener:
    """A server that counts who comes, and sends some of them on to itself."""

    def __init__(self):
        self.asked: list[str] = []
        listener = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                listener.asked.append(self.path)
                self.send_response(302 if "redirect" in self.path else 200)
                self.send_header("Location", listener.address + "/inner")
                self.end_headers()

            def log_message(self, *args):
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture(scope="module")
def listener():
    listening = Listener()
    yield listening
    listening.server.shutdown()
    listening.server.server_close()


@pytest.fixture
def secret_file(tmp_path):
    path = tmp_path / "secret.txt"
    path.write_text(SECRET)
    return path


@pytest.fixture
def addresses(listener, secret_file):
    """Where a hostile text may point to."""
    return [f"{listener.address}/x", f"{listener.address}/redirect", secret_file.as_uri(), str(secret_file)]


def embedded(opened):
    """What is inside a PDF besides its pages."""
    names = opened.root_object.get("/Names", {})
    return [*opened.attachments, *(["files"] if "/EmbeddedFiles" in names else [])]


def everything(opened):
    """Each stream of a PDF, unpacked."""
    numbers = [*opened.xref.get(0, {}), *opened.xref_objStm]
    objects = [opened.get_object(number) for number in numbers if number]
    return b"".join(item.get_data() for item in objects if hasattr(item, "get_data"))


@pytest.mark.parametrize("way", WAYS)
def test_markup_that_got_through_fetches_and_embeds_nothing(read, listener, addresses, way):
    """D2, D3, D4, M8: the child itself, as if nothing had been escaped; files, addresses, redirects."""
    for address in addresses:
        body = WAYS[way].format(address)
        try:
            printed = pdf.print_job(Job(DOCUMENT.format(body).encode(), PLAIN, "#000000"))
        except pdf.RenderFailed:
            continue  # not printed at all: so be it
        assert embedded(read(printed)) == []
        assert SECRET.encode() not in everything(read(printed))
    assert listener.asked == []


DRAWN = {
    "picture": '<image href="{}" width="9" height="9"/>',
    "use": '<use href="{}#x"/>',
    "import": "<style>@import url({});</style>",
    "face": "<style>@font-face {{ font-family: x; src: url({}) }}</style>",
    "fill": '<rect width="9" height="9" fill="url({}#x)"/>',
}


@pytest.mark.parametrize("way", DRAWN)
def test_a_picture_that_points_outside_fetches_nothing(report, read, listener, addresses, way):
    """D5"""
    drawn = "".join(DRAWN[way].format(address) for address in (*addresses, "data:image/png;base64,AAAA"))
    board = report.board.replace("</svg>", drawn + "</svg>")
    try:
        opened = read(pdf.render(replace(report, board=board)))
    except pdf.RenderFailed:
        opened = read(pdf.render(report))  # not printed at all: so be it
    assert listener.asked == []
    assert b"/Image" not in everything(opened)
    assert SECRET.encode() not in everything(opened)


def hostile(addresses):
    """Texts that players may write: D1, D6, M8, M9."""
    texts = [way.format(address) for way, address in zip(WAYS.values(), addresses * len(WAYS), strict=False)]
    return [
        *texts,
        "<script>alert(1)</script>",
        '"><img src=x onerror=alert(1)>',
        "{{ report.board }}{% include 'base.html' %}{% debug %}",
        "</title><style>* { display: none }</style>",
        "]]><!-- & &amp; &lt; &#0; &bogus;",
        "<div>" * 400,
        '<p style="font-size: 1e9px">x</p>',
        "' style='position: fixed; inset: 0",
        "\\29 } @page { size: 1mm }",
        "${7*7} #{7*7} %s %(x)s {0}",
    ]


def everywhere(report, text):
    """The text in every field that is one."""
    return replace(
        report, board=PLAIN, game=text, match=text, turn=text, reader=text, made_at=text, board_text=text,
        deadline=text,
        story_heading=text, story=(Section(text, (text, text)),),
        seats=Table(text, (text, text), ((text, text),)),
        asked=Asked(text, text, (text, text)), sheet=OrderForm(text, (text,), 2), answer=(text,),
        footer=(text,),
    )  # fmt: skip


@pytest.mark.slow
def test_hostile_texts_are_printed_as_they_were_written(report, words, read, listener, addresses):
    """D1, D2, D4, D6: each in every field; the text is all that comes of it."""
    for text in hostile(addresses):
        printed = pdf.render(everywhere(report, text))
        said = "".join(words(printed).split()).replace("\u200b", "")
        assert said.count("".join(text.split())[:50]) >= 8, text
        assert embedded(read(printed)) == []
    assert listener.asked == []


def test_no_secret_of_the_template_is_shown(report, words, settings):
    """D1"""
    said = words(pdf.render(everywhere(report, "{{ settings.SECRET_KEY }} {% load static %}")))
    assert "{{ settings.SECRET_KEY }}" in said
    assert settings.SECRET_KEY not in said


def test_the_fetcher_knows_its_own_faces_and_nothing_else(secret_file):
    """M8: by exact name, also when urllib asks on behalf of a redirect."""
    fetcher = OwnFonts({"face:book-400": secret_file})
    assert fetcher("face:book-400").read() == SECRET.encode()
    for address in (
        secret_file.as_uri(),
        "face:book-400?x",
        "FACE:book-400",
        "http://127.0.0.1:1/",
        "data:,x",
    ):
        with pytest.raises(ValueError, match="nothing is fetched"):
            fetcher(address)
        with pytest.raises(ValueError, match="nothing is fetched"):
            fetcher.open(address)


@pytest.mark.parametrize(
    "body",
    [
        "<div>" * 400 + "</div>" * 400,
        '<p style="font-size: 1e9px">x</p>',
        "<p>",
        "<!DOCTYPE x [<!ENTITY a 'aaaa'>]><p>&a;</p>",
    ],
)
def test_markup_that_breaks_the_renderer_breaks_one_report_only(report, body):
    """D6, M9: if it ever came that far."""
    with pytest.raises(pdf.RenderFailed):
        pdf.print_job(Job(DOCUMENT.format(body).encode(), PLAIN, "#000000"))
    assert pdf.render(report).startswith(b"%PDF")
