"""What the author of a game imports: decisions, the table, dice, events, and the engine itself."""
