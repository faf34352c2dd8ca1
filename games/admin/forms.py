"""Forms for the people who run the server."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.services.hosting.acts import LONGEST_REASON


class ReasonForm(forms.Form):
    """Why something is done to a match."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        widget=forms.TextInput(attrs={"size": 60}),
        help_text=_("All players can read it in the story of the match and in their emails."),
    )


class WhyForm(forms.Form):
    """An optional reason."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        widget=forms.TextInput(attrs={"size": 60}),
        required=False,
        help_text=_("Optional. It appears in the story of the match and in the email to the player."),
    )


class HoursForm(WhyForm):
    """How much more time."""

    hours = forms.IntegerField(label=_("Hours"), min_value=1, max_value=24 * 90, initial=24)
    field_order = ("hours", "reason")


class PlayerForm(forms.Form):
    """The new player of a seat."""

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
        label=_("To the end of turn"),
        coerce=int,
        help_text=_(
            "What happened since then no longer counts, and the dice will be new. All players are told."
        ),
    )
    field_order = ("turn", "reason")

    def __init__(self, turns: list[int], data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        choices = [(turn, str(turn)) for turn in reversed(turns)]
        self.fields["turn"].choices = choices  # type: ignore[attr-defined]
