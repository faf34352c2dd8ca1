"""Matches: opened on terms, ended, opened again; tutorials among them."""
