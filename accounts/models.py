"""People. Who they are is their email address: that is where they play."""

from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.fields import AddressField, normalise_address
from accounts.validators import validate_name, validate_time_zone


# Functions, so that a host who changes these settings has no migration to make.
def languages() -> list[tuple[str, str]]:
    return [(code, str(name)) for code, name in settings.LANGUAGES]


def default_language() -> str:
    return settings.LANGUAGE_CODE


class UserManager(BaseUserManager["User"]):
    def create_user(self, email: str, name: str, password: str | None = None, **fields: Any) -> "User":
        """A new user, checked like a form. Without a password, signing in is by link only."""
        user = self.model(email=email, name=name, **fields)
        user.set_password(password)
        user.full_clean()
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, name: str, password: str | None = None, **fields: Any) -> "User":
        return self.create_user(email, name, password, is_staff=True, is_superuser=True, **fields)


class User(AbstractBaseUser, PermissionsMixin):
    email = AddressField(
        _("email address"),
        unique=True,
        error_messages={"unique": _("There is a user with this email address already.")},
    )
    name = models.CharField(
        _("name"), max_length=60, validators=[validate_name], help_text=_("What other players see.")
    )
    time_zone = models.CharField(
        _("time zone"),
        max_length=64,
        default="UTC",
        validators=[validate_time_zone],
        help_text=_("Deadlines are shown in this zone, for example Europe/Warsaw."),
    )
    language = models.CharField(_("language"), max_length=16, choices=languages, default=default_language)
    is_active = models.BooleanField(
        _("active"),
        default=True,
        help_text=_("Switch this off instead of deleting: past matches name the user."),
    )
    is_staff = models.BooleanField(_("staff"), default=False, help_text=_("May open the admin pages."))
    date_joined = models.DateTimeField(_("date joined"), default=timezone.now, editable=False)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        constraints = (
            # Together with unique, and whoever writes the row: one user per address, whatever its case.
            models.CheckConstraint(condition=models.Q(email=Lower("email")), name="user_email_is_lower_case"),
        )

    def __str__(self) -> str:
        return self.name

    @classmethod
    def normalize_username(cls, username: str) -> str:
        return normalise_address(username)

    def get_full_name(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        return self.name
