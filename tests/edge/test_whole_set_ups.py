"""ED-4: whole set-ups, by chance and in one mail each."""

from __future__ import annotations

from collections import Counter

import pytest

from games.edge.state import ARMIES, PLAY, SHRINES, UNDEPLOYED, State
from games.engine.contract.engine import Setting
from games.engine.language.paths import read, write
from games.engine.play.orders import advance
from games.engine.play.run import Run
from games.engine.play.save import decode_save, encode_save
from tests.edge.setting_up import EDGE, Opening, wander
from tests.rules import rule

VARIANTS: list[dict[str, Setting]] = [
    {},
    {"preset": True, "more_crystals": True},
    {"alternative_setup": True, "handicap_2": 3},
    {"script": True, "deck20": True},
    {"beginner": True, "strategic": 5},
    {"deck20": True},
]


def assert_conserved(state: State) -> None:
    """Nothing is lost and nothing is made (ED-2.3)."""
    on_cards = sum(e.charges for squad in state.squads for e in squad.enhancements)
    assert state.neutral_crystals + sum(p.pool + p.depleted for p in state.players) == 20
    assert state.neutral_charges + on_cards == 20
    for player in state.players:
        copies = Counter([*player.deck, *player.hand])
        assert copies.total() == state.choices.deck
        assert all(count <= player.content.cards[card].copies for card, count in copies.items())
        for squad in player.squads:
            assert len(squad.models) == squad.card.models
            assert squad.endurance == squad.card.endurance
            states = {model.state for model in squad.models}
            assert states == ({UNDEPLOYED} if squad.card.is_late else {"board"})
    places = [state.placement(model) for model in state.models]
    assert sum(place.mask.bit_count() for place in places) == state.occupied().bit_count() - 6 * 7


@rule("ED-2.3", "ED-4.23")
@pytest.mark.parametrize("options", VARIANTS, ids=lambda options: "-".join(options) or "usual")
@pytest.mark.parametrize("seed", range(1, 9))
def test_a_random_set_up_reaches_play_with_everything_in_its_place(
    seed: int, options: dict[str, Setting]
) -> None:
    opening = Opening(seed, **options)
    for decision in wander(opening, seed):
        assert decision.major
        assert decision.check(decision.fallback()) is None
    assert opening.state.stage == PLAY
    assert not opening.state.final_turn
    assert_conserved(opening.state)
    for event in opening.run.events:
        for reader in (None, 1, 2):
            seen = event.seen_by(reader)
            assert seen is not None
            assert str(EDGE.tell(seen))


@rule("DP-C3")
@pytest.mark.parametrize("options", VARIANTS[:4], ids=lambda options: "-".join(options) or "usual")
def test_every_answer_is_written_and_read_back_and_survives_a_save(options: dict[str, Setting]) -> None:
    opening = Opening(11, **options)
    for _ in wander(opening, 11):
        opening.run.deliver()
        save = decode_save(encode_save(opening.run.save()))
        again: Run[State] = Run.load(EDGE, save)
        assert EDGE.encode(again.state) == EDGE.encode(opening.state)
        for decision in again.asked:
            path = decision.fallback()
            assert read(decision, write(decision, path).split()).path == path


def test_no_view_of_a_set_up_shows_a_card_of_the_other() -> None:
    opening = Opening().by_default(PLAY)
    for seat in (1, 2):
        view = EDGE.view(opening.state, seat)
        other = opening.state.opponents(seat)[0]
        assert "'hand'" in str(view)
        assert not any(card in str(view) for card in (*other.hand, *other.deck))


# One mail for all of it (DP-C3).

