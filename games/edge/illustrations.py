"""Pictures for the rules of The Edge."""

from __future__ import annotations

from games.engine.contract.illustrations import Illustration

ILLUSTRATIONS = (
    Illustration(
        "ED-3.3",
        "board",
        "Spaces and hexes: four Pilgrims stand in B3 on the hexes 0 (the middle), 1, 2 and 3, counted"
        " clockwise from the north-east. The Angel of Death covers all seven hexes of C4. B2 is"
        " filled by a Source.",
        around=("A2", "C4"),
        marked=("pilgrim/1", "angel_of_death/1"),
    ),
    Illustration(
        "ED-6.2",
        "board",
        "Control: the Angel in A4 touches the Blood Altar in A5, which counts as a Source, and no"
        " enemy model does. Its player harvests one Crystal there.",
        after=6,
        around=("A3", "B5"),
        marked=("A5", "angel_of_death/1"),
    ),
    Illustration(
        "ED-9.2",
        "board",
        "A way: the Angel goes from C4 to A4 in two steps, over the empty Space B4. In Flight mode it"
        " could also pass through B3, where no room is left for its base.",
        after=6,
        around=("A3", "C5"),
        moves={"C4": "A4"},
        marked=("angel_of_death/1",),
    ),
    Illustration(
        "ED-11.1",
        "board",
        "Before a push: the Angel wants to end in C3, where the Master of Elements stands. Its base"
        " is larger, so it may; the Master is put on a free hex beside it.",
        after=4,
        around=("B2", "D4"),
        moves={"C4": "C3"},
        marked=("master_of_elements/1",),
    ),
    Illustration(
        "ED-11.2",
        "board",
        "After it: the Angel fills C3, and the pushed Master of Elements stands base to base with it.",
        after=4,
        orders=((1, "move angel_of_death/1 C3.*"),),
        around=("B2", "D4"),
        marked=("master_of_elements/1", "angel_of_death/1"),
    ),
    Illustration(
        "ED-12.2",
        "board",
        "Contact: hexes of the Angel in A4 lie beside the hex of the third Dark Scholar in A3, so"
        " these two can fight. The other Scholars in A3 are not touched.",
        after=6,
        around=("A3", "A4"),
        marked=("angel_of_death/1", "dark_scholar/3"),
    ),
    Illustration(
        "ED-13.6",
        "board",
        "Lines of Fire from the Ranger in D6: the one to the west goes on over D5, where hexes are"
        " free, to D4. The one to the east ends at D7, which a Source fills, and the one to the"
        " north-west at C6: the Son of Khyber can be hit there, but nobody behind.",
        around=("C4", "D7"),
        moves={"D6": "D4"},
        marked=("ranger/1", "D7", "C6"),
    ),
)
