"""HTML emails in programs that drop `<style>`."""

from __future__ import annotations

import re

import pytest
from django.template import Engine

from post.inline_styles import inlined, rules
from post.text import drawn_and_told
from tests.post.emails import MAKING, email_of

SHEET = re.compile("<style>(.*?)</style>", re.DOTALL)


def tag(html: str, name: str) -> str:
    """The first tag with a class."""
    return next(one[0] for one in re.finditer("<[^>]+>", html) if f'class="{name}"' in one[0])


def test_without_its_sheet_an_email_keeps_its_picture_on_the_screen_and_its_preheader_hidden(duel, player):
    html = SHEET.sub("", email_of("turn", duel, player).html)
    assert "width: 100%" in tag(html, "board")
    assert "display: none" in tag(html, "glance")
    assert "background: #" in tag(html, "button")
    assert "{{" not in html


@pytest.mark.parametrize("kind", MAKING)
def test_the_preheader_is_apart_from_the_line_above_which_a_reply_is_written(kind, duel, player):
    html = email_of(kind, duel, player).html
    before, _glance, after = html.partition('<div class="glance"')
    assert "--=#" not in before
    assert "--=#" not in after.partition("</div>")[0]
    assert 'style="display: none' in after.partition(">")[0]


def test_dark_colours_win_over_those_in_the_tags(duel, player):
    [sheet] = SHEET.findall(email_of("turn", duel, player).html)
    dark = sheet.partition("prefers-color-scheme: dark")[2]
    declared = [one for rule in re.findall(r"\{([^{}]+)\}", dark) for one in rule.split(";") if one.strip()]
    assert declared
    assert [one for one in declared if not one.strip().endswith("!important")] == []


def test_pages_that_emails_lead_to_have_the_styles_of_the_site():
    page = Engine.get_default().get_template("mail/pages/unsubscribe.html").source
    assert "style=" not in str(page)


@pytest.mark.parametrize("sheet", [".foot a { color: red }\n", "a:hover { color: red }\n", "p { color: red"])
def test_a_rule_that_no_tag_can_carry_is_refused(sheet):
    with pytest.raises(ValueError, match=r"rule|single tag"):
        list(rules(sheet))


def test_a_tag_has_the_styles_of_its_name_and_its_classes_in_the_order_of_the_sheet():
    known = list(rules('p { margin: 0 }\n.due, td.due { font: 1em "A" }\n.muted { color: {{ ink }} }\n'))
    assert inlined('<p class="due muted" id="x"><pre>', known) == (
        """<p class="due muted" style="margin: 0; font: 1em 'A'; color: {{ ink }}" id="x"><pre>"""
    )


def test_rows_of_columns_stay_whole_and_other_lines_may_be_wrapped():
    board = "MAP\n  +---+---+\n2 |A  |   |\n  1   2\n\nSEAT 1, you"
    assert drawn_and_told(board) == [
        (False, "MAP"),
        (True, "  +---+---+\n2 |A  |   |\n  1   2"),
        (False, "\nSEAT 1, you"),
    ]
