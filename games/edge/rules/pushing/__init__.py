"""ED-11: pushing."""
