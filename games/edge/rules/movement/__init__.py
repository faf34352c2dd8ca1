"""ED-9 and ED-10: Moves."""
