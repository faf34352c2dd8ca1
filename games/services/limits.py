"""How much one person may do: written limits, counted across all doors."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.models import User
from edgepbem import limiter
from games.services.refusals import Refused

INVITATIONS = "30/day"  # of one host
TO_ONE_ADDRESS = "5/day"  # whoever invites: a stranger's mailbox is not ours to fill


def count_invitations(host: User, addresses: list[str]) -> None:
    """Allow some invitations, and count them."""
    for address in addresses:
        if not limiter.allow("invitations", str(host.pk), rate=INVITATIONS):
            raise Refused(_("you have sent many invitations today; please go on tomorrow"))
        if not limiter.allow("invited", address, rate=TO_ONE_ADDRESS):
            raise Refused(_("{address} has had many invitations today").format(address=address))
