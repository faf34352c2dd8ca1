"""Fields shared by several forms."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise

from accounts.validators import known_time_zones, validate_address
from post.characters import tidy_name, validate_name
from post.fields import LONGEST_NAME, normalise_address

_REGIONS = ("Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")
_ADDRESS = _("Email address")
Choices = list[tuple[str, str | list[tuple[str, str]]]]


class OneAddressField(forms.CharField):
    """One email address, in the form we store."""

    widget = forms.EmailInput

    def __init__(self, label: str | StrPromise = _ADDRESS) -> None:
        super().__init__(label=label, max_length=254, validators=[validate_address])

    def to_python(self, value: Any) -> str:
        return normalise_address(super().to_python(value) or "")

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        return super().widget_attrs(widget) | {"autocomplete": "email", "spellcheck": "false"}


class OneNameField(forms.CharField):
    """A name, in the form we store."""

    default_validators = [validate_name]  # noqa: RUF012 (Django reads it as it is)

    def __init__(self, label: str | StrPromise) -> None:
        super().__init__(label=label, max_length=LONGEST_NAME)

    def to_python(self, value: Any) -> str:
        return tidy_name(super().to_python(value) or "")


def time_zone_choices(current: str) -> Choices:
    """Zones by region, including the current one even under an old name."""
    regions: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for name in sorted(known_time_zones()):
        region, _slash, place = name.partition("/")
        if region in _REGIONS and place:
            regions[region].append((name, place.replace("_", " ").replace("/", ": ")))
    listed = {name for places in regions.values() for name, _place in places}
    loose: Choices = [("UTC", "UTC")]
    if current != "UTC" and current not in listed:
        loose.append((current, current))
    return [*loose, *regions.items()]
