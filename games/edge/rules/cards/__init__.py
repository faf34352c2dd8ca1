"""ED-17: Action cards."""
