"""My decks: what a player has built, for every game with rosters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.refusals import Refused
from accounts.services.users import CHANGES
from games.engine.contract.engine import AnyEngine
from games.engine.contract.phrases import Phrase
from games.engine.contract.rosters import AnyRosterBook, Roster, tidied
from games.engine.language.lines import MAX_TEXT
from games.models import SavedRoster
from games.services import rosters
from games.services.access import NotVisible
from games.services.engines import ENGINES
from games.web.access import signed_in
from games.web.form_input import refusals_told, sentence, text_of
from games.web.limits import limited
from games.web.match_page import is_for
from games.web.roster_form import LONGEST_FIND, RosterForm, roster_form, roster_in, sentence_of
from games.web.times import When, when

View = Callable[..., HttpResponse]
TALLY = "tally"  # the part of the form that htmx replaces


@dataclass(frozen=True, slots=True)
class Row:
    """A deck in a list."""

    saved: SavedRoster
    side: str
    form: str
    problems: int
    changed: When | None


@dataclass(frozen=True, slots=True)
class Ready:
    """A deck that comes with the game, and where it is looked at and changed."""

    name: str
    address: str


@dataclass(frozen=True, slots=True)
class Room:
    """One game: saved decks, ready-made decks, and new ones."""

    engine: AnyEngine
    book: AnyRosterBook
    rows: list[Row]
    ready: list[Ready]
    forms: dict[str, str]


def for_owner(view: View) -> View:
    """For signed-in users; other people's decks do not exist for them."""

    @never_cache
    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, **parts: int) -> HttpResponse:
        try:
            return view(request, **parts)
        except NotVisible:
            raise Http404 from None

    return guarded


@for_owner
@require_safe
def my_rosters(request: HttpRequest) -> HttpResponse:
    """All decks of a player."""
    saved = list(rosters.rosters_of(signed_in(request)))
    rooms = [_room(game, [row for row in saved if row.game == game]) for game in rosters.games_with_rosters()]
    context = {"rooms": rooms, "most": rosters.MOST, "count": len(saved), "longest": MAX_TEXT}
    return render(request, "games/rosters.html", context)


def _room(game: str, saved: list[SavedRoster]) -> Room:
    book = rosters.book_of(game)
    form = next(iter(book.forms))
    ready = [
        Ready(made.name.text(translate=_), _new(game, side, form, made.id))
        for side in book.sides
        for made in book.ready_made(side, form)
    ]
    return Room(ENGINES[game], book, [_row(book, one) for one in saved], ready, _forms(book))


def _row(book: AnyRosterBook, saved: SavedRoster) -> Row:
    roster = rosters.content_of(saved)
    side, form = _(book.sides[roster.side]), _(book.forms[roster.form])
    return Row(saved, side, form, len(book.check(roster)), when(saved.changed_at))


def _new(game: str, side: str, form: str, start: str = "") -> str:
    asked = {"game": game, "side": side, "form": form} | ({"start": start} if start else {})
    return f"{reverse('roster_new')}?{urlencode(asked)}"


@for_owner
@require_http_methods(["GET", "HEAD", "POST"])
@limited(CHANGES)
def new_roster(request: HttpRequest) -> HttpResponse:
    """A new deck: empty, or like one that comes with the game."""
    data = request.POST if request.method == "POST" else request.GET
    game = data.get("game", "")
    if not game and request.method != "POST":
        return HttpResponseRedirect(reverse("rosters"))  # where one chooses it
    book = rosters.book_of(game)
    if request.method == "POST":
        return _built(
            request, Draft(game, book, roster_in(book, request.POST), text_of(request.POST, "name"))
        )
    roster = tidied(book, Roster(data.get("side", ""), data.get("form", "")))
    made = next(
        (one for one in book.ready_made(roster.side, roster.form) if one.id == data.get("start")), None
    )
    name = made.name.text(translate=_) if made is not None else ""
    return _page(request, Draft(game, book, made.roster if made is not None else roster, name))


@for_owner
@require_http_methods(["GET", "HEAD", "POST"])
@limited(CHANGES)
def one_roster(request: HttpRequest, ref: int) -> HttpResponse:
    """A deck, to be changed."""
    saved = rosters.roster_for(signed_in(request), ref)
    book = rosters.book_of(saved.game)
    if request.method == "POST":
        asked = roster_in(book, request.POST)
        return _built(request, Draft(saved.game, book, asked, text_of(request.POST, "name"), saved))
    return _page(request, Draft(saved.game, book, rosters.content_of(saved), saved.name, saved))


@dataclass(frozen=True, slots=True)
class Draft:
    """A deck on its page."""

    game: str
    book: AnyRosterBook
    roster: Roster
    name: str
    saved: SavedRoster | None = None


