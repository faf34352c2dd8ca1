"""The caller, and the caller's settings."""

from __future__ import annotations

from datetime import time
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import UNSET, Meta, UnsetType
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from accounts.services import users
from games.api import throttling
from games.api.base import ApiView, answer
from games.api.openapi import operation


class MeShape(msgspec.Struct):
    """You: your public name, and your settings."""

    name: str
    email: str
    time_zone: str
    language: str
    mail_turns: bool
    mail_every_turn: bool
    mail_press: bool
    mail_host_acts: bool
    mail_invitations: bool
    mail_daily_at: str | None
    mail_reminders: bool
    mail_pdf: bool
    remind_half: bool
    remind_day: bool
    remind_hours: bool
    quiet_from: str | None
    quiet_to: str | None


Hour = Annotated[str, Meta(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$", max_length=5)]


class MySettings(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The settings to change; all others stay."""

    name: Annotated[str, Meta(min_length=1, max_length=60)] | UnsetType = UNSET
    time_zone: Annotated[str, Meta(max_length=64)] | UnsetType = UNSET
    language: Annotated[str, Meta(max_length=16)] | UnsetType = UNSET
    mail_turns: bool | UnsetType = UNSET
    mail_every_turn: bool | UnsetType = UNSET
    mail_press: bool | UnsetType = UNSET
    mail_host_acts: bool | UnsetType = UNSET
    mail_invitations: bool | UnsetType = UNSET
    mail_daily_at: Hour | UnsetType | None = UNSET
    mail_reminders: bool | UnsetType = UNSET
    mail_pdf: bool | UnsetType = UNSET
    remind_half: bool | UnsetType = UNSET
    remind_day: bool | UnsetType = UNSET
    remind_hours: bool | UnsetType = UNSET
    quiet_from: Hour | UnsetType | None = UNSET
    quiet_to: Hour | UnsetType | None = UNSET

    def values(self) -> dict[str, Any]:
        """The values that were sent, as the fields take them."""
        named = {name: getattr(self, name) for name in self.__struct_fields__}
        given = {name: value for name, value in named.items() if value is not UNSET}
        hours = {name: time.fromisoformat(given[name]) for name in _HOURS if given.get(name) is not None}
        return given | hours


_HOURS = ("mail_daily_at", "quiet_from", "quiet_to")
_EXAMPLE = MeShape(
    name="Alice",
    email="alice@example.org",
    time_zone="Europe/Warsaw",
    language="en",
    mail_turns=True,
    mail_every_turn=False,
    mail_press=True,
    mail_host_acts=True,
    mail_invitations=True,
    mail_daily_at=None,
    mail_reminders=True,
    mail_pdf=True,
    remind_half=True,
    remind_day=True,
    remind_hours=True,
    quiet_from="22:00",
    quiet_to="07:00",
)


class MeView(ApiView):
    """The caller."""

    limits: ClassVar = {"PATCH": throttling.CHANGES}

    @operation("getMe", "Who I am", {200: _EXAMPLE})
    def get(self, request: Request) -> Response:
        """Name, time zone, language, and which emails you want."""
        return answer(_shown(self.user))

    @operation(
        "changeMe",
        "Change my settings",
        {200: _EXAMPLE},
        takes={
            "no PDFs": MySettings(mail_pdf=False),
            "one email a day": MySettings(mail_daily_at="18:00"),
            "quiet nights": MySettings(quiet_from="22:00", quiet_to="07:00"),
        },
    )
    def patch(self, request: Request) -> Response:
        """Settings you do not send stay as they are. To change your address, use the account page."""
        user = self.user
        users.change(user, self.body(MySettings).values())
        return answer(_shown(user))


def _shown(user: User) -> MeShape:
    kept: dict[str, Any] = {name: getattr(user, name) for name in users.SETTINGS}
    kept |= {name: _hour(kept[name]) for name in _HOURS}
    return MeShape(name=user.name, email=user.email, time_zone=user.time_zone, language=user.language, **kept)


def _hour(at: time | None) -> str | None:
    return at.strftime("%H:%M") if at is not None else None
