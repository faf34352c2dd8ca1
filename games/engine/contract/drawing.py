"""What the pictures of all games are made of: text that is safe in an SVG, moves, names for ears, links."""

from __future__ import annotations

from textwrap import wrap
from xml.sax.saxutils import escape, quoteattr

# The page's own faces come first; on paper and in emails the kind at the end decides.
FACES = {
    "book": "'Source Serif 4', Palatino, serif",
    "plain": "'Source Sans 3', Helvetica, sans-serif",
    "typed": "'Courier Prime', monospace",
}


def written(content: str) -> str:
    """As XML has it; what cannot be printed, which XML forbids, is left out.

    >>> written("a < b\\x00")
    'a &lt; b'
    """
    plain = content if content.isprintable() else "".join(filter(str.isprintable, content))
    return escape(plain)


def wrapped_at(content: str, most: int) -> list[str]:
    """The lines of a text with at most so many characters each; no word of an order is broken.

    >>> wrapped_at("twilight-scout to C3", 14)
    ['twilight-scout', 'to C3']
    """
    return wrap(content, most, break_long_words=False, break_on_hyphens=False)


def letters(
    x: float, y: float, content: str, family: str, size: float,
    *, fill: str, bold: bool = False, anchor: str = "start",
) -> str:  # fmt: skip
    """One line of text; y is where its letters stand."""
    look = ' font-weight="bold"' if bold else ""
    look += "" if anchor == "start" else f' text-anchor="{anchor}"'
    return (
        f'<text x="{x:g}" y="{y:g}" font-family={quoteattr(family)} font-size="{size:g}"{look} '
        f'fill="{fill}">{written(content)}</text>'
    )


def page(
    width: float, height: float, title: str, summary: str, drawn: str,
    *, paper: str, defined: str = "", is_narrow: bool = False,
) -> str:  # fmt: skip
    """A whole picture on its paper, which needs nothing but itself; a narrow one fits a telephone."""
    kind = ' class="narrow"' if is_narrow else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg"{kind} viewBox="0 0 {width:g} {height:g}" role="img">'
        f"<title>{written(title)}</title><desc>{written(summary)}</desc>{defined}"
        f'<rect width="{width:g}" height="{height:g}" fill="{paper}"/>{drawn}</svg>\n'
    )


def moved(x: float, y: float, drawn: str) -> str:
    """The same drawing at another place."""
    return f'<g transform="translate({x:g} {y:g})">{drawn}</g>'


def titled(title: str, drawn: str) -> str:
    """What is told when a pointer rests on it, or to readers who cannot see it."""
    return f"<g><title>{written(title)}</title>{drawn}</g>"


def spot(word: str, address: str, data: str) -> str:
    """A place of a chart that leads on: its outline is the data of a path."""
    # The list of words beside it is the one for the keyboard and for ears. Two lines, light and dark: one of
    # them is seen on any ground.
    line = f'<path d="{data}"/>'
    label = f"<title>{written(word)}</title>"
    return f'<a class="spot" href={quoteattr(address)} tabindex="-1">{label}{line}{line}</a>'