def _built(request: HttpRequest, draft: Draft) -> HttpResponse:
    """Checked, or kept."""
    if is_for(request, TALLY):
        context = {"sheet": _sheet(request, draft), "swapped": True}
        return render(request, "partials/roster_tally.html", context)
    if request.POST.get("do") != "save":
        return _page(request, draft, is_checked=True)
    try:
        saved = _kept(request, draft)
    except Refused as why:
        return _page(request, draft, refused=sentence(why), is_checked=True)
    problems = _sheet(request, draft).problems
    told = (
        _("“{name}” has been saved.")
        if not problems
        else _("“{name}” has been saved as a draft: it is not legal yet.")
    )
    messages.success(request, told.format(name=saved.name))
    match = _match_of(request)
    return HttpResponseRedirect(
        f"{reverse('match', args=[match])}#question"
        if match is not None and not problems
        else reverse("roster", args=[saved.ref])
    )


def _kept(request: HttpRequest, draft: Draft) -> SavedRoster:
    if draft.saved is not None:
        return rosters.change(draft.saved, draft.name, draft.roster)
    return rosters.save(signed_in(request), draft.game, draft.name, draft.roster)


def _match_of(request: HttpRequest) -> int | None:
    """The match that a deck is built for: where its owner goes next."""
    asked = request.POST.get("match") or request.GET.get("match") or ""
    return int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 16 else None


def _sheet(request: HttpRequest, draft: Draft) -> RosterForm:
    stock = rosters.stock_for(signed_in(request), draft.game, _match_of(request))
    find = text_of(request.POST, "find").strip()[:LONGEST_FIND]
    return roster_form(draft.book, draft.roster, stock, find)


def _forms(book: AnyRosterBook, chosen: str = "") -> dict[str, str]:
    """Forms to choose from; one that hangs on a match is there only where it is chosen already."""
    return {form: name for form, name in book.forms.items() if form == chosen or form not in book.match_forms}


def _page(
    request: HttpRequest,
    draft: Draft,
    *,
    refused: str = "",
    is_checked: bool = False,
    unknown: list[str] | None = None,
) -> HttpResponse:
    context = {
        "engine": ENGINES[draft.game],
        "book": draft.book,
        "saved": draft.saved,
        "name": draft.name,
        "longest_name": rosters.LONGEST_NAME,
        "sheet": _sheet(request, draft),
        "forms": _forms(draft.book, draft.roster.form),
        "as_text": draft.book.text(draft.roster),
        "refused": refused,
        "unknown": unknown or [],
        "is_checked": is_checked or draft.saved is not None,
        "match": _match_of(request),
        "action": reverse("roster", args=[draft.saved.ref])
        if draft.saved is not None
        else reverse("roster_new"),
    }
    return render(request, "games/roster.html", context, status=422 if refused else 200)


@for_owner
@require_POST
@limited(CHANGES)
def import_roster(request: HttpRequest) -> HttpResponse:
    """A deck from a text: shown as understood, and saved when its owner confirms."""
    game = request.POST.get("game", "")
    with refusals_told(request):
        return _as_read(request, game, *rosters.read(game, text_of(request.POST)))
    return HttpResponseRedirect(reverse("rosters"))


def _as_read(request: HttpRequest, game: str, found: Roster, problems: list[Phrase]) -> HttpResponse:
    unknown = [sentence_of(problem.text(translate=_)) for problem in problems[:20]]
    return _page(request, Draft(game, rosters.book_of(game), found, ""), is_checked=True, unknown=unknown)


@for_owner
@require_safe
def roster_text(request: HttpRequest, ref: int) -> HttpResponse:
    """A deck as the text of an order, for emails and for friends."""
    saved = rosters.roster_for(signed_in(request), ref)
    text = rosters.book_of(saved.game).text(rosters.content_of(saved))
    return HttpResponse(f"{text}\n", content_type="text/plain; charset=utf-8")


@for_owner
@require_POST
@limited(CHANGES)
def copy_roster(request: HttpRequest, ref: int) -> HttpResponse:
    """Copy a deck."""
    with refusals_told(request):
        made = rosters.copy(rosters.roster_for(signed_in(request), ref))
        messages.success(request, _("Copied as “{name}”.").format(name=made.name))
        return HttpResponseRedirect(reverse("roster", args=[made.ref]))
    return HttpResponseRedirect(reverse("rosters"))


@for_owner
@require_http_methods(["GET", "HEAD", "POST"])
@limited(CHANGES)
def delete_roster(request: HttpRequest, ref: int) -> HttpResponse:
    """Deleted after a confirmation."""
    saved = rosters.roster_for(signed_in(request), ref)
    if request.method == "POST":
        rosters.delete(saved)
        messages.success(request, _("“{name}” has been deleted.").format(name=saved.name))
        return HttpResponseRedirect(reverse("rosters"))
    return render(request, "games/roster_delete.html", {"saved": saved, "engine": ENGINES[saved.game]})
