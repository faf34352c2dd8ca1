"""Child processes that do what must not harm the server: read strangers' emails, print reports."""
