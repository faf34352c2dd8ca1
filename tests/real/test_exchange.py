"""A page that is exchanged while someone clicks on it: the click counts, and the page ends up to date."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import APIResponse, Page, Request, Route

from games.models import Match, Order
from games.services.orders import NewOrder, accept
from tests.real.playing import await_played, duel, hand_in, seat_on_turn
from tests.real.server import Server
from tests.real.test_live import sign_in
from tests.timing import wait_for

TRAIL = "#question .trail [data-at]"
CHANGED = "document.dispatchEvent(new CustomEvent('edgepbem:changed'))"


class Slow:
    """A line on which some answers come late: they are taken at once and handed over when a test says so."""

    def __init__(self, page: Page, is_slow: Callable[[Request], bool]) -> None:
        self.page, self._is_slow = page, is_slow
        self.held: list[tuple[Route, APIResponse]] = []
        page.route("**/matches/**", self._take)

    def _take(self, route: Route) -> None:
        if self._is_slow(route.request):
            self.held.append((route, route.fetch()))
        else:
            route.continue_()

    def await_held(self) -> None:
        for _ in range(200):
            if self.held:
                return
            self.page.wait_for_timeout(50)
        raise AssertionError("nothing was asked for")

    def let_go(self) -> None:
        held, self.held, self._is_slow = self.held, [], lambda request: False
        for route, response in held:
            route.fulfill(response=response)


def is_click(request: Request) -> bool:
    return request.headers.get("hx-target") == "question"


def is_exchange(request: Request) -> bool:
    is_page = "text/html" in request.headers.get("accept", "") and request.resource_type == "fetch"
    return is_page and "hx-request" not in request.headers


def opened(server: Server, page: Page) -> tuple[Match, str]:
    """A match of Star Scrappers, open before the player on turn."""
    match = duel()
    seat = seat_on_turn(match)
    assert seat.user is not None
    sign_in(server, page, seat.user)
    address = f"{server.site}/matches/{match.pk}/"
    page.goto(address)
    return match, address


def trail(page: Page) -> list[str]:
    return page.locator(TRAIL).all_inner_texts()


def shown_question(page: Page) -> str:
    asked: str = page.evaluate("document.getElementById('question')?.dataset.asked ?? ''")
    return asked.partition(" ")[0]


def test_a_click_is_not_undone_by_a_page_that_was_asked_for_before_it(server: Server, page: Page) -> None:
    with server.at_hand():
        opened(server, page)
        slow = Slow(page, is_exchange)
        page.evaluate(CHANGED)
        slow.await_held()
        page.locator("#question .words a[data-word=end]").click()
        page.wait_for_selector("#question .ready")
        before = trail(page)
        assert before
        slow.let_go()
        page.wait_for_timeout(500)
        assert trail(page) == before
        assert page.locator("#question .ready").is_visible()
        page.get_by_role("button", name="Send it anyway").click()
        page.locator("#receipt .good").first.wait_for()


def test_a_click_that_comes_late_does_not_bring_an_old_question_back(server: Server, page: Page) -> None:
    """The order is played elsewhere while a click is on its way: the page says that another is open."""
    with server.at_hand():
        match, _address = opened(server, page)
        seat, old = seat_on_turn(match), shown_question(page)
        slow = Slow(page, is_click)
        page.locator("#table .spot.is-lit[href]").first.click()
        slow.await_held()
        mark = page.get_attribute("#live", "data-mark")
        await_played(hand_in(match))
        assert seat_on_turn(match).pk == seat.pk  # it is asked again: a turn has several orders
        page.wait_for_timeout(2_500)  # the page has heard of it
        assert page.get_attribute("#live", "data-mark") == mark  # and waits for the click
        slow.let_go()
        page.wait_for_selector("#live-notice:not([hidden])", timeout=20_000)
        page.locator("#live-notice button").click()
        wait_for(lambda: shown_question(page) not in ("", old), 20, "the question of now")


def test_what_an_order_does_is_worked_out_after_an_exchange_too(server: Server, page: Page) -> None:
    with server.at_hand():
        match, address = opened(server, page)
        page.goto(f"{address}?at=end")
        page.wait_for_selector("#effect .effect")
        page.evaluate(CHANGED)
        page.wait_for_timeout(500)
        page.wait_for_selector("#effect .effect")
        assert match.pk


def test_an_order_on_its_way_hides_the_question_it_answers(server: Server, page: Page) -> None:
    """Nobody writes for a question that is answered already; the next one appears by itself."""
    with server.at_hand():
        match, address = opened(server, page)
        seat = seat_on_turn(match)
        server.kill("worker")
        page.goto(f"{address}?at=end")
        page.get_by_role("button", name="Send it anyway").click()
        page.get_by_role("heading", name="Your order is being played").wait_for()
        assert page.locator("#question").count() == 0
        assert page.locator("#write [name=question]").count() == 0
        server.revive("worker")
        page.locator("#receipt .good").first.wait_for(timeout=40_000)
        while seat_on_turn(match).pk != seat.pk:
            await_played(hand_in(match))
        page.wait_for_selector("#question", timeout=20_000)


def test_the_last_order_of_a_match_has_its_receipt(server: Server, page: Page) -> None:
    with server.at_hand():
        match, address = opened(server, page)
        seat = seat_on_turn(match)
        order = accept(seat, NewOrder(Order.Kind.ORDERS, Order.Door.WEB, "k", text="end"))
        page.goto(f"{address}?order={order.ref}")
        page.locator("#receipt .good").first.wait_for(timeout=20_000)
        other = match.seats.exclude(pk=seat.pk).select_related("match").get()
        await_played(accept(other, NewOrder(Order.Kind.RESIGN, Order.Door.API, "r")))
        page.get_by_text("has won").first.wait_for(timeout=20_000)
        assert page.locator("#receipt .good").is_visible()


def test_the_button_stays_under_the_pointer_while_the_preview_comes(server: Server, page: Page) -> None:
    with server.at_hand():
        _match, address = opened(server, page)
        slow = Slow(page, lambda request: "/effect/" in request.url)
        page.goto(f"{address}?at=end")
        slow.await_held()
        button = page.locator("#question .ready .actions button").first
        before = button.bounding_box()
        slow.let_go()
        page.wait_for_selector("#effect .effect")
        assert button.bounding_box() == before
