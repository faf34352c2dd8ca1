"""Mail: what comes in is read, what goes out is written."""
