"""The few things that are asked of those who run the server."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.services.hosting import LONGEST_REASON


class ReasonForm(forms.Form):
    """Why something is done to a match."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        widget=forms.TextInput(attrs={"size": 60}),
        help_text=_("It enters the story of the match, where all players read it, and the letters to them."),
    )


class WhyForm(forms.Form):
    """A reason that may be left out."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        widget=forms.TextInput(attrs={"size": 60}),
        required=False,
        help_text=_("If given, it enters the story of the match and the letter to the player."),
    )


class HoursForm(WhyForm):
    """How much more time."""

    hours = forms.IntegerField(label=_("Hours"), min_value=1, max_value=24 * 90, initial=24)
    field_order = ("hours", "reason")


class PlayerForm(forms.Form):
    """Who takes a seat over."""

    address = forms.ModelChoiceField(
        User.objects.filter(is_active=True),
        to_field_name="email",
        label=_("Email address of the new player"),
        widget=forms.EmailInput,
        error_messages={"invalid_choice": _("Nobody here has this address.")},
    )


class TurnForm(WhyForm):
    """How far back."""

    turn = forms.TypedChoiceField(
        label=_("As it stood after turn"),
        coerce=int,
        help_text=_("What happened since is void; the dice fall anew. All players are told."),
    )
    field_order = ("turn", "reason")

    def __init__(self, turns: list[int], data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        choices = [(turn, str(turn)) for turn in reversed(turns)]
        self.fields["turn"].choices = choices  # type: ignore[attr-defined]
