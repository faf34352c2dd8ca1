"""What the server does: the only writers of models."""
