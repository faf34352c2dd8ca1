"""DB-11: what abilities do: a table of all of them, and a few general verbs."""
