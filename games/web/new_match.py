"""A new match: the game, its options, the players and the deadlines."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.refusals import Refused
from accounts.web.fields import OneNameField
from games.bots.registry import BOTS, RANDOM
from games.engine.contract.engine import AnyEngine, OptionSpec, Setting
from games.models import MOST_ABSENCE, USUAL_ABSENCE, Match
from games.services import fairness
from games.services.access import MATCHES
from games.services.engines import offered
from games.services.matches.new import Place, Terms, open_match
from games.services.texts import players_for
from games.web.access import signed_in
from games.web.form_input import sentence
from games.web.limits import limited
from post.fields import normalise_address

ME, OPEN, INVITE, NOBODY, BOT = "me", "open", "invite", "nobody", "bot:"
LONGEST_TURN = 24 * 60  # hours: two months


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """Options under one title; whether each is a mere yes or no."""

    title: str
    fields: list[tuple[forms.BoundField, bool]]
    is_open: bool  # something in it differs from the default


class NewMatch(forms.Form):
    """The terms of a match of one game, and who gets each seat."""

    name = OneNameField(label=lazy("Name of the match"))
    turn_hours = forms.IntegerField(
        label=lazy("Hours for a turn"),
        min_value=1,
        max_value=LONGEST_TURN,
        initial=72,
        help_text=lazy("72 is three days, 168 a week."),
    )
    lateness = forms.ChoiceField(
        label=lazy("After a deadline"),
        choices=Match.Lateness.choices,
        initial=Match.Lateness.DEFAULT,
        widget=forms.RadioSelect,
    )
    absence_days = forms.IntegerField(
        label=lazy("Days of absence a year"),
        min_value=0,
        max_value=MOST_ABSENCE,
        initial=USUAL_ABSENCE,
        required=False,
        help_text=lazy("For so long, the deadlines of a player who has declared an absence wait. 0: never."),
    )
    is_public = forms.BooleanField(
        label=lazy("Anyone may watch"),
        required=False,
        help_text=lazy("Spectators see what all players see."),
    )
    seed = forms.CharField(
        label=lazy("Your seed for the dice"),
        max_length=fairness.LONGEST_SEED,
        required=False,
        help_text=lazy(
            "Optional: any words. They are mixed into the dice, so that the server alone cannot choose them."
        ),
        widget=forms.TextInput({"data-seed": "", "autocomplete": "off", "spellcheck": "false"}),
    )
    key = forms.CharField(widget=forms.HiddenInput, max_length=40, required=False)

    def __init__(
        self, engine: AnyEngine, host: User, data: Any = None, typed: QueryDict | None = None
    ) -> None:
        """`typed` was entered for another game: what both have in common is kept, and nothing is checked."""
        super().__init__(data, initial={**(typed.dict() if typed else {}), "key": secrets.token_urlsafe(12)})
        self.engine, self.host = engine, host
        for spec in engine.options:
            self.fields[f"option-{spec.name}"] = _option_field(engine, spec)
        for number in range(1, engine.seats[-1] + 1):
            self.fields[f"who-{number}"] = _who_field(engine, number)
            self.fields[f"address-{number}"] = _address_field(number)

    @property
    def option_groups(self) -> list[OptionGroup]:
        """The options of the game; those that belong together are folded under one title."""
        grouped: dict[str, list[OptionSpec]] = {}
        for spec in self.engine.options:
            grouped.setdefault(spec.group, []).append(spec)
        return [
            self._group(title, specs) for title, specs in sorted(grouped.items(), key=lambda g: bool(g[0]))
        ]

    def _group(self, title: str, specs: list[OptionSpec]) -> OptionGroup:
        fields = [self[f"option-{spec.name}"] for spec in specs]
        told = [(field, isinstance(field.field, forms.BooleanField)) for field in fields]
        is_usual = all(_is_usual(field, spec) for field, spec in zip(fields, specs, strict=True))
        return OptionGroup(_(title) if title else "", told, is_open=not is_usual)

    @property
    def seat_fields(self) -> list[tuple[int, forms.BoundField, forms.BoundField]]:
        """For each seat: who plays, and the address if invited."""
        return [(n, self[f"who-{n}"], self[f"address-{n}"]) for n in range(1, self.engine.seats[-1] + 1)]

    def clean(self) -> dict[str, Any]:
        """Nobody gets two seats."""
        data = self.cleaned_data
        for number in range(1, self.engine.seats[-1] + 1):
            self._check_seat(number, data)
        places = self.places()
        if sum(place.user is not None for place in places) > 1:
            raise ValidationError(_("You can take only one seat."))
        invited = [place.address for place in places if place.address]
        if len(set(invited)) < len(invited):
            raise ValidationError(_("You have entered the same address twice."))
        return data

    def _check_seat(self, number: int, data: dict[str, Any]) -> None:
        address = normalise_address(data.get(f"address-{number}") or "")
        if data.get(f"who-{number}") == INVITE and not address and f"address-{number}" not in self.errors:
            self.add_error(f"address-{number}", _("Enter the address of the person to invite."))
        if data.get(f"who-{number}") == INVITE and address == self.host.email:
            self.add_error(f"address-{number}", _("This is your own address: choose “I play” instead."))

    def places(self) -> list[Place]:
        """The players by seat; seats with nobody are left out."""
        data = self.cleaned_data
        asked = [
            (data.get(f"who-{n}"), data.get(f"address-{n}")) for n in range(1, self.engine.seats[-1] + 1)
        ]
        return [self._place(who, address or "") for who, address in asked if who and who != NOBODY]

    def _place(self, who: str, address: str) -> Place:
        if who == ME:
            return Place(user=self.host)
        if who == INVITE:
            return Place(address=normalise_address(address))
        return Place(bot=who.removeprefix(BOT)) if who.startswith(BOT) else Place()

    def terms(self) -> Terms:
        """How it is played."""
        data = self.cleaned_data
        return Terms(
            game=self.engine.slug,
            name=data["name"],
            options={spec.name: self._chosen(spec) for spec in self.engine.options},
            turn_hours=data["turn_hours"],
            lateness=data["lateness"],
            absence_days=USUAL_ABSENCE if data["absence_days"] is None else data["absence_days"],
            is_public=data["is_public"],
            key=data["key"],
            seed=data["seed"],
        )

    def _chosen(self, spec: OptionSpec) -> Setting:
        """The choice itself: a form knows its text only, and what it does not mention stays as usual."""
        text = str(self.cleaned_data.get(f"option-{spec.name}") or spec.default)
        return next(choice for choice in spec.choices if str(choice) == text)


def _is_usual(field: forms.BoundField, spec: OptionSpec) -> bool:
    """Whether a field has its default and no error."""
    value = spec.default if field.value() is None else field.value()
    return not field.errors and str(value or False) in (str(spec.default), str(bool(spec.default)))


def _option_field(engine: AnyEngine, spec: OptionSpec) -> forms.Field:
    about = _(spec.about)
    label = about[:1].upper() + about[1:] + _for_whom(engine, spec)
    if spec.choices == (False, True):
        return forms.BooleanField(label=label, required=False)
    choices = [(str(choice), _(spec.label(choice))) for choice in spec.listed]
    usual = _("standard: {choice}").format(choice=_(spec.label(spec.default)))
    return forms.ChoiceField(
        label=f"{label} ({usual})" if spec.group else label,
        choices=choices,
        initial=str(spec.default),
        required=False,
        widget=forms.RadioSelect,
    )


def _for_whom(engine: AnyEngine, spec: OptionSpec) -> str:
    """How many must play for an option to count."""
    numbers = players_for(engine, spec)
    return " " + _("[{numbers} players]").format(numbers=numbers) if numbers else ""


def _who_field(engine: AnyEngine, number: int) -> forms.ChoiceField:
    choices = [
        (ME, _("I play")),
        (OPEN, _("anyone")),
        (INVITE, _("someone I invite")),
        *((BOT + name, _("Bot {name}").format(name=name)) for name in (*BOTS.get(engine.slug, {}), RANDOM)),
    ]
    if number > engine.seats[0]:
        choices.append((NOBODY, _("nobody (one seat fewer)")))
    initial = ME if number == 1 else OPEN if number <= engine.seats[0] else NOBODY
    label, is_needed = _("Seat {number}").format(number=number), number <= engine.seats[0]
    return forms.ChoiceField(label=label, choices=choices, initial=initial, required=is_needed)


def _address_field(number: int) -> forms.EmailField:
    label = _("Address to invite to seat {number}").format(number=number)
    return forms.EmailField(label=label, required=False, max_length=254)


def _is_another_game(request: HttpRequest) -> bool:
    """Whether a form names another game than the one whose options it shows."""
    return request.POST.get("shown", request.POST.get("game")) != request.POST.get("game")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
@limited(MATCHES, unless=_is_another_game)
def new_match(request: HttpRequest) -> HttpResponse:
    """The form; once it is valid, the match. Another game has other options: they are shown first."""
    asked = request.POST.get("game") or request.GET.get("game")
    games = offered()
    engine = games.get(asked or "", next(iter(games.values())))
    if _is_another_game(request):
        return _show(request, NewMatch(engine, signed_in(request), typed=request.POST))
    form = NewMatch(engine, signed_in(request), request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            match = open_match(form.host, form.terms(), form.places())
        except Refused as why:
            form.add_error(None, sentence(why))
        else:
            messages.success(request, _("The match has been opened."))
            return HttpResponseRedirect(reverse("match", args=[match.pk]))
    return _show(request, form)


def _show(request: HttpRequest, form: NewMatch) -> HttpResponse:
    is_changed = request.method == "POST" and not form.is_bound
    context = {"form": form, "engine": form.engine, "games": offered().values(), "is_changed": is_changed}
    return render(request, "games/new_match.html", context, status=422 if form.errors else 200)
