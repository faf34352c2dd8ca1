"""Deleting an account: the person is gone. What other rooms keep, they forget themselves."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import SignIn, User
from accounts.personal_data import holders
from accounts.refusals import Refused
from post import inbox, outbox
from post.room.backend import forget_room_emails

EMAIL = "goodbye"


def leave(user: User) -> None:
    """Delete a user. Standing orders and defaults play the user's seats until someone takes them over."""
    if user.is_staff:
        raise Refused(
            _("You are on the staff of this server. Ask another staff member to delete your account.")
        )
    remove(user)


def remove(user: User) -> None:
    """Delete a user, staff or not. All of it, or nothing."""
    with transaction.atomic():
        for holder in holders():
            holder.forget(user)
        _forget_emails(user)
        SignIn.objects.filter(address=user.email).delete()
        _say_goodbye(user)
        user.delete()  # tokens, address changes and the rest are deleted with the row


def _forget_emails(user: User) -> None:
    outbox.forget(user.email, user)
    inbox.forget(user.email, [])
    forget_room_emails(user.email)


def _say_goodbye(user: User) -> None:
    """The last email; its facts are all that is left of its reader, and are deleted when it is sent."""
    facts = {"name": user.name, "language": user.language}
    outbox.queue(EMAIL, user.email, f"{EMAIL} {user.pk}", facts=facts)
