"""ED-8: Squads, their attributes and modes."""
