"""What can be taken back is sent with the click that completes it; everything else waits for its button."""

from __future__ import annotations

from playwright.sync_api import Page

from accounts.models import User
from games.models import Match, Order, Seat
from games.services.matches.new import Place, Terms, open_match
from games.services.orders import NewOrder, accept
from tests.real.playing import await_played, seat_on_turn
from tests.real.server import Server
from tests.real.test_live import sign_in
from tests.timing import wait_for

LIT = "#table .spot.is-lit[href]"


def opened(server: Server, page: Page) -> tuple[Match, Seat, str]:
    """DreamBlade, before whoever spawns first; nothing of that is left to chance."""
    people = [User.objects.create_user(f"{name}@example.org", name) for name in ("Alice", "Bob")]
    match = open_match(people[0], Terms("dreamblade", "Sending", {}), [Place(one) for one in people])
    for seat in match.seats.select_related("match").order_by("number"):
        choice = NewOrder(
            Order.Kind.ORDERS, Order.Door.API, f"w{seat.number}", text=f"warband W{seat.number}"
        )
        await_played(accept(seat, choice))
    seat = seat_on_turn(match)
    assert seat.user is not None
    sign_in(server, page, seat.user)
    address = f"{server.site}/matches/{match.pk}/"
    page.goto(address)
    return match, seat, address


def spawn(page: Page) -> None:
    """The first figure that can be clicked, until the order is complete."""
    for _ in range(4):
        if page.locator("#question .ready").count() or "order=" in page.url:
            return
        before = page.get_attribute("#question", "data-asked")
        page.locator(LIT).first.click()
        page.wait_for_function(
            "before => document.getElementById('question')?.dataset.asked !== before", arg=before
        )


def sent(seat: Seat) -> list[Order]:
    return list(Order.objects.filter(seat=seat, door=Order.Door.WEB).order_by("pk"))


def test_what_can_be_taken_back_goes_with_its_last_click(server: Server, page: Page) -> None:
    with server.at_hand():
        _match, seat, _address = opened(server, page)
        spawn(page)
        order = wait_for(lambda: sent(seat), 30, "the order")[0]
        assert order.path[0] == "spawn"
        page.get_by_role("button", name="Take it back").click(timeout=30_000)
        assert await_played(wait_for(lambda: sent(seat)[1:], 30, "undoing")[0]).receipt["problem"] is None


def test_who_wants_to_be_asked_is_asked(server: Server, page: Page) -> None:
    with server.at_hand():
        _match, seat, address = opened(server, page)
        page.get_by_label("Ask me").select_option("always")
        page.goto(address)
        assert page.get_by_label("Ask me").input_value() == "always"
        spawn(page)
        page.wait_for_selector("#effect[data-undoable]", timeout=30_000)
        page.wait_for_timeout(500)
        assert sent(seat) == []
        page.get_by_role("button", name="Send this order").click()
        wait_for(lambda: sent(seat), 30, "the order")


def test_the_page_after_an_order_stands_where_the_one_before_it_stood(server: Server, page: Page) -> None:
    """The keyboard goes on at the question, not at the head of the page."""
    with server.at_hand():
        opened(server, page)
        page.get_by_label("Ask me").select_option("always")
        spawn(page)
        page.evaluate("scrollTo({ top: 40, behavior: 'instant' })")
        page.get_by_role("button", name="Send this order").click()
        page.wait_for_url("**order=*", timeout=30_000)
        page.wait_for_function("scrollY === 40", timeout=30_000)
        page.wait_for_function("['question-title', 'being-played'].includes(document.activeElement.id)")


def test_an_address_sends_nothing(server: Server, page: Page) -> None:
    """A complete order in the address bar, from a bookmark or by going back, waits for its button."""
    with server.at_hand():
        _match, seat, address = opened(server, page)
        page.goto(f"{address}?at=done")
        page.wait_for_selector("#effect:not(:has(.busy))", timeout=30_000)
        page.wait_for_timeout(500)
        assert sent(seat) == []


def test_giving_something_up_is_asked_in_any_case(server: Server, page: Page) -> None:
    with server.at_hand():
        _match, seat, _address = opened(server, page)
        page.get_by_label("Ask me").select_option("loss")
        page.locator("#question .words a[data-word=done]").click()
        page.wait_for_selector("#effect:not(:has(.busy))", timeout=30_000)
        page.wait_for_timeout(500)
        assert sent(seat) == []
        assert page.get_by_role("button", name="Send it anyway").is_visible()
