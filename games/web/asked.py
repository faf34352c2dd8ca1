"""What a page tells of a question: where its reader stands in an answer, and what can be clicked."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.http import QueryDict

from accounts.refusals import Refused
from games.services.rehearsal.previews import looked_at
from games.services.scene import Question, Scene
from games.services.texts import examples
from games.web.form_input import sentence
from games.web.guidance import Guidance, guidance
from games.web.lights import Lights, lights, ways_on
from games.web.question_form import Level, level_of, nowhere, on_thing, words_asked

EXAMPLES = 3  # orders shown beside the text box


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, as far as it was looked at."""

    question: Question | None
    level: Level | None = None
    guide: Guidance | None = None
    lights: Lights = field(default_factory=Lights)
    explained: str = ""
    examples: list[str] = field(default_factory=list[str])
    is_listed: bool = False  # by a child: there is a list of what may follow, and no more


def asked(scene: Scene, data: QueryDict, *, is_open: bool = True) -> Asked:
    """The question after the words of an address. Where it takes too long, the rest of the page stays."""
    if not is_open:
        return Asked(None, lights=lights(scene, None, None))
    words, is_typed = words_asked(scene.question, data)
    try:
        return looked_at(scene, words, lambda seen: _look(seen, data), is_typed=is_typed)
    except Refused as why:
        question = scene.question
        guide = Guidance(question.prompt) if question is not None else None
        return Asked(question, nowhere(data, sentence(why)), guide, Lights(scene.things(())))


def level_asked(scene: Scene, data: QueryDict) -> Level | None:
    """Only where the reader stands. Raises Refused where that takes too long."""
    words, is_typed = words_asked(scene.question, data)
    return looked_at(scene, words, lambda seen: _level(seen, data), is_typed=is_typed)


def _look(scene: Scene, data: QueryDict) -> Asked:
    question, level = scene.question, _level(scene, data)
    if question is None or level is None:
        return Asked(None, lights=lights(scene, None, None))
    return Asked(
        question,
        level,
        guidance(scene, question, level),
        lights(scene, question, level),
        question.explain(),
        examples(question)[:EXAMPLES],
        scene.listing is not None,
    )


def _level(scene: Scene, data: QueryDict) -> Level | None:
    """Where the reader stands in the form; on a thing, if it can mean several orders."""
    question, on = scene.question, data.get("on", "")
    if question is None:
        return None
    level = level_of(question, data, scene.about, scene.listing)
    ways = ways_on(scene, question, level, on) if on else []
    return on_thing(level, on, ways, question.decision) if ways else level
