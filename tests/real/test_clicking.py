"""Playing with a browser: by mouse on a desk, by finger on a telephone, by keyboard, and without scripts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from playwright.sync_api import Error as PageError

from accounts.models import User
from games.engine.play.orders import waiting_for
from games.models import Match
from games.services import storage
from games.services.access import seats_of
from tests.catalogue import IS_FULL, LONGEST, many
from tests.clicking import MOST, best
from tests.real.doors import Move, Player, begin, next_move, order, sign_up
from tests.real.server import Server
from tests.real.smtp import Sink
from tests.real.test_live import sign_in
from tests.timing import wait_for

pytestmark = [pytest.mark.slow, pytest.mark.catalogue, pytest.mark.timeout(LONGEST)]
# Every day one reader begins one match; in the catalogue each plays every game to its end. The page of those
# with scripts may still be on its way to a receipt when it is opened again, which the browser calls an error.
EVERY_DAY = {("no scripts", "dreamblade")}

GAMES = {"scrappers": "scrapper", "edge": "warlord", "dreamblade": "dreamer"}
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
READERS: dict[str, dict[str, Any]] = {
    "desk": DESK,
    "phone": PHONE,
    "keyboard": DESK,
    "no scripts": {**DESK, "java_script_enabled": False},
}
BY_POINTING = ("desk", "phone")
MOST_TABS = 400


@pytest.fixture
def window(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A window of one kind of reader."""
    context = browser.new_context(**READERS[request.param])
    yield context.new_page()
    context.close()


def enter(server: Server, page: Page, player: Player) -> None:
    """A window in which a player is signed in already."""
    with server.at_hand():
        sign_in(server, page, User.objects.get(email=player.address))


def next_of(server: Server, match_id: int, game: str) -> Move | None:
    """What a bot would do for the player the match waits for; None when the match is over."""
    return next_move(server, match_id, (game, GAMES[game]))


def asks_another(server: Server, match_id: int, done: Move) -> bool:
    """Whether a move has been played: its question is gone."""
    with server.at_hand():
        match = Match.objects.get(pk=match_id)
        if match.status != Match.Status.RUNNING:
            return True
        run = storage.load(match, seats_of(match))
        return (seat := waiting_for(run)[0]) != done.seat or run.decision_id(seat) != done.question


def press(page: Page, selector: str, reader: str) -> None:
    """Click, tap, or go there with the Tab key and press Enter."""
    target = page.locator(selector).first
    if reader == "keyboard":
        tab_to(page, selector)
        page.keyboard.press("Enter")
        return
    try:
        (target.tap if reader == "phone" else target.click)()
    except PageError:  # a click that sends the order by itself may be lost sight of with its page
        if not has_sent(page):
            raise


def unfold(page: Page, selector: str, reader: str) -> None:
    """What is seldom chosen lies folded: it is opened first, without a script too."""
    fold = f"#question details:not([open]):has({selector.removeprefix('#question ')})"
    if page.locator(fold).count():
        press(page, f"{fold} > summary", reader)


def tab_to(page: Page, selector: str) -> None:
    """From where the focus is, as someone without a mouse gets there."""
    for _ in range(MOST_TABS):
        if page.evaluate("one => document.activeElement === document.querySelector(one)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the Tab key does not lead to {selector}")


def sendable(page: Page, wanted: tuple[str, ...]) -> str:
    """The button that sends this answer, if there is one."""
    look = """() => [...document.querySelectorAll("#question :is(.ready, .suggestion)")].map(
        (form) => [form.id, [...form.querySelectorAll("[name=at]")].map((word) => word.value)])"""
    try:
        found = (name for name, words in page.evaluate(look) if tuple(words) == wanted)
        return next((f"#{name} button" for name in found), "")
    except PageError:  # it has been sent just now
        return ""


def asked(page: Page) -> str:
    """Where the form stands; nothing while the page loads or settles, or if an order is on its way."""
    try:
        return str(page.evaluate(ASKED))
    except PageError:
        return ""


ASKED = (
    "document.querySelector('.htmx-added') ? '' : document.getElementById('question')?.dataset.asked ?? ''"
)


def has_sent(page: Page) -> bool:
    page.wait_for_timeout(1)  # the address is known only when events have been looked at
    return "order=" in page.url


def point_at(page: Page, selector: str, reader: str) -> None:
    """Click or tap where nothing lies over a thing of the board: a figure covers the middle of its cell."""
    point = page.evaluate(OPEN_POINT, selector)
    assert point, f"{selector} is covered by other things"
    target = page.locator(selector).first
    (target.tap if reader == "phone" else target.click)(position=point)


OPEN_POINT = """selector => {
  const spot = document.querySelector(selector);
  spot.scrollIntoView({ block: "center", behavior: "instant" });
  const box = spot.getBoundingClientRect();
  for (const part of [0.5, 0.3, 0.7, 0.15, 0.85]) for (const other of [0.5, 0.3, 0.7, 0.12, 0.88]) {
    const [x, y] = [box.x + box.width * other, box.y + box.height * part];
    if (document.elementFromPoint(x, y)?.closest(".spot") === spot) return { x: x - box.x, y: y - box.y };
  }
  return null;
}"""


NEAR = ".part.is-near"


