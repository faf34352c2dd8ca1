"""EF-6: everything that the factions have, to be looked up by faction, kind, Squad and moment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.edge import cardtext
from games.edge.catalogue import FACTIONS, SQUADS, Action, Card, Faction, SquadKind, TokenKind
from games.edge.catalogue.kinds import UNLIMITED
from games.edge.names import squad_code
from games.engine.contract.reference import Entry, Filter, Reference
from games.engine.contract.rosters import Part, Translate
from games.engine.contract.text import gettext_noop as _

FILTERS = (
    Filter("faction", _("Faction")),
    Filter("kind", _("Kind")),
    Filter("squad", _("Squad")),
    Filter("when", _("Played")),
)
_CARD_KINDS = {"action": _("card"), "enhancement": _("Enhancement"), "evolve": _("Evolve card")}


def entries(translate: Translate) -> list[Entry]:
    """Faction by faction: Squads, Banners, Shrines, what runs automatically, cards, tokens."""
    return [entry for faction in FACTIONS.values() for entry in _Shown(faction, translate).entries()]


class _Shown:
    """One faction in the reader's language."""

    def __init__(self, faction: Faction, translate: Translate) -> None:
        self.faction = faction
        self.t = translate

    def entries(self) -> Iterator[Entry]:
        """In the order in which a reader gets to know it."""
        faction, t = self.faction, self.t
        yield from (self._squad(kind) for kind in faction.squads.values())
        yield from (self._power("banner", t(_("Banner")), key, a) for key, a in faction.banner.items())
        yield from (self._power("shrine", t(_("Shrine")), key, a) for key, a in faction.shrine.items())
        own = [*faction.powers, *faction.always]
        yield from (self._power("rule", t(_("rule of the faction")), str(n), a) for n, a in enumerate(own, 1))
        yield from (self._card(card) for card in faction.cards.values())
        yield from (self._token(token) for token in faction.tokens.values())

    def _under(self, kind: str, squad: str = "", when: tuple[str, ...] = ()) -> Mapping[str, tuple[str, ...]]:
        squads = (SQUADS[squad].name,) if squad in SQUADS else ()
        return {"faction": (self.faction.name,), "kind": (kind,), "squad": squads, "when": when}

    def _foot(self, kind: str) -> str:
        return f"{self.faction.name} · {kind}"

    def _squad(self, kind: SquadKind) -> Entry:
        t, name = self.t, self.t(_("Squad"))
        parts = cardtext.mode_parts(kind, t)
        facts = ((t(_("models")), str(kind.models)), (t(_("Endurance")), str(kind.endurance)))
        word = t(_("in orders: {word}")).format(word=kind.id)
        line, besides = (f"{use(kind, t)}; {word}" for use in (cardtext.squad_use, cardtext.squad_role))
        under = self._under(name, kind.id)
        return Entry(squad_code(kind.id), kind.name, line, parts, under, facts, self._foot(name), besides)

    def _card(self, card: Card) -> Entry:
        t, kind = self.t, self.t(_CARD_KINDS[card.type])
        actions = list(card.actions)
        when = {word for _half, action in actions for word in self._moments(action)}
        copies = t(_("beside the deck")) if card.extra else t(_("copies {n}")).format(n=card.copies)
        use = cardtext.card_use(card, t)
        line = f"{use}; {copies}"
        facts = () if card.extra else ((t(_("copies")), str(card.copies)),)
        parts = tuple(cardtext.action_part(half, action, t) for half, action in actions)
        under = self._under(kind, card.squad, tuple(sorted(when)))
        return Entry(card.id, card.title, line, parts, under, facts, self._foot(kind), use if facts else line)

    def _power(self, kind: str, name: str, key: str, action: Action) -> Entry:
        words = [cardtext.price(action, self.t)] if kind == "banner" or action.price else []
        if kind != "rule":
            words.append(self.t(_("in orders: {word}")).format(word=f"{kind} {key}"))
        under = self._under(name, action.squad or action.summons, tuple(self._moments(action)))
        code = f"{self.faction.code}-{kind}-{key}"
        return Entry(
            code,
            action.name,
            "; ".join(words),
            (cardtext.power_part(action, self.t),),
            under,
            (),
            self._foot(name),
        )

    def _moments(self, action: Action) -> list[str]:
        found = [self.t(_("as an Instant"))] if action.inst else []
        return found + ([self.t(_("as a passive Action"))] if action.passive else [])

    def _token(self, token: TokenKind) -> Entry:
        t, name = self.t, self.t(_("token"))
        count = t(_("as many as needed")) if token.supply == UNLIMITED else str(token.supply)
        line = t(_("there are {count}")).format(count=count)
        part = Part("", "", t(token.txt))
        code = f"{self.faction.code}-{token.t}"
        return Entry(code, token.t.replace("_", " "), line, (part,), self._under(name), (), self._foot(name))


REFERENCE = Reference(_("Squads, cards and tokens"), FILTERS, entries)
