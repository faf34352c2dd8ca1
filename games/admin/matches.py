"""Matches: which are stuck, who they are waiting for, and what can be done about it."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import path, reverse
from django.utils.translation import gettext_lazy as _

from accounts.admin.search import Search
from games.admin.filters import GameFilter, TroubleFilter
from games.admin.forms import ReasonForm, TurnForm
from games.admin.pages import ReadOnlyAdmin, ask_and_do, for_each, reader
from games.admin.search import matches_of
from games.admin.seats import SEAT_PAGES, SeatInline
from games.models import Match, Seat
from games.services.access import name_of
from games.services.hosting import acts, rewinds
from games.services.resolve import why_stuck


@admin.register(Match)
class MatchAdmin(Search[Match], ReadOnlyAdmin[Match]):
    """What is public about a match, and its clock."""

    list_display = ("name", "game", "status", "turn", "waits_for", "since", "is_stuck", "paused_at")
    list_filter = (TroubleFilter, "status", GameFilter, "created_at")
    ordering = ("-pk",)
    list_select_related = ("host",)
    fieldsets = (
        (None, {"fields": ("name", "game", "status", "turn", "host", "outcome", "why")}),
        (
            _("Terms"),
            {"fields": ("options", "turn_hours", "lateness", "absence_days", "is_public", "rematch_of")},
        ),
        (_("Times"), {"fields": ("created_at", "started_at", "finished_at", "paused_at")}),
        (_("Dice"), {"fields": ("commitment",)}),
    )
    inlines = (SeatInline,)
    actions = ("pause", "resume", "extend_by_a_day", "rewind", "try_again")
    change_form_template = "admin/games/match/change_form.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        matches = super().get_queryset(request).defer("save_data")
        return matches.prefetch_related("seats__user")

    def by_number(self, number: int) -> dict[str, Any]:
        return {"pk": number}

    def by_address(self, address: str) -> dict[str, Any]:
        return {"pk__in": matches_of(address)}

    # What is shown.

    @admin.display(description=_("waiting for"))
    def waits_for(self, match: Match) -> str:
        waiting = [seat for seat in match.seats.all() if seat.waiting_since is not None]
        for seat in waiting:
            seat.match = match
        return ", ".join(name_of(seat) for seat in waiting)

    @admin.display(description=_("since"))
    def since(self, match: Match) -> object:
        return min((seat.waiting_since for seat in match.seats.all() if seat.waiting_since), default=None)

    @admin.display(description=_("stuck"), boolean=True)
    def is_stuck(self, match: Match) -> bool:
        return bool(match.stuck)

    @admin.display(description=_("stuck because"))
    def why(self, match: Match) -> str:
        return why_stuck(match)

    @admin.display(description=_("winners"))
    def outcome(self, match: Match) -> str:
        return ", ".join(str(number) for number in match.result.get("winners", []))

    # What is done to several at once.

    @admin.action(description=_("Pause"), permissions=["host"])
    def pause(self, request: HttpRequest, matches: QuerySet[Match]) -> HttpResponse:
        """Ask for a reason first; the page that asks sends the same action back."""
        asked = request.POST if "reason" in request.POST else None
        about = {
            "title": _("Pause"),
            "told": _(
                "The clock stops: nobody is late or reminded until the match resumes, and orders are kept "
                "until then. All players get an email with the reason."
            ),
            "selected": matches,
            "action": "pause",
        }
        by = reader(request)

        def act(answer: dict[str, Any]) -> None:
            done = _("Paused: {count}.")
            for_each(request, matches, lambda match: acts.pause(match, answer["reason"], by), str(done))

        return ask_and_do(request, about, ReasonForm(asked), act, request.get_full_path())

    @admin.action(description=_("Resume"), permissions=["host"])
    def resume(self, request: HttpRequest, matches: QuerySet[Match]) -> None:
        by = reader(request)
        for_each(request, matches, lambda match: acts.resume(match, by), str(_("Resumed: {count}.")))

    @admin.action(description=_("Give 24 more hours to the players it is waiting for"), permissions=["host"])
    def extend_by_a_day(self, request: HttpRequest, matches: QuerySet[Match]) -> None:
        by = reader(request)
        done = _("Given more time: {count}.")
        for_each(request, matches, lambda match: acts.extend_all(match, 24, by), str(done))

    @admin.action(description=_("Try a stuck match again"), permissions=["host"])
    def try_again(self, request: HttpRequest, matches: QuerySet[Match]) -> None:
        by = reader(request)
        for_each(request, matches, lambda match: acts.unstick(match, by), str(_("Running again: {count}.")))

    @admin.action(description=_("Rewind to a turn"), permissions=["host"])
    def rewind(self, request: HttpRequest, matches: QuerySet[Match]) -> HttpResponse | None:
        if len(matches) == 1:
            return HttpResponseRedirect(reverse("admin:games_match_rewind", args=[matches[0].pk]))
        messages.error(request, _("Choose one match to rewind."))
        return None

    # What is done to one.

    def get_urls(self) -> list[Any]:
        pages = [
            path("<int:pk>/rewind/", self.guarded(self.rewind_page), name="games_match_rewind"),
            *(
                path(f"seats/<int:pk>/{name}/", self.guarded(page), name=f"games_seat_{name}")
                for name, page in SEAT_PAGES.items()
            ),
        ]
        return [*pages, *super().get_urls()]

    def guarded(self, page: Any) -> Any:
        """A page only for people who may act on matches."""

        def view(request: HttpRequest, pk: int) -> HttpResponse:
            if not self.has_host_permission(request):
                raise PermissionDenied
            response: HttpResponse = page(request, pk)
            return response

        return self.admin_site.admin_view(view)

    def rewind_page(self, request: HttpRequest, pk: int) -> HttpResponse:
        match = get_object_or_404(Match, pk=pk)
        form = TurnForm(rewinds.turns_to_go_back_to(match), request.POST or None)
        about = {"title": _("Rewind"), "told": _("This cannot be undone."), "selected": [match]}
        by = reader(request)

        def act(answer: dict[str, Any]) -> None:
            acts.rewind(match, answer["turn"], by, answer["reason"])
            messages.success(request, _("The match is back at turn {turn}.").format(turn=answer["turn"] + 1))

        return ask_and_do(request, about, form, act, reverse("admin:games_match_change", args=[pk]))

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        found = Seat.objects.filter(match__pk=object_id) if object_id.isdigit() else Seat.objects.none()
        seats = list(found.select_related("user", "match").order_by("number"))
        names = [{"pk": seat.pk, "number": seat.number, "name": name_of(seat)} for seat in seats]
        context = {"seats": names, "may_host": self.has_host_permission(request), **(extra_context or {})}
        return super().change_view(request, object_id, form_url, context)
