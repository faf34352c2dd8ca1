"""Every email is composed here: rendered for its reader, with the headers of its conversation."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

from django.conf import settings
from django.template import Context, Engine
from django.utils import translation
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from post import headers, refusals, unsubscribe
from post.kinds import EmailContent, Kind, NotNeeded, all_kinds
from post.mime import Envelope
from post.models import OutgoingEmail
from post.readers import readers
from post.text import one_line, plain, tidy

INK = "#22304a"  # of emails whose writer chose no other colour


def compose(email: OutgoingEmail) -> Envelope:
    """The email, written now for its reader. Raises NotNeeded; KeyError for a kind that nobody registered."""
    kind = all_kinds()[email.kind]
    _check_wanted(email, kind)
    with readers().reading_as(email.user), _requested_language(email):
        return _envelope(email, kind, kind.writer(email))


def _check_wanted(email: OutgoingEmail, kind: Kind) -> None:
    if email.user is None:
        if kind.category is not None and refusals.is_refused(email.address, kind.category.name):
            raise NotNeeded("the reader wants no such emails")
        return
    if readers().has_left(email.user) and not kind.reaches_former_users:
        raise NotNeeded("the account is closed")
    if kind.category is not None and not readers().wants(email.user, kind.category.name):
        raise NotNeeded("the reader has switched these emails off")


def _requested_language(email: OutgoingEmail) -> AbstractContextManager[None]:
    """A reader without an account gets the language of the page that asked for the email."""
    requested = str(email.facts.get("language", ""))
    return translation.override(requested) if requested in dict(settings.LANGUAGES) else nullcontext()


def _envelope(email: OutgoingEmail, kind: Kind, content: EmailContent) -> Envelope:
    about = _common(email, kind) | content.about
    about["subject"] = subject = _subject(email, kind, content)
    return Envelope(
        subject=subject,
        text=tidy(plain(_text(f"mail/{kind.name}.txt", about))),
        html=plain(_html(f"mail/{kind.name}.html", about)),
        sender=headers.sender(content.conversation),
        to=email.address,
        headers=headers.headers(email, kind, content),
        files=content.files,
    )


def _common(email: OutgoingEmail, kind: Kind) -> dict[str, object]:
    """What every template may use."""
    user = email.user
    return {
        "reader": user,
        "language": get_language(),
        "ink": INK,
        "site": headers.SITE_NAME,
        "home_link": settings.SITE_URL + "/",
        "account_link": settings.SITE_URL + readers().settings_path() if user is not None else "",
        "category": kind.category,
        "category_link": unsubscribe.way_out(user, email.address, kind.category),
    }


def _subject(email: OutgoingEmail, kind: Kind, content: EmailContent) -> str:
    """A name that no header can carry costs the email its subject and nothing else."""
    values = {"site": headers.SITE_NAME, **content.subject}
    said = one_line(content.title or str(kind.subject).format(**values))
    if said is not None:
        return said
    neutral = content.conversation.subject if content.conversation is not None else ""
    return neutral or _("An email from {site}").format(site=headers.SITE_NAME)


def _text(name: str, about: dict[str, object]) -> str:
    """Plain text has no markup, so nothing in it needs escaping."""
    return Engine.get_default().get_template(name).render(Context(about, autoescape=False))


def _html(name: str, about: dict[str, object]) -> str:
    return Engine.get_default().get_template(name).render(Context(about))
