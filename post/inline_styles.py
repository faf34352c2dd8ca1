"""Styles inside the tags of HTML emails: many email programs drop `<style>`.

The templates are changed once, when they are loaded: what users write is not there yet, and an email that is
sent costs no more. Rules for inner tags and dark mode stay in the `<style>` of `mail/base.html`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from django.template import Origin
from django.template.loaders import filesystem

SHEET = "mail/inlined.css"
_PAGES = "mail/pages/"  # not emails: pages that emails lead to
_RULE = re.compile(r"([^{}]+?) \{ ((?:\{\{.*?\}\}|[^{}])*?) \}\n")  # a colour may be a variable: {{ ink }}
_SELECTOR = re.compile(r"([a-z0-9]*)(?:\.([a-z-]+))?")
_TAG = re.compile(r'<([a-z][a-z0-9]*)(?: class="([^"]*)")?(?=[ >])')


@dataclass(frozen=True, slots=True)
class Rule:
    """The style of a tag, of a class, or of a tag with a class."""

    tag: str
    name: str
    style: str

    def is_for(self, tag: str, names: list[str]) -> bool:
        """Whether a tag with these classes has the style."""
        return self.tag in ("", tag) and (not self.name or self.name in names)


def rules(sheet: str) -> Iterator[Rule]:
    """The rules of a style sheet. Raises ValueError for what cannot be written into a tag."""
    if rest := _RULE.sub("", sheet).strip():
        raise ValueError(f"this is no rule: {rest[:60]}")
    for selectors, style in _RULE.findall(sheet):
        for selector in selectors.split(", "):
            found = _SELECTOR.fullmatch(selector)
            if found is None:
                raise ValueError(f"no single tag shows whether it is meant by {selector}")
            yield Rule(found[1], found[2] or "", style.replace('"', "'"))


def inlined(template: str, known: list[Rule]) -> str:
    """A template with the styles in its tags; a class is the first thing that a tag says.

    >>> inlined('<p class="due">', [Rule("", "due", "color: red")])
    '<p class="due" style="color: red">'
    """

    def styled(found: re.Match[str]) -> str:
        style = "; ".join(rule.style for rule in known if rule.is_for(found[1], (found[2] or "").split()))
        return f'{found[0]} style="{style}"' if style else found[0]

    return _TAG.sub(styled, template)


class Loader(filesystem.Loader):
    """Finds templates in the project's folder; those of emails come with their styles inlined."""

    @cached_property
    def _rules(self) -> list[Rule]:
        return list(rules(super().get_contents(next(iter(self.get_template_sources(SHEET))))))

    def get_contents(self, origin: Origin) -> str:
        """The text of a template."""
        contents = super().get_contents(origin)
        name = str(origin.template_name)
        is_email = name.startswith("mail/") and name.endswith(".html") and not name.startswith(_PAGES)
        return inlined(contents, self._rules) if is_email else contents
