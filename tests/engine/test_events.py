"""What happened, as each reader may know it, and the chain that pins it."""

from __future__ import annotations

import msgspec
import pytest

from games.engine.contract.events import BrokenChain, Chain, Event, Link, extend, hide, seen_by, verify
from games.engine.contract.phrases import Phrase, Seat, say

KEY = b"k" * 32
STORY = [
    Event("drew", {"seat": 1, "count": 2}, own={1: {"cards": ["a", "b"]}}),
    Event("peeked", {"seat": 2}, only=(2,)),
    Event("moved", {"seat": 2}),
    Event("drew", {"seat": 2, "count": 1}, own={2: {"cards": ["c"]}}),
]


def chained(story: list[Event], key: bytes = KEY) -> tuple[Chain, list[Link]]:
    """The chain of a whole story."""
    chain, links = Chain(), []
    for event in story:
        chain, link = extend(chain, event, key)
        links += [link] if link is not None else []
    return chain, links


def test_all_are_told_how_many_and_the_owner_which() -> None:
    drew = STORY[0]
    assert [seen.values for viewer in (1, 2, None) if (seen := drew.seen_by(viewer))] == [
        {"seat": 1, "count": 2, "cards": ["a", "b"]},
        {"seat": 1, "count": 2},
        {"seat": 1, "count": 2},
    ]


def test_what_is_told_to_some_only_leaves_no_gap_for_the_others() -> None:
    assert [seen.key for seen in seen_by(STORY, 1)] == ["drew", "moved", "drew"]
    assert [seen.key for seen in seen_by(STORY, None)] == ["drew", "moved", "drew"]
    assert [seen.key for seen in seen_by(STORY, 2)] == ["drew", "peeked", "moved", "drew"]


def test_a_hidden_event_makes_no_link_of_its_own() -> None:
    _, links = chained(STORY)
    assert [link.public.key for link in links] == ["drew", "moved", "drew"]


def test_the_published_links_hold_nothing_hidden() -> None:
    published = msgspec.json.encode(chained(STORY)[1])
    assert b"cards" not in published
    assert b"peeked" not in published


def test_the_hash_of_what_is_hidden_cannot_be_guessed() -> None:
    """Without the key, trying all cards finds nothing: the salt is secret and differs for each event."""
    guess = Event("drew", {"seat": 1, "count": 2}, own={1: {"cards": ["a", "b"]}})
    real = chained(STORY)[1][0].rest
    assert hide((guess,), KEY, 0) == real
    assert hide((guess,), b"not the key", 0) != real
    assert hide((guess,), KEY, 1) != real


def test_the_revealed_seed_verifies_the_whole_story() -> None:
    chain, links = chained(STORY)
    assert verify(STORY, links, KEY) == chain


@pytest.mark.parametrize("place", range(len(STORY)))
@pytest.mark.parametrize("change", ["key", "values", "own", "only", "dropped"])
def test_any_change_of_the_story_breaks_the_chain(place: int, change: str) -> None:
    _, links = chained(STORY)
    story = list(STORY)
    event = story[place]
    match change:
        case "key":
            story[place] = msgspec.structs.replace(event, key="lied")
        case "values":
            story[place] = msgspec.structs.replace(event, values={"seat": 9})
        case "own":
            story[place] = msgspec.structs.replace(event, own={1: {"cards": ["z"]}})
        case "only":
            story[place] = msgspec.structs.replace(event, only=(1,) if event.only is None else None)
        case _:
            del story[place]
    with pytest.raises(BrokenChain):
        verify(story, links, KEY)


def test_events_added_at_the_end_are_noticed() -> None:
    _, links = chained(STORY)
    with pytest.raises(BrokenChain):
        verify([*STORY, Event("more")], links, KEY)


# Phrases.


def test_a_seat_is_shown_by_name_where_one_is_known() -> None:
    phrase = say("{seat} raids {target}.", seat=Seat(1), target=Seat(2))
    assert phrase.text({1: "Alice"}) == "Alice raids seat 2."


def test_a_phrase_is_translated_where_it_is_shown() -> None:
    german = {"{story} Below it: {next}.": "{story} Darunter: {next}.", "{seat} digs.": "{seat} gräbt."}
    phrase = Phrase("{story} Below it: {next}.", {"story": say("{seat} digs.", seat=Seat(3)), "next": "gold"})
    assert phrase.text({3: "Eva"}, lambda text: german.get(text, text)) == "Eva gräbt. Darunter: gold."
    assert str(phrase) == "seat 3 digs. Below it: gold."
