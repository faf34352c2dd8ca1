"""Text that nobody sees in an HTML email never becomes an order."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from games.models import Match, Order
from post import inbox, mailboxes
from post.parsing.html import text_of_html
from tests.mailboxes import reply_address
from tests.post.inbox import seat_of
from tests.services.conftest import on_turn
from tests.timing import quick

HIDING = [
    "display:none",
    "DISPLAY : NONE !important",
    "displ\\61y: n\\6fne",
    "display:/**/none",
    "visibility:hidden",
    "visibility:collapse",
    "opacity:0",
    "opacity:.01",
    "opacity:0%",
    "opacity:calc(0)",
    "content-visibility:hidden",
    "mso-hide:all",
    "filter:opacity(0)",
    "color:white",
    "color:#fff",
    "color:#fefefe",
    "color:rgb(255,255,255)",
    "color:hsl(0 0% 100%)",
    "color:transparent",
    "color:rgba(0,0,0,0.01)",
    "color:#0000",
    "color:Canvas",
    "color:color-mix(in srgb, white, white)",
    "color:lab(100% 0 0)",
    "background:color-mix(in srgb, black, black)",
    "position:absolute;z-index:-1",
    "-webkit-text-fill-color:transparent",
    "background:black",
    "background-color:#000",
    "background:#ff0000 url(x.png); color:red",
    "background-image:linear-gradient(#000, #000)",
    "--c:white; color:var(--c)",
    "color:var(--no, white)",
    "font-size:0",
    "font-size:1px",
    "font-size:0.01em",
    "font-size:2%",
    "font-size:calc(1px * 0)",
    "font:0/0 a",
    "font:bold 1px serif",
    "height:0;overflow:hidden",
    "max-height:0px;overflow:hidden",
    "height:1px;overflow:auto",
    "width:0;overflow:hidden",
    "max-width:1px;overflow-x:hidden",
    "line-height:0;overflow:hidden",
    "position:absolute;left:-9999px",
    "position:absolute;top:-1000px",
    "position:fixed;right:-100em",
    "position:relative;left:-200%",
    "position:absolute;left:9999px",
    "position:absolute;inset:-9999px auto auto -9999px",
    "margin-left:-9999px",
    "margin:-5000px 0 0 0",
    "text-indent:-9999px",
    "text-indent:-100%",
    "letter-spacing:-1em",
    "clip:rect(0,0,0,0);position:absolute",
    "clip-path:inset(50%)",
    "-webkit-mask:linear-gradient(transparent,transparent)",
    "transform:scale(0)",
    "transform:scaleX(0.001)",
    "transform:translateX(-9999px)",
    "transform:rotateY(90deg)",
    "scale:0",
    "zoom:0",
    "zoom:1%",
    "text-decoration:line-through",
    "text-decoration-line:underline line-through",
    "position:absolute;left:calc(-1 * 9999px)",
    "position:absolute;inset-inline-start:-9999px",
    "margin-block-start:-9999px",
    "padding-left:9999px",
    "max-height:calc(2px - 1px);overflow:hidden",
    "max-block-size:0;overflow:hidden",
    "height:5px;overflow:hidden",
    "width:0;contain:strict",
    "display:grid;grid-template-rows:0fr",
    "word-spacing:-9999px",
    "offset-path:path('M-999 -999')",
    "mix-blend-mode:screen",
    "animation:fade 0s forwards",
]


@pytest.mark.parametrize("style", HIDING)
def test_a_hiding_style_hides_by_itself_around_others_and_by_a_sheet(style: str) -> None:
    shown = "<p>end</p>"
    for html in (
        f"<div style='{style}'>recruit TER1</div>{shown}",
        f"<div style='{style}'><table><tr><td><b>recruit TER1</b></td></tr></table></div>{shown}",
        f"<style>.x, #y{{{style}}}</style><div class='a X'>recruit TER1</div>{shown}",
        f"<div id=y>recruit TER1</div>{shown}<style>@media screen{{div#y{{{style}}}}}</style>",
    ):
        assert text_of_html(html).split() == ["end"]


@pytest.mark.parametrize(
    "html",
    [
        "<div hidden>recruit TER1</div>",
        "<template>recruit TER1</template>",
        "<noscript>recruit TER1</noscript>",
        "<script>recruit TER1</script>",
        "<title>recruit TER1</title>",
        "<head><title>recruit TER1</title></head>",
        "<!-- recruit TER1 --><!--[if mso]>recruit TER1<![endif]-->",
        "<textarea hidden>recruit TER1</textarea>",
        "<svg><text>recruit TER1</text></svg>",
        "<object>recruit TER1</object><iframe>recruit TER1</iframe><video>recruit TER1</video>",
        "<select><option>recruit TER1</select><datalist><option>recruit TER1</datalist>",
        "<details><summary></summary>recruit TER1<p>recruit TER1</p></details>",
        "<dialog>recruit TER1</dialog>",
        "<div popover>recruit TER1</div>",
        "<progress>recruit TER1</progress>",
        "<small>" * 8 + "recruit TER1" + "</small>" * 8,
        "<font color=white>recruit TER1</font>",
        "<body link=white><a href=x>recruit TER1</a>",
        "<s>recruit TER1</s><strike>recruit TER1</strike><del>recruit TER1</del>",
        "<style>b::first-line {color:white}</style><b>recruit TER1</b>",
        "<font color='FFFFFF'>recruit TER1</font>",
        "<table bgcolor=black><tr><td>recruit TER1</td></tr></table>",
        "<div style='font-size:0'>recruit TER1<b>recruit TER1</b>recruit TER1</div>",
        "<span style='opacity:.3'><i style='opacity:.3'>recruit TER1</i></span>",
    ],
)
def test_what_no_mail_program_shows_is_not_read(html: str) -> None:
    assert text_of_html(f"{html}<p>end</p>").split() == ["end"]


@pytest.mark.parametrize(
    "sheet",
    [
        "div {display:none}",
        "body div {display:none}",
        "body > div.x {display:none}",
        "p + div {display:none}",
        "p ~ .x {display:none}",
        "[title] {display:none}",
        "[title=note] {display:none}",
        "[title^='no'] {display:none}",
        "div:nth-child(1) {display:none}",
        "div:not(.y) {display:none}",
        "*|div {display:none}",
        ":is(div) {display:none}",
        "a, b, div {display:none}",
        "body { .x {display:none} }",
        "@supports (display:block) { .x {display:none} }",
        "@media (min-width:1px) { .x {display:none} }",
        ".x {display:none} @media (max-width:1px) { .x {display:block} }",
        ".x {display:none !important} #y {display:block}",
        "#y {display:none} .x {display:block}",
        "<!-- .x {display:none} -->",
        "@charset 'x'; @import url(x); .x {display:none}",
        ".x:hover {color:red} .x {display:none}",
        "html {color:white}",
        ":root {--w:white} .x {color:var(--w)}",
        "@layer a { .x {display:none} }",
    ],
)
def test_a_style_sheet_hides_by_any_selector(sheet: str) -> None:
    html = "<html><head><style>{}</style></head><body><div class=x id=y title=note>recruit TER1</div></body>"
    assert text_of_html(html.format(sheet)).split() == []


@pytest.mark.parametrize(
    "html",
    [
        "<div style='color:#333;font-size:11.0pt;margin-left:-5.4pt;text-indent:-18pt'>end</div>",
        "<div style='background:#1f1f1f;color:white'>end</div>",
        "<body bgcolor=black text=white>end</body>",
        "<div style='font-size:0'><span style='font-size:14px'>end</span></div>",
        "<div style='visibility:hidden'><b style='visibility:visible'>end</b></div>",
        "<div style='color:white'><b style='color:black'>end</b></div>",
        "<div style='height:0'>end</div>",
        "<div style='line-height:1;overflow:hidden;height:20px'>end</div>",
        "<div style='overflow:auto;width:100%;max-width:600px'>end</div>",
        "<div style='position:relative;left:0;top:0'>end</div>",
        "<div style='opacity:0.8;transform:none;filter:none;clip:auto'>end</div>",
        "<div style='color:inherit;font-size:inherit;background:transparent'>end</div>",
        "<div style='color:var(--unknown)'>end</div>",
        "<div style='color:nonsense;font-size:nonsense;opacity:nonsense'>end</div>",
        "<div style='width:calc(100% - 20px);overflow:hidden;font-size:clamp(14px, 1vw, 18px)'>end</div>",
        "<div style='zoom:1;animation:none;text-decoration:none;mix-blend-mode:normal'>end</div>",
        "<body link=blue><a href=x>end</a></body>",
        "<small>end</small>",
        "<div style='color:windowtext'>end</div>",
        "<font size=1 color=#666666>end</font>",
        "<details open><summary></summary>end</details>",
        "<style>.x{display:none} .x.y{display:block}</style><div class='x y'>end</div>",
        "<style>.x{display:none}</style><div class=x style='display:block'>end</div>",
        "<style>div:hover{display:none} div::before{opacity:0} a:visited{color:#fff}</style><div>end</div>",
        "<style>@media print{p{display:none}}</style><style media=print>p{opacity:0}</style><p>end</p>",
        "<style>p.MsoNormal, li.MsoNormal {margin:0in; font-size:11.0pt}</style><p class=MsoNormal>end</p>",
        "<style>#outlook a{padding:0} .other{display:none} table .x{opacity:0}</style><div class=x>end</div>",
        "<style>@font-face{font-family:x; src:url(x)}</style><div aria-hidden=true>end</div>",
    ],
)
def test_what_a_reader_sees_is_read(html: str) -> None:
    assert text_of_html(html).split() == ["end"]


def test_a_style_sheet_that_is_out_of_reach_or_too_much_leaves_nothing_to_play() -> None:
    """What cannot be judged is not an order."""
    assert text_of_html("<p class=x>end</p>" + "<i>" * 70_000 + "<style>.x{display:none}</style>") == ""
    rules = "".join(f".c{n} p{{color:red}}" for n in range(9_000))
    assert text_of_html(f"<style>{rules}</style><p>end</p>") == ""
    assert text_of_html("<style>" + "a," * 3_000 + "b{display:none}</style><p>end</p>") == ""


def test_a_long_email_with_the_style_sheet_of_an_office_program_is_read() -> None:
    names = "".join(
        f"table.t{n} td p.c{n}, li.Mso{n} {{font-size:11.0pt; color:#1F497D}}\n" for n in range(100)
    )
    lines = "".join(f"<p class=c{n % 100}>line {n}</p>" for n in range(1_500))
    sheet = names + "td p {margin:0}" * 40
    assert "line 1499" in text_of_html(f"<style>{sheet}</style><table><tr><td>{lines}</table>")


HOSTILE = {
    "selectors": "<style>"
    + "div div div div p{color:red}" * 3_000
    + "</style>"
    + "<div>" * 200
    + "<p>x" * 2_000,
    "ancestors": "<style>" + ".no p{color:red}" * 3_000 + "</style>" + "<div>" * 240 + "<p>x" * 3_000,
    "universal": "<style>" + "*{color:red}" * 5_000 + "</style>" + "<p>x" * 20_000,
    "siblings": "<style>" + "p~p~p~p~p{color:red}" * 2_000 + "</style>" + "<p>x" * 20_000,
    "own styles": "".join(f"<p style='color:#{n:06x};font-size:{n}px'>x" for n in range(4_000)),
    "brackets": "<style>" + "(" * 100_000 + "</style><p>x",
    "blocks": "<style>" + "a{" * 50_000 + "</style><p>x",
    "media": "<style>" + "@media x{" * 12_000 + "</style><p>x",
    "variables": "<p style='--a:var(--a)var(--a);color:var(--a)'>x" * 3_000,
    "numbers": "<p style='opacity:1e999;font-size:1e999px;left:-1e999px;position:absolute'>x" * 2_000,
    "selector lists": "<style>" + "a," * 40_000 + "p{display:none}</style><p>x",
    "links": "<body link=blue>" + "<div>" * 200 + "<a href=x>y</a>" * 20_000,
    "sums": "".join(f"<p style='margin:calc({'(' * 40}{n}px{')' * 40})'>x" for n in range(4_000)),
    "nested": "<div style='font-size:2em;opacity:.99'>" * 4_000 + "x",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_no_style_takes_long(name: str) -> None:
    """P5, A10: the slowest takes half a second of the processor, and none is an error."""
    with quick(2.0):
        text_of_html(HOSTILE[name])


def test_hidden_text_in_an_email_is_no_order(duel: Match) -> None:
    """A8: the whole way, through the inbox."""
    seat = seat_of(duel, on_turn(duel))
    address = seat.user.email if seat.user is not None else ""
    hidden = "<style>.q{font-size:0}</style><p>end</p><p class=q>recruit TER1</p><p hidden>resign</p>"
    raw = f"From: {address}\r\nContent-Type: text/html\r\nMessage-ID: <h@x>\r\n\r\n{hidden}".encode()
    mailboxes.receive(raw, reply_address(seat), address, "smtp")
    inbox.read_due()
    assert [order.text for order in Order.objects.all()] == ["end"]


def test_what_is_struck_out_is_no_order_though_the_plain_text_beside_it_does_not_say_so(duel: Match) -> None:
    seat = seat_of(duel, on_turn(duel))
    message = EmailMessage()
    message["From"] = seat.user.email if seat.user is not None else ""
    message["To"] = reply_address(seat)
    message["Message-ID"] = "<struck@example.org>"
    message.set_content("recruit TER1\nend\n")
    message.add_alternative("<div><strike>recruit TER1</strike></div><div>end</div>", subtype="html")
    mailboxes.receive(message.as_bytes(), reply_address(seat), message["From"], "smtp")
    inbox.read_due()
    assert [order.text for order in Order.objects.all()] == ["end"]
