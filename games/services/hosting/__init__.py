"""What hosts and staff do to a match, and what needs their attention."""
