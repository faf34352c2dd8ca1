"""A corpus of replies, vacation notes and bounces, as mail clients write them."""
