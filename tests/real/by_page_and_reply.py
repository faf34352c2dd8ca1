"""A match of DreamBlade by what `bin/play` offers: Alice on the pages, Bob by replies in the mail room."""

from __future__ import annotations

import re
import time
from typing import Any

from playwright.sync_api import Browser, Page

from games.dreamblade.geometry import CELLS
from games.dreamblade.state import SPAWNS, WARBANDS
from tests.timing import wait_for

ALICE, BOB, NAME = "alice@demo.example", "bob@demo.example", "By page and reply"
# Alice walks one creature to a scoring cell and stays there; Bob lets it happen.
WALKER = "brawler1"
WAYS = {"S": ("E2", "E3", "D3"), "N": ("A4", "A3", "B3")}


class Table:
    """A site and two browsers: Alice plays in hers, Bob accepts in his and then writes emails only."""

    def __init__(self, site: str, browser: Browser) -> None:
        self.site, self.match = site, 0
        self.page, self.bobs = browser.new_context().new_page(), browser.new_context().new_page()

    def sign_in(self) -> None:
        """Both, as anybody does: ask for an email, open its link, press the button."""
        for page, address in ((self.page, ALICE), (self.bobs, BOB)):
            page.goto(f"{self.site}/sign-in/")
            page.get_by_label("Email address").first.fill(address)
            with page.expect_navigation():
                page.keyboard.press("Enter")
            self._follow(page, address, "Sign in to", "sign-in")
            _press(page)
            assert page.url == f"{self.site}/matches/", page.url

    def open_match(self) -> None:
        """Alice opens it and invites Bob, who follows the link in his email and accepts."""
        self.page.goto(f"{self.site}/matches/new/")
        self.page.get_by_label("DreamBlade").check()
        self.page.locator("[name=shown][value=dreamblade]").wait_for(state="attached")
        self.page.get_by_label("Name of the match").fill(NAME)
        self.page.locator("[name=who-2]").select_option(label="someone I invite")
        self.page.locator("[name=address-2]").fill(BOB)
        self.page.get_by_role("button", name="Open the match").click()
        self.page.wait_for_url(re.compile(r"/matches/\d+/"))
        self.match = int(re.findall(r"/matches/(\d+)/", self.page.url)[0])
        self._follow(self.bobs, BOB, f"Alice invites you to {NAME}", "invitation")
        _press(self.bobs)
        wait_for(lambda: self.told()["status"] == "running", 40, "the match to begin")

    # The mail room.

    def _open(self, page: Page, address: str, subject: str) -> None:
        """The newest email to someone with such a subject."""
        wait_for(lambda: self._found(page, address, subject), 40, f"an email “{subject}”")
        page.goto(f"{self.site}{self._found(page, address, subject)}")

    def _found(self, page: Page, address: str, subject: str) -> str:
        page.goto(f"{self.site}/mail-room/")
        box = page.get_by_role("link", name=address)
        if not box.count():
            return ""
        with page.expect_navigation():
            box.click()
        emails = page.locator("ul.rows a").filter(has_text=subject)
        return emails.first.get_attribute("href") or "" if emails.count() else ""

    def _follow(self, page: Page, address: str, subject: str, link: str) -> None:
        """Open a link of an email."""
        self._open(page, address, subject)
        text = page.locator("pre.mail-text").inner_text()
        found = re.search(rf"{re.escape(self.site)}/{link}/\S+", text)
        assert found, text
        page.goto(found[0])

    def reply(self, text: str) -> None:
        """Bob answers his newest email about the match."""
        self._open(self.bobs, BOB, NAME)
        self.bobs.get_by_label("Your reply").fill(text)
        with self.bobs.expect_navigation():
            self.bobs.get_by_role("button", name="Send").click()

    # The match.

    def told(self, what: str = "") -> Any:
        """What Alice's session may know of the match, as JSON."""
        answer = self.page.request.get(f"{self.site}/api/v1/matches/{self.match}/{what}")
        assert answer.ok, answer.text()
        return answer.json()

    def write(self, text: str) -> None:
        """All orders of a turn in the text box of Alice's page."""
        self.page.goto(f"{self.site}/matches/{self.match}/")
        if not self.page.locator("#write[open]").count():
            self.page.locator("#write > summary").click()
        self.page.locator("#orders").fill(text)
        with self.page.expect_navigation():
            self.page.get_by_role("button", name="Send the orders").click()

    def play(self, turns: int) -> None:
        """So many turns, or to the end; each player through a door of their own."""
        while (now := self.told())["status"] == "running" and now["turn"] <= turns:
            seat = min(row["number"] for row in now["seats"] if row["waiting_since"])
            if now["seats"][seat - 1]["is_me"]:
                self.write(alices(now["view"]))
                assert self._goes_on(now, 90), "Alice's orders were not played"
            else:
                assert self._replies(now), "Bob's orders were not played"

    def _replies(self, now: Any) -> bool:
        """Bob's newest email may still be about an earlier turn: then he answers the next."""
        for _try in range(6):
            self.reply(bobs(now["view"]))
            if self._goes_on(now, 15):
                return True
        return False

    def _goes_on(self, now: Any, seconds: float) -> bool:
        """Whether something happens within so many seconds. A program may ask 600 times a minute."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if _moment(self.told()) != _moment(now):
                return True
            time.sleep(0.5)
        return False


def _press(page: Page) -> None:
    """The first button of a page."""
    with page.expect_navigation():
        page.locator("main button").first.click()


def _moment(told: Any) -> tuple[object, ...]:
    waiting = [row["number"] for row in told["seats"] if row["waiting_since"]]
    return told["status"], told["turn"], told["view"]["step"], waiting


def alices(view: Any) -> str:
    """What Alice writes for the rest of the turn."""
    if view["stage"] == WARBANDS:
        return "warband W1"
    at = next(figure["at"] for figure in view["figures"] if figure["seat"] == 1 and figure["id"] == WALKER)
    way = WAYS[view["players"][0]["side"]]
    lines = [] if view["step"] not in SPAWNS else ["done"] if at in CELLS else [f"spawn {WALKER}", "done"]
    is_there = at in CELLS or lines
    here = way.index(at) + 1 if at in way else 0
    steps = way[here : here + 2] if is_there else ()
    for cell in steps:
        lines += [f"shift {WALKER} {cell}", "done"]
    return "\n".join([*lines, *["done"] * (2 - len(steps))])


def bobs(view: Any) -> str:
    """What Bob writes: he lets it all pass."""
    if view["stage"] == WARBANDS:
        return "warband W2"
    return "\n".join(["done"] * (3 if view["step"] in SPAWNS else 2))
