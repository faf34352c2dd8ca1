"""What `manage.py bench` measures: ratios against a peer doing comparable work, side by side in one run."""
