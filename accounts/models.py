"""People, identified by their email address."""

import secrets
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken

from accounts.validators import validate_time_zone
from post.fields import AddressField, NameField, normalise_address
from post.limiter import user_key


# Functions, so that changing these settings needs no migration.
def languages() -> list[tuple[str, str]]:
    return [(code, str(name)) for code, name in settings.LANGUAGES]


def default_language() -> str:
    return settings.LANGUAGE_CODE


def new_nonce() -> str:
    """What makes a computed secret new: replace it, and the old secret no longer works."""
    return secrets.token_urlsafe(16)


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


class User(AbstractBaseUser, PermissionsMixin):  # type: ignore[django-manager-missing]  # knox has no types
    email = AddressField(
        _("email address"),
        unique=True,
        error_messages={"unique": _("There is already a user with this email address.")},
    )
    name = NameField(_("name"), help_text=_("What other players see."))
    time_zone = models.CharField(
        _("time zone"),
        max_length=64,
        default="UTC",
        validators=[validate_time_zone],
        help_text=_("Deadlines are shown in this zone, for example Europe/Warsaw."),
    )
    language = models.CharField(_("language"), max_length=16, choices=languages, default=default_language)
    has_hints = models.BooleanField(
        _("hints in first matches"),
        default=True,
        db_default=True,
        help_text=_("In your first match of a game, a note beside each question explains what matters."),
    )
    # Emails.
    mail_turns = models.BooleanField(
        _("when it is my turn"),
        default=True,
        help_text=_("With everything that happened since the last one."),
    )
    mail_every_turn = models.BooleanField(_("after every turn of the other players"), default=False)
    mail_press = models.BooleanField(_("when someone writes to me"), default=True)
    mail_host_acts = models.BooleanField(
        _("when a match is paused or rewound, waits for an absent player, or I get more time"),
        default=True,
        db_default=True,
    )
    mail_invitations = models.BooleanField(
        _("when someone invites me to a match"),
        default=True,
        db_default=True,
        help_text=_("Invitations still appear on your front page."),
    )
    mail_reminders = models.BooleanField(_("remind me of deadlines"), default=True)
    mail_daily_at = models.TimeField(
        _("one email a day, at"),
        null=True,
        blank=True,
        help_text=_(
            "In your time zone, for example 18:00. Anything that cannot wait that long is sent at once. "
            "Leave it empty to get each email separately."
        ),
    )
    mail_pdf = models.BooleanField(_("attach the turn as a PDF"), default=True)
    remind_half = models.BooleanField(_("at half time"), default=True)
    remind_day = models.BooleanField(_("a day before"), default=True)
    remind_hours = models.BooleanField(_("two hours before"), default=True)
    quiet_from = models.TimeField(
        _("no reminders from"), null=True, blank=True, help_text=_("In your time zone, for example 22:00.")
    )
    quiet_to = models.TimeField(_("no reminders until"), null=True, blank=True)
    # The end of the last absence that was declared: who has none now or to come needs no look at them.
    absent_until = models.DateTimeField(null=True, editable=False)
    # Emails have not reached this address since then: see accounts.reachability.
    bounced_at = models.DateTimeField(null=True, editable=False)
    mail_failures = models.PositiveSmallIntegerField(default=0, db_default=0, editable=False)  # weighed
    mail_failed_at = models.DateTimeField(null=True, editable=False)  # the last of them
    # What computed secrets depend on: see post.secrets.
    session_nonce = models.CharField(max_length=32, default=new_nonce, editable=False)
    feed_nonce = models.CharField(max_length=32, default=new_nonce, editable=False)
    mail_nonce = models.CharField(max_length=32, default=new_nonce, editable=False)
    is_active = models.BooleanField(
        _("active"),
        default=True,
        help_text=_("Switch this off instead of deleting: past matches name the user."),
    )
    is_guest = models.BooleanField(
        _("guest"),
        default=False,
        db_default=False,
        editable=False,
        help_text=_("Plays against bots without having signed up."),
    )
    # Of a guest: a hash of the client. Anyone can be a dozen guests: those of one client count as one.
    came_from = models.CharField(max_length=32, default="", db_default="", blank=True, editable=False)
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
            # Together with unique: one user per address, in any case, whatever code writes the row.
            models.CheckConstraint(condition=models.Q(email=Lower("email")), name="user_email_is_lower_case"),
        )
        indexes = (
            models.Index(fields=["date_joined"], condition=models.Q(is_guest=True), name="guests_by_age"),
            models.Index(fields=["came_from"], condition=models.Q(is_guest=True), name="guests_by_client"),
        )

    def __str__(self) -> str:
        return self.name

    @classmethod
    def normalize_username(cls, username: str) -> str:
        return normalise_address(username)

    @property
    def counts_as(self) -> str:
        """Under what their deeds are counted."""
        return f"guests {self.came_from}" if self.came_from else user_key(self.pk)

    def get_full_name(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        return self.name

    def get_session_auth_hash(self) -> str:
        """Sessions end when the password changes, or when the user signs out everywhere."""
        return self._session_hash(None)

    def get_session_auth_fallback_hash(self) -> Any:
        """The same under the server's former keys."""
        for key in settings.SECRET_KEY_FALLBACKS:
            yield self._session_hash(key)

    def _session_hash(self, key: str | None) -> str:
        value = f"{self.password} {self.session_nonce}"
        return salted_hmac("accounts.session", value, secret=key, algorithm="sha256").hexdigest()


class Absence(models.Model):
    """A time in which a user does not play: whole days in the user's zone, kept as moments."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="absences")
    begins_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["begins_at"]
        indexes: ClassVar = [models.Index(fields=["user", "ends_at"], name="absences_by_user")]
        constraints = (
            models.CheckConstraint(
                condition=models.Q(ends_at__gt=models.F("begins_at")), name="absence_ends_after_it_begins"
            ),
        )

    def __str__(self) -> str:
        return f"{self.pk} {self.begins_at:%Y-%m-%d} to {self.ends_at:%Y-%m-%d}"


class SignIn(models.Model):
    """A request to sign in or sign up: a link and a code were sent. Neither is in this row."""

    address = AddressField()
    nonce = models.CharField(max_length=32, default=new_nonce)
    browser = models.CharField(max_length=64)  # a hash of the secret given to the browser that asked
    next = models.CharField(max_length=600, blank=True)  # sealed: see accounts.services.next_page
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)
    used_at = models.DateTimeField(null=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["address", "-created_at"], name="sign_ins_by_address"),
            models.Index(fields=["browser"], name="sign_ins_by_browser"),
            models.Index(fields=["expires_at"], name="sign_ins_by_end"),
        ]

    def __str__(self) -> str:
        return f"{self.pk} {self.created_at:%Y-%m-%d %H:%M}"


class AddressChange(models.Model):
    """A user wants another address: confirmed from the old address and from the new one."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="address_changes")
    address = AddressField()
    nonce = models.CharField(max_length=32, default=new_nonce)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    old_confirmed_at = models.DateTimeField(null=True)
    new_confirmed_at = models.DateTimeField(null=True)
    done_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.pk} {self.created_at:%Y-%m-%d %H:%M}"


class ApiToken(AbstractAuthToken):  # type: ignore[misc]
    """A token for a player's program, kept as a hash."""

    name = NameField(_("name"))

    def __str__(self) -> str:
        return f"{self.name} ({self.token_key})"
