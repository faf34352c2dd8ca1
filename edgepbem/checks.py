"""System checks for this server: settings that would go wrong later, and quietly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register

from games.reports.fonts import problems
from post.mailbox_fetch import Place

Found = list[CheckMessage]
Apps = Sequence[AppConfig] | None


@register(Tags.compatibility)  # checks with the tag `database` run only when asked for
def check_sqlite(app_configs: Apps, **kwargs: Any) -> Found:
    """Several processes write: without these, most of them fail with "database is locked"."""
    database = settings.DATABASES["default"]
    options = database.get("OPTIONS", {})
    if "sqlite" not in database["ENGINE"]:
        return []
    if options.get("transaction_mode") == "IMMEDIATE" and "journal_mode=WAL" in options.get(
        "init_command", ""
    ):
        return []
    hint = (
        "Leave transaction_mode (IMMEDIATE) and init_command (PRAGMA journal_mode=WAL) out of DATABASE_URL."
    )
    return [Error("SQLite is set up so that writers fail instead of waiting.", hint, id="edgepbem.E001")]


@register(Tags.security)
def check_insides(app_configs: Apps, **kwargs: Any) -> Found:
    """What is meant for a local machine must not be on in public."""
    found: Found = []
    is_public = settings.SITE_HOST not in {"localhost", "127.0.0.1", "::1"}
    if settings.DEBUG and is_public:
        hint = "Do not set DEBUG: it follows from SITE_URL."
        found.append(Error("DEBUG shows strangers the internals of the server.", hint, id="edgepbem.E002"))
    if settings.MAIL_ROOM and (is_public or not settings.DEBUG):
        hint = "Set EMAIL_URL, so that emails are sent instead of shown."
        found.append(Error("The mail room shows everyone's emails to everyone.", hint, id="edgepbem.E003"))
    return found


@register(Tags.compatibility)
def check_mailbox(app_configs: Apps, **kwargs: Any) -> Found:
    """A mailbox that cannot be opened would only show in the log."""
    try:
        if settings.IMAP_URL:
            Place.at(settings.IMAP_URL)
    except ValueError as why:
        return [
            Error(f"{why}.", "Write signs such as / and @ in a password as %2F and %40.", id="edgepbem.E007")
        ]
    return []


@register(Tags.compatibility)
def check_games(app_configs: Apps, **kwargs: Any) -> Found:
    """A game that does not exist would only show when somebody opens the front page."""
    known = {path.parent.name for path in (settings.BASE_DIR / "games").glob("*/engine.py")}
    unknown = [game for game in settings.GAMES if game not in known]
    if not unknown and settings.GAMES:
        return []
    hint = f"GAMES is a list with commas of: {', '.join(sorted(known))}."
    return [
        Error(f"GAMES names what is no game: {', '.join(unknown) or 'nothing'}.", hint, id="edgepbem.E008")
    ]


@register(Tags.compatibility, deploy=True)
def check_mail(app_configs: Apps, **kwargs: Any) -> Found:
    """A play-by-email server needs email, out and in."""
    found: Found = []
    if settings.EMAIL_BACKEND.endswith(("console.EmailBackend", "unset.UnsetBackend")):
        hint = "Set EMAIL_URL, or EMAIL_BACKEND to a provider of django-anymail."
        found.append(Warning("Emails are not sent.", hint, id="edgepbem.W004"))
    if settings.MAIL_DOMAIN.endswith("localhost") or "." not in settings.MAIL_DOMAIN:
        hint = "Set REPLY_DOMAIN to a domain whose email reaches the gateway or the provider."
        found.append(Warning("Replies cannot reach this server.", hint, id="edgepbem.W005"))
    if not settings.MAIL_RECEIVER:
        hint = "Set MAIL_RECEIVER to the name that your mail server writes into Authentication-Results."
        found.append(Warning("The From header of every email is believed.", hint, id="edgepbem.W006"))
    return found


@register(Tags.compatibility, deploy=True)
def check_printing(app_configs: Apps, **kwargs: Any) -> Found:
    """Emails go out without their PDF if it cannot be made."""
    return [Warning(problem, id="edgepbem.W007") for problem in problems()]
