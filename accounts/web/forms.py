"""Forms of the account pages. They read and check; services write."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from accounts.models import ApiToken, User
from accounts.services.dates import Days
from accounts.services.users import PROFILE, SETTINGS
from accounts.web.fields import OneAddressField, time_zone_choices

_CODE_LOOK = {"inputmode": "numeric", "autocomplete": "one-time-code", "class": "typed", "size": "12"}


class AskForm(forms.Form):
    """The address to send the email to."""

    address = OneAddressField()
    next = forms.CharField(required=False, widget=forms.HiddenInput)


class CodeForm(forms.Form):
    """The code from an email: eight digits, however they are grouped."""

    code = forms.CharField(label=_("Code"), max_length=40, widget=forms.TextInput(attrs=_CODE_LOOK))

    def clean_code(self) -> str:
        digits = "".join(
            letter for letter in self.cleaned_data["code"] if letter.isascii() and letter.isdigit()
        )
        if len(digits) != 8:
            raise forms.ValidationError(_now("The code has eight digits."))
        return digits


class PasswordSignInForm(forms.Form):
    """For people who have set a password."""

    address = OneAddressField()
    password = forms.CharField(
        label=_("Password"),
        max_length=1_000,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    next = forms.CharField(required=False, widget=forms.HiddenInput)


class ProfileForm(forms.ModelForm[User]):
    """The user's public name, time zone and language."""

    class Meta:
        model = User
        fields = PROFILE

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].widget.attrs["autocomplete"] = "nickname"
        self.fields["time_zone"] = forms.ChoiceField(
            label=_("Time zone"),
            choices=time_zone_choices(self.instance.time_zone),
            help_text=_("Deadlines are shown in this zone."),
        )
        self.fields["language"] = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)


class EmailSettingsForm(forms.ModelForm[User]):
    """Which emails the user gets, and the quiet hours."""

    class Meta:
        model = User
        fields = SETTINGS
        widgets = {  # noqa: RUF012 (Django reads it as it is)
            "mail_daily_at": forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
            "quiet_from": forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
            "quiet_to": forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
        }

    def emails(self) -> list[forms.BoundField]:
        """Which emails."""
        names = (
            "mail_turns",
            "mail_every_turn",
            "mail_press",
            "mail_host_acts",
            "mail_invitations",
            "mail_pdf",
        )
        return [self[name] for name in names]

    def daily(self) -> list[forms.BoundField]:
        """Whether they come as one."""
        return [self["mail_daily_at"]]

    def reminders(self) -> list[forms.BoundField]:
        """Which reminders."""
        return [self[name] for name in ("mail_reminders", "remind_half", "remind_day", "remind_hours")]

    def quiet_hours(self) -> list[forms.BoundField]:
        """When to send no reminders."""
        return [self[name] for name in ("quiet_from", "quiet_to")]

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if (values.get("quiet_from") is None) != (values.get("quiet_to") is None) and not self.errors:
            self.add_error("quiet_to", _now("Enter both a beginning and an end for your quiet hours."))
        return values


class NewPasswordForm(forms.Form):
    """A password that is not easily guessed."""

    password = forms.CharField(
        label=_("New password"),
        max_length=1_000,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("At least eight characters. A few random words are better than one strange one."),
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        validate_password(password, self.user)
        return password


class AddressForm(forms.Form):
    """The new address."""

    address = OneAddressField(label=_("New address"))


class TokenForm(forms.ModelForm[ApiToken]):
    """The name of a token, chosen by its owner."""

    class Meta:
        model = ApiToken
        fields = ("name",)
        help_texts = {"name": _("So you remember later what it is for.")}  # noqa: RUF012


class AbsenceForm(forms.Form):
    """The first and the last day."""

    first = forms.DateField(label=_("First day"), widget=forms.DateInput(attrs={"type": "date"}))
    last = forms.DateField(label=_("Last day"), widget=forms.DateInput(attrs={"type": "date"}))

    def days(self) -> Days:
        return Days(self.cleaned_data["first"], self.cleaned_data["last"])


class LeaveForm(forms.Form):
    """To delete an account, its owner types its address."""

    address = OneAddressField(label=_("Your email address, to confirm"))

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_address(self) -> str:
        if self.cleaned_data["address"] != self.user.email:
            raise forms.ValidationError(_now("That is not the address of this account."))
        return self.user.email
