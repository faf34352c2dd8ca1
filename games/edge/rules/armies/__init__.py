"""ED-4.6 to ED-4.9: armies and decks."""
