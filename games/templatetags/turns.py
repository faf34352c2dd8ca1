"""The name of a turn, on pages and in emails."""

from django import template

from games.services.texts import turn_in_words

register = template.Library()
register.filter("as_turn", turn_in_words)
