"""Emails of a seat: each seat is a mailbox, and has news to tell."""
