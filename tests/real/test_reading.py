"""Every kind of page can be read by everybody: axe-core finds nothing, and focus is never hidden."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from games.models import Match
from tests.catalogue import IS_FULL
from tests.real.doors import Player, begin, sign_up
from tests.real.server import Server
from tests.real.smtp import Sink
from tests.real.test_clicking import DESK, GAMES, PHONE, enter

pytestmark = pytest.mark.slow

AXE = (Path(__file__).parent.parent / "assets" / "axe.min.js").read_text(encoding="utf-8")
EVERY_DAY = ["/", "/matches/", "/matches/new/", "/account/", "/decks/"]
FOR_ALL = [
    "/lobby/",
    "/sign-in/",
    "/rules/edge/",
    "/rules/edge/?q=move",
    "/rules/edge/rule/ED-9.1/",
    "/nothing/",
]
LONG = ["/rules/scrappers/all/", "/rules/dreamblade/reference/", "/rules/edge/reference/", "/api/docs/"]
BUILDERS = ["/decks/new/?game=edge", "/decks/new/?game=dreamblade"]
ACCOUNT = ["/account/absence/", "/account/tokens/", "/account/password/", "/account/delete/"]
OF_A_MATCH = ["", "standing/", "dice/", "turns/0/", "turns/0/1/", "resign/", "agree/"]
# In the other scheme only colours can be wrong.
SCHEMES = {"light": "{}", "dark": "{runOnly: ['color-contrast']}"}


@contextmanager
def window(browser: Browser, **looks: Any) -> Iterator[Page]:
    context = browser.new_context(bypass_csp=True, **looks)
    yield context.new_page()
    context.close()


def found_by_axe(page: Page, address: str) -> list[str]:
    """What axe-core finds on a page, in both colour schemes."""
    page.goto(address)
    page.evaluate(AXE)
    found: list[str] = []
    for scheme, options in SCHEMES.items():
        page.emulate_media(color_scheme="light" if scheme == "light" else "dark")
        result = page.evaluate(f"axe.run(document, {options})")
        assert result["passes"], address
        found += [f"{scheme}: {one['id']}: {one['nodes'][0]['html'][:120]}" for one in result["violations"]]
    return found


def _asked(server: Server, match_id: int, players: list[Player]) -> Player:
    """A player that the match waits for."""
    with server.at_hand():
        seat = Match.objects.get(pk=match_id).seats.exclude(waiting_since=None).order_by("number")[0]
        return players[seat.number - 1]


def _pages(match_id: int) -> tuple[list[str], list[str]]:
    """What anybody sees, and what a player sees."""
    of_a_match = [f"/matches/{match_id}/{part}" for part in OF_A_MATCH]
    if not IS_FULL:
        return FOR_ALL[1:3], [*EVERY_DAY, *of_a_match[:2]]
    return [*EVERY_DAY[:1], *FOR_ALL, *LONG], [*EVERY_DAY, *FOR_ALL, *BUILDERS, *ACCOUNT, *of_a_match]


@pytest.mark.catalogue
def test_axe_finds_nothing_on_any_kind_of_page(server: Server, smtp_sink: Sink, browser: Browser) -> None:
    players = sign_up(server, "alice", "bob")
    made = [begin(server, players, game) for game in GAMES]
    wrong: dict[str, list[str]] = {}
    for_all, own = _pages(made[0])
    with window(browser, **DESK) as page:
        wrong |= {f"anybody {path}": found_by_axe(page, f"{server.site}{path}") for path in for_all}
        enter(server, page, players[0])
        wrong |= {path: found_by_axe(page, f"{server.site}{path}") for path in own}
    for match_id in made:
        with window(browser, **PHONE) as page:
            enter(server, page, _asked(server, match_id, players))
            address = f"{server.site}/matches/{match_id}/"
            wrong[address] = found_by_axe(page, address)
            first = page.locator("#question .words a").first
            if first.count():
                chosen = f"{server.site}{first.get_attribute('href')}"
                wrong[chosen] = found_by_axe(page, chosen)
    assert {path: found for path, found in wrong.items() if found} == {}


def test_nothing_covers_what_has_the_focus(server: Server, smtp_sink: Sink, browser: Browser) -> None:
    """A builder has its sums at the foot of the window and its search at the head."""
    [alice] = sign_up(server, "alice")
    with window(browser, **DESK, reduced_motion="reduce") as page:  # else it is still on its way
        enter(server, page, alice)
        page.goto(f"{server.site}/decks/new/?game=dreamblade")
        page.evaluate("for (const fold of document.querySelectorAll('.shelf-fold')) fold.open = true")
        for key in ["Tab"] * 30 + ["Shift+Tab"] * 15:
            page.keyboard.press(key)
            told = page.evaluate(HIDDEN)
            assert not told, told


HIDDEN = """() => {
  const one = document.activeElement, box = one.getBoundingClientRect();
  const covers = (other) => {
    const over = other.getBoundingClientRect();
    return !other.contains(one) && box.bottom > over.top && box.top < over.bottom;
  };
  const isCovered = [...document.querySelectorAll(".builder-foot, .builder-find")].some(covers);
  const isOutside = box.bottom > innerHeight || box.top < 0;
  const isHidden = one !== document.body && box.height && (isCovered || isOutside);
  return isHidden ? one.outerHTML.slice(0, 120) : "";
}"""
