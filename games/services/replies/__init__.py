"""Emails that come in: whose they are, and what is done about them."""
