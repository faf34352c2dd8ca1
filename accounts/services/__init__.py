"""What is done with accounts. Pages and admin call these; only these write rows."""
