"""Pictures for the rules of DreamBlade."""

from __future__ import annotations

from games.engine.contract.illustrations import Illustration

ILLUSTRATIONS = (
    Illustration(
        "DB-7.9",
        "map",
        "The map from above, North at the top. The portals are A5 for North and E1 for South: the"
        " Samurai has just been spawned in E1. S3 in a cell means 3 points for South, N5 means 5 for"
        " North.",
        after=1,
    ),
    Illustration(
        "DB-8.2",
        "map",
        "A shift: the Scout went from E3 to D3, the Brawler from E3 to E4. Each creature moves one"
        " cell, never diagonally.",
        after=4,
        around=("B2", "E4"),
        moves={"E3": "D3"},
        marked=("scout1", "brawler1"),
    ),
    Illustration(
        "DB-9.1",
        "map",
        "C3 is contested: the Scout of South and the Imp of North stand in it, so both are engaged"
        " and either side may strike there in its action phases. The Brawler alone in D4 is not"
        " engaged.",
        after=14,
        around=("B2", "E5"),
        marked=("C3",),
    ),
    Illustration(
        "DB-12.1",
        "map",
        "The count: South holds D4 alone and claims its 3 points. Nobody claims C3, where enemies"
        " stand together, and C4 gives nothing to North.",
        after=14,
        around=("B2", "E5"),
        marked=("D4",),
    ),
)
