"""Events told as sentences, chapter by chapter."""
