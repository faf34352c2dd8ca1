"""What a printed report says, and to whom: to eyes, to search and to screen readers."""

import re

import pytest
from msgspec.structs import replace

from games.benchmarks.reports import turn_report
from games.reports import pdf
from games.reports.content import Section


def spoken(report):
    """Everything in a report that is text."""
    yield from (report.game, report.match, report.turn, report.reader, report.made_at, report.deadline)
    yield from (text for part in report.story for text in (part.heading, *part.paragraphs))
    yield from (*report.seats.columns, *(cell for row in report.seats.rows for cell in row))
    yield from (report.asked.prompt, *report.asked.lines, *report.sheet.lines, *report.answer, *report.footer)


def letters(text):
    """Without what a line break may change."""
    return re.sub(r"[\s\u200b-]", "", text)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_that_a_report_says_can_be_searched(seats, words):
    report = turn_report("scrappers", seats, 9)
    said = letters(words(pdf.render(report)))
    assert [text for text in spoken(report) if letters(text) not in said] == []


@pytest.mark.parametrize("seats", [2, 4])
def test_every_word_of_the_board_is_text_not_curves(seats, words):
    report = turn_report("scrappers", seats, 9)
    said = letters(words(pdf.render(report)))
    drawn = re.findall(r"<text[^>]*>([^<&]+)</text>", report.board)
    assert len(drawn) > 100
    assert [text for text in drawn if letters(text) not in said] == []


def test_the_document_has_a_title_and_a_language_and_is_tagged(report, read):
    opened = read(pdf.render(replace(report, language="pl")))
    assert opened.metadata.title == "Star Scrappers: Cave-In: The Tuesday mine, Turn 18"
    assert opened.root_object["/Lang"] == "pl"
    assert opened.root_object["/MarkInfo"]["/Marked"]
    assert opened.root_object["/ViewerPreferences"]["/DisplayDocTitle"]
    assert b"pdfuaid" in opened.root_object["/Metadata"].get_data()


def tags(element):
    """The kinds of a structure tree, from the root down."""
    yield str(element.get("/S", ""))
    kids = element.get("/K", [])
    for kid in kids if isinstance(kids, list) else [kids]:
        kid = kid.get_object()
        if isinstance(kid, dict):
            yield from tags(kid)


def test_a_screen_reader_finds_headings_a_table_a_list_and_the_board_described(report, read):
    root = read(pdf.render(report)).root_object["/StructTreeRoot"]
    kinds = list(tags(root))
    assert {"/H1", "/H2", "/H3", "/P", "/Table", "/TR", "/TH", "/TD", "/L", "/LI", "/Figure"} <= set(kinds)
    assert kinds.count("/Figure") == 1
    assert report.board_text in str(alternatives(root))


def alternatives(element):
    """What figures are called."""
    found = [str(element["/Alt"])] if "/Alt" in element else []
    kids = element.get("/K", [])
    for kid in kids if isinstance(kids, list) else [kids]:
        kid = kid.get_object()
        if isinstance(kid, dict):
            found += alternatives(kid)
    return found


def test_the_board_has_the_first_page_turned_to_fit(report, read):
    first, second, *_ = read(pdf.render(report)).pages
    assert first.mediabox.width > first.mediabox.height
    assert second.mediabox.width < second.mediabox.height


def test_a_tall_board_stands(report, read):
    tall = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 900"><text x="9" y="99">tall</text></svg>'
    )
    first = read(pdf.render(replace(report, board=tall))).pages[0]
    assert first.mediabox.width < first.mediabox.height
    assert "tall" in first.extract_text()


LONG = (
    '<svg xmlns="http://www.w3.org/2000/svg"{fold} viewBox="0 0 600 2000">'
    '<text x="9" y="99">above</text><text x="9" y="1900">below</text></svg>'
)


def test_a_long_board_that_may_be_divided_is_printed_larger_on_two_pages(report, read):
    whole = read(pdf.render(replace(report, board=LONG.format(fold="")))).pages
    divided = read(pdf.render(replace(report, board=LONG.format(fold=' data-fold="900"')))).pages
    assert len(divided) == len(whole) + 1
    sizes = [_drawn_size(pages[0], "above") for pages in (whole, divided)]
    assert sizes[1] > 1.5 * sizes[0]


def _drawn_size(page, word):
    """How large the letters of a word are, in points."""
    found = []

    def visit(text, cm, tm, _font, size):
        if word in text:
            found.append(abs(cm[3] * tm[3]) * size)

    page.extract_text(visitor_text=visit)
    return max(found)


def test_a_long_story_runs_over_pages_with_heads_and_numbers(report, read):
    long = replace(report, story=report.story * 8)
    pages = read(pdf.render(long)).pages
    assert len(pages) > 6
    for number, page in enumerate(pages[1:], start=2):
        text = page.extract_text()
        assert f"{number} / {len(pages)}" in text
        assert "The Tuesday mine" in text


def test_polish_and_german_names_are_spelt(report, words):
    names = "Zażółć gęślą jaźń, Łucja Świątek, Jürgen Groß, Ælfrēd Čapek"
    said = words(pdf.render(replace(report, match=names, sheet=replace(report.sheet, lines=(names,)))))
    assert said.count(names) >= 3


@pytest.mark.parametrize("name", ["שלום עולם", "مرحبا", "你好世界", "👩‍🚀🚀🎲", "नमस्ते", "A\u202eevil", "Z̸̢͘a̵͝l"])
def test_no_script_breaks_a_report(report, read, name):
    """D11: in every text, and in the board; what no font has is a box that can still be copied."""
    board = report.board.replace("DOCKS", name)
    everywhere = replace(
        report, match=name, deadline=name, board=board, story=(Section(name, (name,)),),
        sheet=replace(report.sheet, lines=(name,)),
    )  # fmt: skip
    pages = read(pdf.render(everywhere)).pages
    fonts = [font.get_object() for font in pages[0]["/Resources"]["/Font"].values()]
    known = b"".join(font["/ToUnicode"].get_data() for font in fonts)
    assert len(pages) >= 2
    assert name[0].encode("utf-16-be").hex().encode() in known


def test_a_report_may_lack_everything_but_its_board(report, words):
    bare = replace(
        report, deadline="", story=(), seats=None, asked=None, sheet=None, answer=(), footer=(), board_text=""
    )
    assert "The Tuesday mine" in words(pdf.render(bare))


def test_the_same_report_is_the_same_file(report):
    """A mail that is tried again, by another process, carries the same attachment."""
    printed = pdf.render(report)
    pdf.PRINTERS.close()
    assert pdf.render(report) == printed


def test_a_report_is_small(report):
    assert len(pdf.render(report)) < 60_000


def test_faces_are_embedded_as_subsets(report, read):
    fonts = {
        str(font.get_object()["/BaseFont"])
        for page in read(pdf.render(report)).pages
        for font in page["/Resources"]["/Font"].values()
    }
    assert all(re.match(r"/[A-Z]{6}\+", name) for name in fonts)
    assert {re.sub(r".*\+|,?(-Bold)?$", "", name) for name in fonts} == {"book", "plain", "typed"}
