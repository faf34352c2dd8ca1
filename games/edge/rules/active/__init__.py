"""ED-7: the Active turn."""
