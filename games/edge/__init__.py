"""The Edge: Dawnfall. Chapters in `rules/`, what cards do in `effects/`, their data in `content/`."""
