"""ED-18: Enhancements and their Charges."""
