"""Players that use only what a player sees."""
