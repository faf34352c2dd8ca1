"""The language of orders and standing orders: read, written and explained, for every game."""
