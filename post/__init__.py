"""Email in and out. It knows no game, and of users only their key: see `kinds`, `readers`, `mailboxes`."""
