"""Sentences that speak of nothing but orders put them in doubt; small talk does not."""

from __future__ import annotations

import pytest

from games.engine.language.letter_words import Known, words_of
from games.engine.language.tongues import is_yes, spoken_in
from games.engine.language.wavering import first_wavering, speaks_of_else

KNOWN = Known(frozenset({"recruit", "end"}), people=frozenset({"bob"}), closing=frozenset({"end"}))


def wavers(sentence: str) -> bool:
    return first_wavering(["end", sentence], [True, False], KNOWN) is not None


@pytest.mark.parametrize(
    "sentence",
    [
        *(
            "Is that legal?",
            "Still undecided.",
            "Or should I wait another round?",
            "Unless Bob blocks the tunnel.",
        ),
        *("Ist das überhaupt erlaubt?", "Ich schwanke noch.", "Sonst passe ich lieber."),
        *("Czy tak wolno?", "Jeszcze się waham.", "Inaczej wolę spasować."),
        *("C'est permis, ça ?", "J'hésite encore.", "¿Se puede hacer eso?", "Todavía no estoy seguro."),
        *(
            "Si può fare questo?",
            "Sono ancora indeciso.",
            "Mag dat?",
            "Ik twijfel nog.",
            "Tenzij hij eerst beweegt.",
        ),
    ],
)
def test_a_sentence_about_nothing_but_orders_puts_them_in_doubt(sentence: str) -> None:
    assert wavers(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        *("I couldn't find my glasses.", "How are you?", "She may be right!", "Sorry to keep you waiting."),
        *("If you're ever in town, drop in for a coffee.", "Good luck!", "I did not see that coming."),
        *("Lieber Bob,", "Wie geht es dir?", "Der Zug hatte wieder Verspätung, deshalb kein Mittagessen."),
        *(
            "Nie mogę się doczekać.",
            "Co u ciebie?",
            "A presto",
            "Non mi lamento.",
            "¡Vaya jugada! No me lo esperaba.",
        ),
        *("Comment ça va ?", "Hoe gaat het?", "Het regent alweer en er is niets te doen."),
    ],
)
def test_small_talk_leaves_orders_as_they_are(sentence: str) -> None:
    assert not wavers(sentence)


def test_what_has_a_subject_of_its_own_is_not_about_orders() -> None:
    assert (
        speaks_of_else("Don't tell my boss where I am in this heat.", KNOWN) is False
    )  # "this" may be the orders
    assert speaks_of_else("Never drink with sailors, says my aunt.", KNOWN)
    assert not speaks_of_else("If Bob recruits again:", KNOWN)


@pytest.mark.parametrize(
    ("text", "codes"),
    [("Im Mai bin ich nicht da", ["de"]), ("non l'ho mai visto", ["it"]), ("zxq vbn", [])],
)
def test_the_language_of_a_letter_is_that_of_most_of_its_words(text: str, codes: list[str]) -> None:
    assert [one.code for one in spoken_in(words_of(text))] == codes


def test_of_several_languages_the_chosen_one_is_taken() -> None:
    assert [one.code for one in spoken_in(["no"], preferred="it")] == ["it"]
    assert len(spoken_in(["no"])) > 1


@pytest.mark.parametrize("word", ["yes", "tak", "ja", "oui", "sí", "sì", "ok"])
def test_yes_is_known_in_each_language(word: str) -> None:
    assert is_yes(words_of(word)[0])
