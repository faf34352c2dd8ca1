"""The mark that ties a test to the numbered rules of a game."""

import pytest


def rule(*ids: str) -> pytest.MarkDecorator:
    """The rules that a test shows: ``@rule("SS-4.2", "SS-4.3")``."""
    return pytest.mark.rule(*ids)