def follow(page: Page, leads: str, reader: str) -> None:
    """Click on a thing of the board, or on its word; a small thing comes nearer first."""
    before = asked(page)
    if not before:  # the click before has just changed the page, and this link may be gone
        return
    thing = f".spot.is-lit[href='{leads}']"
    is_on_board = reader in BY_POINTING and bool(page.locator(thing).count())
    if is_on_board:
        if page.locator(".zoom").count() and page.evaluate(OPEN_POINT, thing) is None:
            page.locator(".zoom").first.tap()  # it lies outside of what has been brought near
        was_near = page.locator(NEAR).count()
        point_at(page, thing, reader)
        if page.locator(NEAR).count() > was_near:  # the tap has only brought it near
            point_at(page, thing, reader)
    else:
        unfold(page, link := f"#question a[href='{leads}']", reader)
        press(page, link, reader)
    wait_for(lambda: has_sent(page) or asked(page) not in ("", before), 40, "the next step of the form")


def give(page: Page, site: str, match_id: int, move: Move, reader: str) -> None:
    """An answer, by nothing but clicks; what can be taken back goes with the last of them."""
    page.goto(f"{site}/matches/{match_id}/")
    wait_for(lambda: asked(page) or has_sent(page), 40, "the question")
    for _ in range(MOST):
        if button := sendable(page, move.path):
            press(page, button, reader)
            wait_for(partial(has_sent, page), 40, "the page after the order")  # a key does not wait for it
            return
        wait_for(lambda: asked(page) or has_sent(page), 40, "the page to settle")
        wait_for(partial(_goes_on, page, move, reader), 40, f"a way to {move.path} on {page.url}")
        leads = best(ways_on(page, reader), move.path)
        if has_sent(page):  # the click before has sent it by itself just now
            return
        if leads is None:
            continue
        follow(page, leads, reader)
        if goes_by_itself(page):
            return
    raise AssertionError(move.path)


def _goes_on(page: Page, move: Move, reader: str) -> bool:
    """Whether the page has got so far that there is something to do, or nothing any more."""
    return bool(has_sent(page) or sendable(page, move.path) or best(ways_on(page, reader), move.path))


def ways_on(page: Page, reader: str) -> list[str]:
    """Where the links lead that can be clicked."""
    scope = "#main" if reader in BY_POINTING else "#question"
    look = "where => [...document.querySelectorAll(where)].map(one => one.getAttribute('href'))"
    try:
        found: list[str] = page.evaluate(
            look, f"{scope} a:is([href*='?at='], [href*='?in='], [href*='?on='])"
        )
    except PageError:
        return []
    return found


def goes_by_itself(page: Page) -> bool:
    """Whether the click that completed the order has sent it; the page finds that out in a moment."""
    if has_sent(page) or not page.locator("#question .ready[data-final]").count():
        return has_sent(page)
    with suppress(PageError):
        page.wait_for_selector("#effect:not(:has(.busy))", timeout=10_000)
        page.wait_for_timeout(300)
    return has_sent(page)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("window", READERS, indirect=True)
def test_a_match_is_played_by_clicking(
    server: Server, smtp_sink: Sink, window: Page, game: str, request: pytest.FixtureRequest
) -> None:
    """The opponent plays by program."""
    reader = request.node.callspec.params["window"]
    if not IS_FULL and (reader, game) not in EVERY_DAY:
        pytest.skip("only in the catalogue")
    alice, bob = players = sign_up(server, "alice", "bob")
    match_id = begin(server, players, game)
    enter(server, window, alice)
    left = many(2, 10_000)
    while left and (move := next_of(server, match_id, game)) is not None:
        if move.seat == alice.seat:
            left -= 1
            give(window, server.site, match_id, move, reader)
        else:
            _by_program(server, bob, match_id, move)
        wait_for(partial(asks_another, server, match_id, move), 60, "the order to be played")


def _by_program(server: Server, player: Player, match_id: int, move: Move) -> None:
    status, told = order(server, player, match_id, move.text)
    assert status in (200, 202), told


@pytest.mark.parametrize("game", GAMES)
def test_board_and_question_are_seen_together(
    server: Server, smtp_sink: Sink, browser: Browser, game: str
) -> None:
    """On a desk beside each other, on a telephone below each other; nothing is wider than the screen."""
    players = sign_up(server, "alice", "bob")
    match_id = begin(server, players, game)
    with server.at_hand():
        waits = Match.objects.get(pk=match_id).seats.exclude(waiting_since=None).order_by("number")[0].number
    for size in (DESK, PHONE):
        context = browser.new_context(**size)
        page = context.new_page()
        enter(server, page, players[waits - 1])
        page.goto(f"{server.site}/matches/{match_id}/")
        tall = page.viewport_size["height"] if page.viewport_size else 0
        heading = page.locator("#question-title").bounding_box()
        assert heading
        assert heading["y"] + heading["height"] <= tall
        if page.locator(".part").count():
            board = page.locator(".parts:not(.is-heading) .part").first.bounding_box()
            asking = page.locator(".asking").bounding_box()
            assert board
            assert asking
            assert board["y"] + board["height"] <= (tall if size is DESK else asking["y"])
        if size is DESK and (hand := page.locator(".hand")).count() and (box := hand.bounding_box()):
            assert box["y"] + box["height"] <= tall
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        context.close()
