"""Several emails to one reader as one: in which order, under which subject, and where answers to it go."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import ngettext

from post.addresses import reply_address
from post.kinds import EmailContent, Kind, NotNeeded, all_kinds
from post.models import OutgoingEmail

TEMPLATE = "bundle"
State = OutgoingEmail.State


@dataclass(frozen=True, slots=True)
class Part:
    """One email of several, as its kind wrote it."""

    email: OutgoingEmail
    kind: Kind
    content: EmailContent


def parts_of(email: OutgoingEmail) -> list[OutgoingEmail]:
    """What else travels in an email, as it was fixed when the email first left."""
    if not email.bundle:
        return []
    return list(OutgoingEmail.objects.filter(carrier=email.pk, state=State.JOINED).select_related("user"))


def note_dropped(part: OutgoingEmail, why: NotNeeded) -> None:
    """A part that is not needed any more; an email that carries others says so itself when it is sent."""
    OutgoingEmail.objects.filter(pk=part.pk, state=State.JOINED).update(state=State.DROPPED, error=str(why))


def in_order(parts: list[Part]) -> list[Part]:
    """What is of one conversation stands together; in it, and among them, what asks most comes first."""
    ranks = {name: rank for rank, name in enumerate(all_kinds())}  # as they are registered
    best: dict[str, int] = {}
    for part in parts:
        name = _conversation(part)
        best[name] = min(best.get(name, len(ranks)), ranks[part.kind.name])
    return sorted(
        parts,
        key=lambda part: (
            best[_conversation(part)],
            _conversation(part),
            ranks[part.kind.name],
            part.email.pk or 0,
        ),
    )


def _conversation(part: Part) -> str:
    return part.content.conversation.name if part.content.conversation is not None else ""


def whole(parts: list[Part]) -> EmailContent:
    """How they travel: in their conversation, answered there, if they have one in common."""
    first = parts[0].content
    is_one = len({_conversation(part) for part in parts}) == 1
    return EmailContent(
        {},
        conversation=first.conversation if is_one else None,
        reply_token=first.reply_token if is_one else "",
        files=[file for part in parts for file in part.content.files],
    )


def subject(first: str, count: int) -> str:
    """What the first is about, and how many more there are."""
    more = ngettext("{subject}, and {count} more", "{subject}, and {count} more", count - 1)
    return more.format(subject=first, count=count - 1)


def answer_to(part: Part) -> str:
    """Where answers to one part go; empty if it takes none."""
    return reply_address(part.content.reply_token) if part.content.reply_token else ""
