"""One email of each kind, about a real match."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from email.message import Message
from html.parser import HTMLParser

from django.core import mail as django_mail
from django.utils import timezone

from accounts.models import AddressChange, SignIn, User, new_nonce
from accounts.services.absences import declare
from accounts.services.dates import Days
from games.models import Match, Order, Press, Seat
from games.services import invitations, orders, resolve
from games.services.matches.new import Place, Terms, open_match
from games.services.orders import NewOrder
from games.services.seat_emails import mailbox
from post.compose import compose
from post.mime import Envelope
from post.models import IncomingEmail, OutgoingEmail

Facts = Mapping[str, object]

PLAIN_TAGS = {
    *("html", "head", "meta", "title", "style", "body"),
    *("div", "p", "span", "a", "h1", "h2", "h3", "ul", "li", "strong", "pre", "table", "tr", "td", "img"),
}


def queued(kind: str, seat: Seat | None, user: User | None, facts: Facts, address: str = "") -> OutgoingEmail:
    """The row of an email, as the outbox holds it."""
    to = address or (user.email if user is not None else "dora@example.org")
    mail = mailbox.new_email(kind, to, f"{kind} {new_nonce()}", user=user, seat=seat, facts=dict(facts))
    mail.save()
    return OutgoingEmail.objects.select_related("user").get(pk=mail.pk)


def seat_of(match: Match, user: User) -> Seat:
    return match.seats.select_related("match", "user").get(user=user)


def of_turn(kind: str, match: Match, user: User, first: int = 0) -> OutgoingEmail:
    match.refresh_from_db()
    last = match.event_rows.order_by("-number").values_list("number", flat=True)[0]
    facts: Facts = {"first": first, "last": last, "turn": match.turn, "question": question_id(match, user)}
    return queued(kind, seat_of(match, user), user, facts)


def question_id(match: Match, user: User) -> str:
    from games.services.access import match_for
    from games.services.scene import scene_of

    question = scene_of(match_for(user, match.pk)).question
    return question.id if question is not None else ""


def invited(host: User, kind: str = "invitation", name: str = "A second duel") -> OutgoingEmail:
    terms = Terms("scrappers", name, {})
    match = open_match(host, terms, [Place(host), Place(address="dora@example.org")])
    seat = match.seats.select_related("match").get(invited="dora@example.org")
    return queued(kind, seat, None, {"seat": seat.pk})


def by_mail(match: Match, user: User, text: str) -> Order:
    """Orders that came in a mail, played."""
    seat = seat_of(match, user)
    raw = b"Message-ID: <bobs-mail.1@example.org>\r\nFrom: bob@example.org\r\n\r\n" + text.encode()
    incoming = IncomingEmail.objects.create(key=new_nonce(), source="smtp", raw=raw, mailbox=seat.pk)
    order = orders.accept(seat, NewOrder(Order.Kind.ORDERS, Order.Door.MAIL, f"mail {incoming.key}", text))
    resolve.resolve(match.pk)
    order.refresh_from_db()
    return order


def _receipt(match: Match, user: User) -> OutgoingEmail:
    order = by_mail(match, user, "end\nrecruit nonsense")
    return queued("receipt", seat_of(match, user), user, {"order": order.pk})


def _press(match: Match, user: User) -> OutgoingEmail:
    other = match.seats.select_related("user").exclude(user=user)[0]
    said = Press.objects.create(match=match, sender=other, name="Bob", text="Well met!\n\nShall we?", key="1")
    return queued("press", seat_of(match, user), user, {"press": said.pk})


def _finished(match: Match, user: User) -> OutgoingEmail:
    loser = match.seats.select_related("match").exclude(user=user)[0]
    orders.accept(loser, NewOrder(Order.Kind.RESIGN, Order.Door.WEB, "resign"))
    resolve.resolve(match.pk)
    return of_turn("finished", match, user)


def _confirm(match: Match, user: User) -> OutgoingEmail:
    seat = seat_of(match, user)
    state = IncomingEmail.State.UNCONFIRMED
    mail = IncomingEmail.objects.create(
        key=new_nonce(), source="smtp", raw=b"\r\nend", mailbox=seat.pk, state=state, nonce=new_nonce()
    )
    return queued("confirm_mail", seat, user, {"incoming": mail.pk})


def _sign_in(match: Match, user: User) -> OutgoingEmail:
    soon = timezone.now() + timedelta(minutes=15)
    asked = SignIn.objects.create(address="dora@example.org", browser="", expires_at=soon)
    return queued("sign_in", None, None, {"sign_in": asked.pk, "language": "en"})


def _change(kind: str) -> Callable[[Match, User], OutgoingEmail]:
    def making(match: Match, user: User) -> OutgoingEmail:
        until = timezone.now() + timedelta(hours=24)
        change = AddressChange.objects.create(user=user, address="a@example.net", expires_at=until)
        return queued(kind, None, user, {"change": change.pk})

    return making


def _declined(match: Match, user: User) -> OutgoingEmail:
    mail = invited(user)
    invitations.decline(seat_in(mail).pk)
    return OutgoingEmail.objects.select_related("user").get(kind="declined")


def _claim(match: Match, user: User) -> OutgoingEmail:
    match.seats.exclude(user=user).update(missed=2)
    silent = match.seats.select_related("match").exclude(user=user)[0]
    return queued("claim", silent, user, {})


def _undelivered(match: Match, user: User) -> OutgoingEmail:
    User.objects.exclude(pk=user.pk).update(bounced_at=timezone.now())
    return queued("undelivered", match.seats.select_related("match").exclude(user=user)[0], user, {})


def _stuck(match: Match, user: User) -> OutgoingEmail:
    Match.objects.filter(pk=match.pk).update(stuck="the replay disagrees")
    return queued("stuck", None, user, {"match": match.pk})


def _paused(match: Match, user: User) -> OutgoingEmail:
    Match.objects.filter(pk=match.pk).update(paused_at=timezone.now())
    return queued("paused", seat_of(match, user), user, {"reason": "The server moves"})


def _extended(match: Match, user: User) -> OutgoingEmail:
    seat = seat_of(match, user)
    due_at = seat.due_at.isoformat() if seat.due_at is not None else ""
    return queued("extended", seat, user, {"hours": 24, "due_at": due_at})


def _absent(match: Match, user: User) -> OutgoingEmail:
    """The reader waits for the other player, who is absent."""
    absent = match.seats.select_related("match", "user").exclude(user=user).filter(user__isnull=False).first()
    assert absent is not None
    assert absent.user is not None
    absence = declare(absent.user, Days(None, timezone.localdate() + timedelta(days=9)))
    Seat.objects.filter(pk=absent.pk).update(waiting_since=timezone.now())
    return queued("absent", seat_of(match, user), user, {"absence": absence.pk, "seat": absent.pk})


ANSWER: Facts = {"text": "Turn 1.\n  1. Alice", "subject": "Re: A duel", "in_reply_to": "<x.1@example.org>"}
MAKING: dict[str, Callable[[Match, User], OutgoingEmail]] = {
    "turn": lambda match, user: of_turn("turn", match, user),
    "resent": lambda match, user: of_turn("resent", match, user),
    "report": lambda match, user: of_turn("report", match, user),
    "started": lambda match, user: of_turn("started", match, user),
    "finished": _finished,
    "receipt": _receipt,
    "answer": lambda match, user: queued("answer", seat_of(match, user), user, ANSWER),
    "help": lambda match, user: queued("help", None, None, ANSWER),
    "confirm_mail": _confirm,
    "press": _press,
    "reminder": lambda match, user: queued("reminder", None, user, {"seats": [seat_of(match, user).pk]}),
    "paused": _paused,
    "resumed": lambda match, user: queued("resumed", seat_of(match, user), user, {}),
    "extended": _extended,
    "absent": _absent,
    "rewound": lambda match, user: queued("rewound", seat_of(match, user), user, {"turn": 1}),
    "invitation": lambda match, user: invited(user),
    "rematch": lambda match, user: invited(user, "rematch"),
    "declined": _declined,
    "withdrawn": lambda match, user: queued("withdrawn", seat_of(match, user), user, {}),
    "claim": _claim,
    "replaced": lambda match, user: queued("replaced", None, user, {"match": match.pk}),
    "sign_in": _sign_in,
    "address_old": _change("address_old"),
    "address_new": _change("address_new"),
    "goodbye": lambda match, user: queued("goodbye", None, None, {"name": "Dora", "language": "en"}),
    "stuck": _stuck,
    "undelivered": _undelivered,
}


def email_of(kind: str, match: Match, user: User) -> Envelope:
    """The finished email. `user` is on turn in the match, and reads every turn."""
    User.objects.filter(pk=user.pk).update(mail_every_turn=True)
    return compose(MAKING[kind](match, user))


def parsed(email: Envelope) -> Message:
    """As a mail program would read it."""
    return email.message().parsed()


def seat_in(mail: OutgoingEmail) -> Seat:
    """The seat of an email that has one."""
    seat = mailbox.seat_of(mail)
    if seat is None:
        raise ValueError("an email without a seat")
    return seat


def other_of(match: Match, player: User) -> User:
    """The one who plays against the player."""
    user = match.seats.exclude(user=player).select_related("user")[0].user
    if user is None:
        raise ValueError("a seat without a player")
    return user


def data_of(message: Message, kind: str) -> bytes:
    """The first part of a kind, decoded."""
    part = next(part for part in message.walk() if part.get_content_type() == kind)
    data = part.get_payload(decode=True)
    return data if isinstance(data, bytes) else b""


def delivered() -> list[Envelope]:
    """What went out, as it was handed to the backend."""
    return [message for message in django_mail.outbox if isinstance(message, Envelope)]


class Tags(HTMLParser):
    """The tags of a page and where its attributes lead."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.links: list[str] = []
        self.sources: list[str] = []
        self.handlers: list[str] = []
        self.open: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        if tag not in ("meta", "img", "br", "link", "base"):
            self.open.append(tag)
        for name, value in attrs:
            if name == "href":
                self.links.append(value or "")
            elif name in ("src", "background", "srcset", "poster"):
                self.sources.append(value or "")
            elif name.startswith("on"):
                self.handlers.append(name)

    def handle_endtag(self, tag: str) -> None:
        if self.open and self.open[-1] == tag:
            self.open.pop()
