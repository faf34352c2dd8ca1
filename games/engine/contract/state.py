"""What the states of all games have in common: the rules number that is in force."""

from __future__ import annotations

import msgspec


class MatchState(msgspec.Struct, omit_defaults=True, kw_only=True):
    """The base of a game's state.

    The rules number is part of it, so that option trees, results, views and guesses can tell which rules they
    follow. The table sets it; the first number is not saved.
    """

    rules: int = 1

    def since(self, number: int) -> bool:
        """Whether this match is played by rules number `number` or newer."""
        return self.rules >= number
