"""EF-2: the interpreter of what cards, banners, shrines and tokens do."""
