"""The parts of the picture: the ground, what stands on it, and what lies beside it."""
