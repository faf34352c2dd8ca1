"""Pages of accounts: signing in, preferences, tokens, leaving."""
