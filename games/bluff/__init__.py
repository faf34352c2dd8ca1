"""Bluff: the example for authors of games. See docs/adding-a-game.md."""
