"""Every letter is put into its envelope here: rendered for its reader, with the headers of its thread."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

from django.conf import settings
from django.template import Context, Engine
from django.utils import translation
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.mail import thread
from games.mail.letter import Letter, NotNeeded
from games.mail.letters import LETTERS
from games.mail.message import Envelope
from games.mail.writing import one_line, plain, tidy
from games.models import OutgoingMail
from games.services.engines import ENGINES
from games.services.reader import reading_as

__all__ = ["NotNeeded", "compose"]

_PAPER_INK = "#22304a"  # of letters that belong to no game


def compose(mail: OutgoingMail) -> Envelope:
    """The letter, written now for its reader. Raises NotNeeded; KeyError for a kind that nobody writes."""
    write = LETTERS[mail.kind]
    if mail.user is not None and not mail.user.is_active and mail.kind != "goodbye":
        raise NotNeeded("its reader has left")
    with reading_as(mail.user), _wished_language(mail):
        return _envelope(mail, write(mail))


def _wished_language(mail: OutgoingMail) -> AbstractContextManager[None]:
    """Somebody without an account, or without one any more, reads the language of the page."""
    wished = str(mail.facts.get("language", ""))
    return translation.override(wished) if wished in dict(settings.LANGUAGES) else nullcontext()


def _envelope(mail: OutgoingMail, letter: Letter) -> Envelope:
    about = _common(mail, letter) | letter.about
    about["subject"] = subject = _subject(mail, about)
    return Envelope(
        subject=subject,
        text=tidy(plain(_text(f"mail/{mail.kind}.txt", about))),
        html=plain(_html(f"mail/{mail.kind}.html", about)),
        sender=thread.sender(letter.match),
        to=mail.address,
        headers=thread.headers(mail, letter),
        files=letter.files,
    )


def _common(mail: OutgoingMail, letter: Letter) -> dict[str, object]:
    """What every template may use."""
    match, seat, user = letter.match, letter.seat, mail.user
    return {
        "reader": user,
        "match": match,
        "game_title": ENGINES[match.game].title if match is not None else "",
        "language": get_language(),
        "ink": ENGINES[match.game].ink if match is not None else _PAPER_INK,
        "site": thread.SITE_NAME,
        "home_link": thread.site_url("home"),
        "match_link": thread.site_url("match", match.pk) if match is not None else "",
        "account_link": thread.site_url("account") if user is not None else "",
        "mute_link": thread.match_link(seat) if seat is not None else "",
        "category": letter.category,
        "category_link": thread.category_link(user, letter.category) if user and letter.category else "",
    }


def _subject(mail: OutgoingMail, about: dict[str, object]) -> str:
    """A name in a row that no header can bear costs the letter its subject and nothing else."""
    said = one_line(_text(f"mail/{mail.kind}.subject.txt", about))
    if said is not None:
        return said
    if mail.match_id is not None:
        return _("Your match {number} at {site}").format(number=mail.match_id, site=thread.SITE_NAME)
    return _("A letter from {site}").format(site=thread.SITE_NAME)


def _text(name: str, about: dict[str, object]) -> str:
    """Plain text has no markup, so that nothing in it needs escaping."""
    return Engine.get_default().get_template(name).render(Context(about, autoescape=False))


def _html(name: str, about: dict[str, object]) -> str:
    return Engine.get_default().get_template(name).render(Context(about))
