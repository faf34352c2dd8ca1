"""Turn reports: from finished strings to a tagged PDF."""