FIRST = """
faction chapter
army squads angel_of_death holy_knight holy_knight pilgrim ranger
deck CH01 4, CH03 4, CH06 4, CH08 4, CH11 5, CH16 4
role countering
shrine C5|B4|E5
source A1|A2
source A4
deploy pilgrim D3.0 D3.1 D3.2 D3.3 | pilgrim E3.0 E3.1 E3.2 E3.3
deploy ranger D2.0 D2.1
deploy angel_of_death E2|E3
deploy holy_knight#1 C1.01
deploy holy_knight#2 C1.34
"""
SECOND = """
faction demons
army start
shrine A6|A5
source E8
source C9
deploy son_of_khyber A8
deploy gorehound B8.01
deploy bloodsmith C8.4 C8.5 C8.6
deploy dark_scholar A7.0 A7.1 A7.2
deploy master_of_elements C8.0
disperse move gorehound/1 B7.12
"""


@rule("DP-C3", "DP-S1", "DP-S2", "DP-S3", "DP-S4", "DP-S5", "DP-S6", "DP-S7")
@pytest.mark.parametrize("is_first_early", [True, False])
def test_one_mail_each_sets_everything_up(is_first_early: bool) -> None:
    opening = Opening()
    mails = [(opening.first, FIRST), (opening.second, SECOND)]
    for seat, text in mails if is_first_early else mails[::-1]:
        receipt = opening.send(seat, text)
        assert receipt.problem is None, receipt.problem.error
    assert not opening.run.receipts or all(r.problem is None for r in opening.run.receipts.values())
    state = opening.state
    assert state.stage == PLAY
    chapter, demons = state.player(opening.first), state.player(opening.second)
    assert (chapter.shrine_at, demons.shrine_at) == ("C5", "A6")
    assert state.sources == ["E8", "A1", "C9", "A4"]
    assert state.model("gorehound/1").at == "B7.12"
    assert state.model("angel_of_death/1").at == "E2.*"
    assert Counter([*chapter.deck, *chapter.hand]) == Counter(
        {"CH01": 4, "CH03": 4, "CH06": 4, "CH08": 4, "CH11": 5, "CH16": 4}
    )


@rule("DP-C3", "DP-S4")
def test_of_a_wish_list_the_first_legal_space_is_taken() -> None:
    opening = Opening().by_default(SHRINES).order("shrine C5")
    opening.order("shrine C5|C4|B3|A1")
    assert opening.state.player(opening.state.countering).shrine_at == "B3"


@rule("DP-C3")
def test_what_does_not_fit_is_handed_back_with_the_reason() -> None:
    opening = Opening(preset=True, beginner=True)
    opening.send(
        opening.first,
        "faction chapter\nrole positioning\ndeploy pilgrim A5.0 A5.1 A5.2 A5.3\ndeploy ranger B4.0 B4.1",
    )
    opening.send(opening.second, "faction demons")
    receipt = opening.run.receipts[opening.first]
    assert receipt.problem is not None
    assert receipt.problem.line == 3
    assert str(receipt.problem.error) == "A5.0 is occupied"
    assert receipt.handed_back.splitlines() == [
        "deploy pilgrim A5.0 A5.1 A5.2 A5.3",
        "deploy ranger B4.0 B4.1",
    ]
    assert opening.asked == [(opening.first, "deploy")]


@rule("DP-S1", "DP-S2")
def test_lines_may_depend_on_who_plays_what() -> None:
    opening = Opening()
    chosen = "if first {\n faction demons\n} else {\n faction demons | chapter\n}"
    plan = f"{chosen}\narmy start\nrole positioning if first\nshrine A1"
    for seat in (opening.second, opening.first):
        assert opening.send(seat, plan).problem is None
    assert opening.state.player(opening.first).faction == "demons"
    assert opening.state.player(opening.first).shrine_at == "A1"
    assert opening.asked == [(opening.second, "shrine")]


def test_an_opening_is_the_same_whoever_answers_first() -> None:
    one, other = (Opening().by_default(ARMIES) for _ in range(2))
    for opening, seats in ((one, (1, 2)), (other, (2, 1))):
        for seat in seats:
            opening.send(seat, "army start")
        advance(opening.run)
    assert EDGE.encode(one.state) == EDGE.encode(other.state)
