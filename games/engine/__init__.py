"""The contract that every game is written against: no Django, no clock, no chance but the dice stream."""
