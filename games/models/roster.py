"""A roster that a player has saved: a deck, an army, or whatever a game lets people build in advance."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from post.fields import NameField
from post.tokens import masked

REF = "deck"  # the purpose of a masked number


class SavedRoster(models.Model):
    """Only for its owner, and deleted with the account. It may be a draft that is not legal yet."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="rosters")
    game = models.CharField(_("game"), max_length=40)
    name = NameField(_("name"))
    data = models.JSONField(default=dict)  # games.engine.contract.rosters.Roster
    changed_at = models.DateTimeField(_("changed"), default=timezone.now)

    class Meta:
        verbose_name = _("saved roster")
        verbose_name_plural = _("saved rosters")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["owner", "game", "name"], name="one_roster_of_a_name"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def ref(self) -> int:
        """What its owner knows it by: a row's own number tells how many decks others have saved."""
        return masked(REF, self.pk)
