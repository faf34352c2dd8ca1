"""The headers of an email: one thread for a conversation, a secret reply address, a one-click way out."""

from __future__ import annotations

from email.utils import format_datetime, formataddr

from django.conf import settings
from django.utils import timezone

from post import unsubscribe
from post.addresses import own_address, reply_address
from post.kinds import Conversation, EmailContent, Kind
from post.models import OutgoingEmail

SITE_NAME = "edgepbem"


def sender(conversation: Conversation | None) -> str:
    """Who writes: a name of ours; what users call things has no place in a sender's name."""
    return formataddr((conversation.title if conversation is not None else SITE_NAME, own_address()))


def root_id(conversation: Conversation) -> str:
    """What all emails of a conversation refer to."""
    return f"<{conversation.name}@{settings.MAIL_DOMAIN}>"


def headers(email: OutgoingEmail, kind: Kind, content: EmailContent) -> dict[str, str]:
    """All but subject, sender and recipient."""
    found = {
        "Date": format_datetime(timezone.now()),
        "Message-ID": email.message_id,
        "Auto-Submitted": "auto-replied" if content.is_reply else "auto-generated",
    }
    if content.conversation is not None:
        found |= _of_conversation(content.conversation)
    if content.answers:
        found["In-Reply-To"] = content.answers
        found["References"] = f"{found.get('References', '')} {content.answers}".strip()
    if content.reply_token:
        name = content.conversation.title if content.conversation is not None else SITE_NAME
        found["Reply-To"] = formataddr((name, reply_address(content.reply_token)))
    if way_out := unsubscribe.way_out(email.user, email.address, kind.category):
        found |= _way_out(way_out, content.reply_token)
    return found


def _of_conversation(conversation: Conversation) -> dict[str, str]:
    root = root_id(conversation)
    title = conversation.title.replace('"', "")
    name = conversation.name.replace(".", "-")
    return {
        "In-Reply-To": root,
        "References": root,
        "List-Id": f'"{title}" <{name}.{settings.MAIL_DOMAIN}>',
    }


def _way_out(link: str, reply_token: str) -> dict[str, str]:
    """RFC 8058: one click, by an email program that posts to the link; and an address for the others."""
    ways = [f"<{link}>"]
    if reply_token:
        ways.append(f"<mailto:{reply_address(reply_token)}?subject=stop&body=stop>")
    return {"List-Unsubscribe": ", ".join(ways), "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
