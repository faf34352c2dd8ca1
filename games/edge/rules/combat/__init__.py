"""ED-12: Combat."""
