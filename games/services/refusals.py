"""What a service says no to: a sentence for the person who asked, in that person's language."""


class Refused(Exception):
    """A wish that cannot be granted; the message is for people."""


class LostRace(Exception):
    """Another worker wrote first. Nothing was changed; try again on fresh rows."""
