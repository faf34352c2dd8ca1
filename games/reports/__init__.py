"""Turn reports: what a player gets on paper, from finished strings to a tagged PDF."""
