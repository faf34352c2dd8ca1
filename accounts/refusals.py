"""A service says no: a sentence for the person who asked, in that person's language."""


class Refused(Exception):
    """The request cannot be carried out, and why."""
