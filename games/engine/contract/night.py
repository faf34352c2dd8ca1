"""The colours of a drawing by night: drawings carry those of paper, as emails and reports need them."""

from __future__ import annotations

import re
from collections.abc import Mapping


def by_night(colours: Mapping[str, str], within: str = "") -> str:
    """Rules of a style sheet that give each shape its other colour."""
    return "".join(
        f'{within}[{part}="{day}"] {{ {part}: {night} }}\n'
        for day, night in colours.items()
        for part in ("fill", "stroke")
    )


def alone(drawing: str, colours: Mapping[str, str]) -> str:
    """A drawing as a file that is shown by itself: it follows the colour scheme of its reader."""
    used = {day: night for day, night in colours.items() if f'"{day}"' in drawing}
    style = f"<style>@media (prefers-color-scheme: dark) {{\n{by_night(used)}}}</style>"
    return re.sub(r"^<svg[^>]*>", lambda start: start[0] + style, drawing)
