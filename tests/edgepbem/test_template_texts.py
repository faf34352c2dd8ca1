"""`{% translate %}` gives what Django's own gives, and looks a text up once for a language."""

from __future__ import annotations

import pytest
from django.template import engines
from django.utils import translation
from django.utils.safestring import SafeString

from edgepbem import template_texts


def shown(source: str, **context: object) -> str:
    return str(engines["django"].from_string("{% load i18n %}" + source).render(context))


@pytest.mark.parametrize("language", ["en", "de", None])
def test_texts_are_in_the_language_of_the_reader(
    language: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = {"100 % sure & <b>free</b>": {"de": "zu 100 % sicher & <b>frei</b>"}}

    def gettext(text: str) -> str:
        plain = text.replace("%%", "%")
        return said.get(plain, {}).get(translation.get_language() or "", plain).replace("%", "%%")

    monkeypatch.setattr(template_texts, "gettext", gettext)
    template_texts._translated.cache_clear()
    expected = "zu 100 % sicher & <b>frei</b>" if language == "de" else "100 % sure & <b>free</b>"
    with translation.override(language):
        assert shown('{% translate "100 % sure & <b>free</b>" %}') == expected
        assert shown('{% trans "100 % sure & <b>free</b>" %}') == expected
    template_texts._translated.cache_clear()


def test_what_a_variable_says_is_escaped_as_before() -> None:
    assert shown("{% translate text %}", text="<b>") == "&lt;b&gt;"
    assert shown("{% translate text %}", text=SafeString("<b>")) == "<b>"
    assert shown('{% translate "Save" as said %}{{ said }}!') == "Save!"
    assert shown('{% translate "May" context "month" %}') == "May"
    assert shown('{% translate "Save" noop %}') == "Save"
