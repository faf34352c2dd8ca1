"""An email that came as HTML, as text: quotes become `>` lines, signatures go, the rest keeps its lines."""

from __future__ import annotations

from inscriptis.css_profiles import STRICT_CSS_PROFILE
from inscriptis.html_engine import Inscriptis
from inscriptis.model.config import ParserConfig
from lxml import etree
from lxml.html import HtmlElement, HTMLParser, document_fromstring

from post.parsing.limits import MAX_HTML
from post.parsing.reply_text import MARKER
from post.parsing.selectors import Node
from post.parsing.styles import Styles, Unjudgeable
from post.parsing.visibility import Look, is_folded, is_styled, is_unseen, look

QUOTED = "> ..."

# What holds a quote and nothing of the writer's own, by class or id; in addition to every blockquote.
_QUOTES = frozenset({"gmail_attr", "moz-cite-prefix", "reply-intro", "tutanota_quote", "quote", "airmail_on"})
# Below these everything is a copy, often without any container around it.
_CUTS = frozenset(
    {
        "divrplyfwdmsg",
        "mail-editor-reference-message-container",
        "ms-outlook-mobile-reference-message",
        "stopspelling",
        "zwchr",
        "yahoo_quoted",
        "aolreplacedbody",
        "replysplit",
    }
)
_SIGNATURES = frozenset(
    {
        "gmail_signature",
        "gmail_signature_prefix",
        "moz-signature",
        "ms-outlook-mobile-signature",
        "protonmail_signature_block",
        "signature",
        "applemailsignature",
        "yahoo-signature",
        "tutanota_signature",
        "messagesignaturesection",
    }
)
# Cells and lists would be padded and drawn, at a price that grows with their nesting; orders are plain lines.
_BLOCKS = {
    *("table", "tbody", "thead", "tfoot", "tr", "caption"),
    *("ul", "ol", "li", "dl", "dt", "dd"),
    *("section", "article", "form", "fieldset", "center", "address", "hr"),
}
_CELLS = frozenset({"td", "th"})
_CSS = STRICT_CSS_PROFILE.copy()


def text_of_html(html: str, most: int = MAX_HTML) -> str:
    """The text a reader sees, with `> ...` in place of each quote.

    >>> text_of_html("<p>recruit TER1<br>end</p><blockquote>recruit TER2</blockquote>")
    'recruit TER1\\nend\\n\\n> ...'
    """
    if "<style" in html[most:].lower():
        return ""  # it may hide anything above it
    tree = _parse(html[:most])
    if tree is None:
        return ""
    try:
        _simplify_all(tree)
    except Unjudgeable:
        return ""
    text: str = Inscriptis(tree, ParserConfig(css=_CSS)).get_text()
    return text.strip("\n")


def _simplify_all(tree: HtmlElement) -> None:
    """Take out what nobody sees, what is quoted and signatures, from the outside in."""
    sheets = [(sheet.text or "", sheet.get("media", "")) for sheet in tree.iter("style")]
    styles = Styles(sheets)
    waiting: list[tuple[HtmlElement, Node | None, list[Look]]] = [(tree, None, [Look()] * len(styles.views))]
    while waiting:
        element, parent, looks = waiting.pop()
        node = _node(element, parent)
        if not styles.are_empty or is_styled(node):
            pairs = zip(looks, styles.declared(node), strict=True)
            looks = [look(around, node, declared) for around, declared in pairs]
        if is_unseen(node) or any(one.is_gone for one in looks):
            _replace(element, "")
        if is_folded(node) or any(one.hides_text for one in looks):
            _blank(element)
        _simplify(element)
        waiting.extend((child, node, looks) for child in element)


def _node(element: HtmlElement, parent: Node | None) -> Node:
    given = {name: value.lower() for name, value in element.attrib.items()}
    classes = frozenset(given.get("class", "").split())
    depth = parent.depth + 1 if parent is not None else 0
    return Node(element.tag, given.get("id", ""), classes, given, parent, depth)


def _blank(element: HtmlElement) -> None:
    """Leave out an element's own words."""
    element.text = " "
    for child in element:
        child.tail = " "


def _parse(html: str) -> HtmlElement | None:
    # Bytes, since a text that names its own encoding would be refused.
    parser = HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True)
    try:
        return document_fromstring(html.encode("utf-8", "replace"), parser=parser)
    except etree.ParserError:  # nothing but white space or comments
        return None


def _simplify(element: HtmlElement) -> None:
    """Replace what is quoted or a signature; of the rest leave plain blocks without attributes."""
    names = _names(element)
    if names & _SIGNATURES:
        _replace(element, "")
    elif names & _CUTS or _is_forward(element, names):
        _replace(element, MARKER)
    elif element.tag == "blockquote" or names & _QUOTES or _is_whole_quote(element, names):
        _replace(element, QUOTED)
    elif element.tag in _BLOCKS:
        element.tag = "div"
    elif element.tag in _CELLS:
        element.tag = "span"
        element.tail = " " + (element.tail or "")
    element.attrib.clear()


def _names(element: HtmlElement) -> set[str]:
    """Classes, id and name; Outlook puts `x_` before those of an email that it quotes."""
    given = f"{element.get('class', '')} {element.get('id', '')} {element.get('name', '')}".lower()
    return {name.removeprefix("x_") for name in given[:500].split()}


def _replace(element: HtmlElement, text: str) -> None:
    element.clear(keep_tail=True)
    element.tag = "div"
    element.text = text


def _is_forward(element: HtmlElement, names: set[str]) -> bool:
    return "gmail_attr" in names and (element.text_content()[:200].lstrip().startswith("---"))


def _is_whole_quote(element: HtmlElement, names: set[str]) -> bool:
    """Gmail's container: with a blockquote inside, what stands beside that is the writer's own."""
    return "gmail_quote" in names and element.find(".//blockquote") is None
