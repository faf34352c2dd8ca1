"""The address that is a person's identity."""

from typing import Any

from django.db import models


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
