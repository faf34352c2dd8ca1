"""Rules that run for a reader: asked for here, run in a child process with little time."""
