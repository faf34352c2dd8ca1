"""Pages of accounts: signing in, settings, tokens, leaving."""
