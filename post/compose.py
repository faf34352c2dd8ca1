"""Every email is composed here: rendered for its reader, with the headers of its conversation."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext

from django.conf import settings
from django.template import Context, Engine
from django.utils import translation
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from post import bundles, headers, refusals, size, unsubscribe
from post.bundles import Part
from post.kinds import EmailContent, Kind, NotNeeded, all_kinds
from post.mime import Envelope
from post.models import OutgoingEmail
from post.readers import readers
from post.text import one_line, plain, tidy

INK = "#22304a"  # of emails whose writer chose no other colour


def compose(email: OutgoingEmail) -> Envelope:
    """The email, written now for its reader, with what travels in it.

    Raises NotNeeded if nothing of it is needed; KeyError for a kind that nobody registered.
    """
    with readers().reading_as(email.user), _requested_language(email):
        parts = list(_parts(email))
        if len(parts) == 1:
            return _envelope(email, parts[0].kind, parts[0].content)
        return _bundle(email, bundles.in_order(parts))


def _parts(email: OutgoingEmail) -> Iterator[Part]:
    """What is still needed of an email and of all that travels in it."""
    reasons: list[NotNeeded] = []
    together = [email, *bundles.parts_of(email)]
    for one in together:
        size.inherit(one, email)
        kind = all_kinds()[one.kind]
        try:
            _check_wanted(one, kind)
            yield Part(one, kind, kind.writer(one))
        except NotNeeded as why:
            reasons.append(why)
            bundles.note_dropped(one, why)
    if len(reasons) == len(together):
        raise reasons[0]


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
    about["subject"] = _subject(kind, content)
    return _put_together(email, kind, content, about | {"template": kind.name})


def _bundle(email: OutgoingEmail, parts: list[Part]) -> Envelope:
    """Several emails as one; the first says what it is mainly about."""
    first, content = parts[0], bundles.whole(parts)
    about = _common(email, first.kind) | (first.content.about if content.conversation else {})
    about["subject"] = bundles.subject(_subject(first.kind, first.content), len(parts))
    about["parts"] = [_rendered(part, is_apart=content.conversation is None) for part in parts]
    return _put_together(email, first.kind, content, about | {"template": bundles.TEMPLATE})


def _rendered(part: Part, *, is_apart: bool) -> dict[str, str]:
    """An email without what surrounds it. Apart from its conversation, it says where to answer."""
    about = _common(part.email, part.kind) | part.content.about
    about["subject"] = subject = _subject(part.kind, part.content)
    about["answer_to"] = bundles.answer_to(part) if is_apart else ""
    return {
        "subject": subject,
        "text": _text(f"mail/{part.kind.name}.txt", about | {"layout": "mail/part.txt"}).strip(),
        "html": _html(f"mail/{part.kind.name}.html", about | {"layout": "mail/part.html"}),
    }


def _put_together(
    email: OutgoingEmail, kind: Kind, content: EmailContent, about: dict[str, object]
) -> Envelope:
    name = f"mail/{about['template']}"
    return Envelope(
        subject=str(about["subject"]),
        text=tidy(plain(_text(f"{name}.txt", about | {"layout": "mail/base.txt"}))),
        html=plain(_html(f"{name}.html", about | {"layout": "mail/base.html"})),
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


def _subject(kind: Kind, content: EmailContent) -> str:
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
