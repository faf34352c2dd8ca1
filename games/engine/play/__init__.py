"""What runs and keeps a match: the run, its replay and save, orders, previews."""
