"""Tags for the pages of the people who run the server."""

from django import template

from games.services.hosting.troubles import Troubles, troubles

register = template.Library()


@register.simple_tag
def current_troubles() -> Troubles:
    """What needs attention now."""
    return troubles()
