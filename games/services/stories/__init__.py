"""What players are told, in their words, and how much of it they have seen."""
