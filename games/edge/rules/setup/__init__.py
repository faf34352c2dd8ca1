"""ED-4: set-up."""
