"""One ink for each game, as a style sheet: pages may have no styles of their own."""

from __future__ import annotations

from functools import cache

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.engine.contract.night import by_night
from games.services.engines import ENGINES

Colour = tuple[float, float, float]

LIGHT_PAPER = "#fcfaf4"  # as in edgepbem.css
DARK_PAPER = "#1b1a18"
BLACK: Colour = (0.0, 0.0, 0.0)
CREAM: Colour = (1.0, 0.96, 0.88)
ENOUGH = 7.0  # contrast, for text of any size: more than AA requires, since thin lines need it


@require_safe
@cache_control(public=True, max_age=3600)
def inks(request: HttpRequest) -> HttpResponse:
    """The inks of all games, for light and for dark paper."""
    return HttpResponse(_sheet(), content_type="text/css; charset=utf-8")


@cache
def _sheet() -> str:
    inked = "".join(_rule(slug, engine.ink) for slug, engine in ENGINES.items())
    return f"{inked}@media (prefers-color-scheme: dark) {{\n{_by_night()}}}\n"


def _by_night() -> str:
    """The drawings in pages."""
    colours = {day: night for engine in ENGINES.values() for day, night in engine.night.items()}
    return by_night(colours, ":is(.board, .part, .sketches) ")


def _rule(slug: str, ink: str) -> str:
    light, dark = readable(ink, LIGHT_PAPER, BLACK), readable(ink, DARK_PAPER, CREAM)
    return f".game-{slug} {{ --game-light: {light}; --game-dark: {dark} }}\n"


def readable(ink: str, paper: str, towards: Colour) -> str:
    """The ink, or the nearest readable colour between it and another one."""
    ground, colour = _colour(paper), _colour(ink)
    for step in range(21):
        share = step / 20
        mixed = tuple(a * (1 - share) + b * share for a, b in zip(colour, towards, strict=True))
        if contrast((mixed[0], mixed[1], mixed[2]), ground) >= ENOUGH:
            return "#" + "".join(f"{round(part * 255):02x}" for part in mixed)
    raise ValueError(f"nothing between {ink} and {towards} can be read on {paper}")


def contrast(one: Colour, other: Colour) -> float:
    """The ratio that WCAG 2 defines: 1 for the same colour, 21 for black on white."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Colour) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4) for part in colour
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _colour(written: str) -> Colour:
    red, green, blue = (int(written[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return (red, green, blue)
