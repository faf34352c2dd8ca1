"""Tags for the pages of those who run the server."""

from django import template

from games.services.troubles import Troubles, troubles

register = template.Library()


@register.simple_tag
def current_troubles() -> Troubles:
    """What needs attention now."""
    return troubles()
