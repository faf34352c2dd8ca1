"""ED-13: shooting."""
