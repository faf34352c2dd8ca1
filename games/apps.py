from typing import Any

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    label = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        self.register_mailboxes()
        self.register_personal_data()
        self.listen()

    def register_mailboxes(self) -> None:
        """Replies go to seats; a match can be muted by a link."""
        from games.services.seat_emails import mailbox
        from post import mailboxes, unsubscribe

        mailboxes.register(mailbox.find_mailbox, "games.services.replies.mailboxes.SeatMailboxes")
        unsubscribe.register(mailbox.MUTE_TOKENS, mailbox.subscription_for)

    def register_personal_data(self) -> None:
        """What matches keep of a user is exported and forgotten with the account."""
        from accounts import personal_data

        personal_data.register("games.services.personal_data.GamesHolder")

    def listen(self) -> None:
        """What happens to users that matter to matches: no email reaches them, new secrets, an absence."""
        from django.db.models.signals import pre_delete

        from accounts.reachability import unreachable
        from accounts.services.absences import changed
        from accounts.services.renewal import renewed
        from games.models import Match, Order, Seat
        from games.services.seat_emails import mailbox, news
        from post.failures import undelivered

        undelivered.connect(news.tell_of_invitation, dispatch_uid="games")
        renewed.connect(renew_seat_secrets, dispatch_uid="games")
        changed.connect(move_deadlines, dispatch_uid="games")
        unreachable.connect(news.tell_of_player, dispatch_uid="games")
        pre_delete.connect(mailbox.forget_match, Match, dispatch_uid="games emails of a match")
        pre_delete.connect(mailbox.forget_seat, Seat, dispatch_uid="games emails of a seat")
        pre_delete.connect(mailbox.forget_order, Order, dispatch_uid="games emails of an order")


def renew_seat_secrets(sender: Any, **about: Any) -> None:
    """A user's secrets were renewed: so are those of the user's seats."""
    from games.services import personal_data  # which loads rules: not for every process that starts

    personal_data.renew_secrets(sender, **about)


def move_deadlines(sender: Any, **about: Any) -> None:
    """A user declared an absence or called one off: deadlines in the user's matches move."""
    from games.services import absences  # as above

    absences.apply(sender, **about)
