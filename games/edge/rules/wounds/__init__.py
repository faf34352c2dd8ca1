"""ED-16: Wounds, deaths and Victory Points."""
