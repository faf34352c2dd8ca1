"""EF-2.14: the verbs, by group. The engine imports them all, so that the interpreter knows them."""
