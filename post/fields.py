"""Columns for addresses and names: both have one way to be written."""

from typing import Any

from django.db import models

from post.characters import tidy_name, validate_name

LONGEST_NAME = 60


def normalise_address(address: str) -> str:
    """The one way to write an address.

    Send email only to the stored form, never to what someone typed: two spellings that are equal here may be
    two mailboxes elsewhere, and only the owner of the stored one has proved to be the user.

    >>> normalise_address(" Alice@Example.ORG ")
    'alice@example.org'
    """
    return address.strip().lower()


class AddressField(models.EmailField[str, str]):
    """An email address, normalised wherever it enters: forms, saves, bulk writes and look-ups."""

    # Writes and look-ups pass through here too: get_prep_value of every CharField calls it.
    def to_python(self, value: Any) -> Any:
        value = super().to_python(value)
        return normalise_address(value) if isinstance(value, str) else value

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        # The object in hand must show what the row holds.
        value = self.to_python(super().pre_save(model_instance, add))
        setattr(model_instance, self.attname, value)
        return value


class NameField(models.CharField[str, str]):
    """What people call themselves and their things: one line of visible text, in one way to be written."""

    default_validators = (*models.CharField.default_validators, validate_name)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"max_length": LONGEST_NAME} | kwargs)

    def to_python(self, value: Any) -> Any:
        value = super().to_python(value)
        return tidy_name(value) if isinstance(value, str) else value

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        """A plain column for migrations: what it accepts may change without touching a large table."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs
