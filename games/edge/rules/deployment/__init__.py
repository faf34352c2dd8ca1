"""ED-4.14: deployment."""
