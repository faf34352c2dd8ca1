"""EF-2.14, Flow: pick, choose, may, if, each, repeat, later."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from games.edge.catalogue.check import walk
from games.edge.catalogue.steps import (
    Amount,
    AnyStep,
    Backstab,
    ChangeMode,
    Choose,
    Combat,
    Each,
    Extra,
    Gain,
    Heal,
    If,
    May,
    Move,
    Pick,
    PutToken,
    Repeat,
    Sacrifice,
    Steps,
    Wait,
    Wound,
)
from games.edge.effects.conditions import holds
from games.edge.effects.picks import Candidate, candidates, numbers
from games.edge.effects.run import Context, bound, deed, is_possible, possible, run, verb
from games.edge.effects.scope import Scope
from games.edge.rules import asking, payment
from games.edge.rules.cards.questions import CardQuestion, ask, context_facts, named_branch, ref_branch
from games.edge.state import Later
from games.engine.contract.decisions import ALWAYS, IF_IDLE, IF_SAID, Decision, some_of, yes_no
from games.engine.contract.phrases import say
from games.engine.contract.policies import StandingOrders
from games.engine.contract.table import Rules
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Branch, Node, Path, leaf, word


@verb(Pick)
def pick(context: Context, step: Pick) -> Rules[None]:
    """EF-2.11: unless the order has picked in advance. Where nothing can be picked the rest does nothing."""
    name = step.name
    if name in context.prepared:
        context.prepared.discard(name)
        return
    found = [c for c in candidates(context, step) if _leads_on(context, name, c)]
    least, most = numbers(context, step, len(found))
    if len(found) < least or (not found and step.n.is_all):
        context.is_over = True
        return
    if not found or step.n.is_all:
        context.names[name] = [address for candidate in found for address in candidate.addresses]
        return
    chosen = yield from ask(context, _picking(context, step, found, least, most))
    meaning = {candidate.word: candidate.addresses for candidate in found}
    context.names[name] = [address for word in chosen for address in meaning[word]]


def _leads_on(context: Context, name: str, candidate: Candidate) -> bool:
    return is_possible(bound(context, name, list(candidate.addresses)), context.following)


def _lead(step: Pick) -> str:
    return "with" if step.side == "mine" else "to"


def _picking(
    context: Context, step: Pick, found: list[Candidate], least: int, most: int
) -> CardQuestion[Path]:
    lead = _lead(step)
    words = [candidate.word for candidate in found]

    def one() -> Node[Path]:
        branches = [ref_branch(context, word, leaf((word,))) for word in words]
        return Node(None, lambda: branches, lead=lead)

    def several() -> Node[Path]:
        none: list[Branch[Path]] = [] if least else [Branch("none", lambda: leaf(()))]
        some = some_of(words, max(1, least), most, lead, partial(named_branch, context))
        return Node(None, lambda: (*none, *some.branches()), lead=lead, pool=tuple(words), unled=("none",))

    is_one = least == most == 1
    default = tuple(_usual_picks(context, step, words)[: max(least, 0)]) or ("none",)
    return CardQuestion(
        "pick",
        say(_("{title}: which?"), title=context.title),
        one if is_one else several,
        default=default,
        asks=IF_SAID if len(found) == least else ALWAYS if least else IF_IDLE,
        key="choose",
    )


def _usual_picks(context: Context, step: Pick, words: list[str]) -> list[str]:
    """DP-I16: of Squads that regain Endurance, the one that misses most of it first."""
    following = context.following[0] if context.following else None
    if step.kind != "squad" or not isinstance(following, Heal):
        return words
    return sorted(words, key=lambda word: -context.state.squad(word).lost)


@verb(Choose)
def choose(context: Context, step: Choose) -> Rules[None]:
    """Exactly one branch; those that can do nothing are not offered.

    What came before it may have left nothing to do in any: then nothing is done.
    """
    branches = step.branches
    if context.options:
        number = context.options.pop(0)
    else:
        offered = [at for at, branch in enumerate(branches) if is_possible(context, branch)]
        if not offered:
            return
        number = (
            offered[0] if len(offered) == 1 else (yield from ask(context, _branching(context, step, offered)))
        )
    following = context.following
    yield from run(context, branches[number])
    context.following = following


def _branching(context: Context, step: Choose, offered: list[int]) -> CardQuestion[int]:
    words = step.names or tuple(str(number) for number in range(1, len(step.branches) + 1))

    def grow() -> Node[int]:
        branches = [Branch(words[at], partial(leaf, at)) for at in offered]
        return Node(None, lambda: branches, lead="" if step.names else "option")

    return CardQuestion(
        "option",
        say(_("{title}: which of them?"), title=context.title),
        grow,
        default=(words[_usual(context, step, offered)],),
        asks=IF_IDLE,
        key=step.key,
        can_pay=lambda path, orders: _pays(context, step.branches[words.index(path[0])], orders),
    )


def _price(context: Context, branch: Steps) -> int:
    """What a branch makes its player pay."""
    return sum(-context.number(step.n, 1) for step in branch if isinstance(step, Gain) and step.spend)


def _pays(context: Context, branch: Steps, orders: StandingOrders) -> bool:
    """B.3: a clause is taken only if it is affordable under `pay:`."""
    price = _price(context, branch)
    known = context_facts(context)
    return not price or payment.payable(context.state, context.seat, price, orders, known) is not None


def _usual(context: Context, step: Choose, offered: list[int]) -> int:
    """DP-T6: the first that is printed, unless Crystals do not suffice for it."""
    crystals = context.player.pool + context.player.temp
    usual = (at for at in offered if _price(context, step.branches[at]) <= crystals)
    return next(usual, offered[0])


@verb(May)
def may(context: Context, step: May) -> Rules[None]:
    """Optional steps. What can be declined by itself (a Move, a Combat) is not asked for twice."""
    steps = step.do
    wanted = not context.is_trigger and _is_declinable(steps)
    if not wanted and is_possible(context, steps):
        wanted = yield from asking.ask(context.table, _whether(context, steps))
    if wanted:
        context.is_optional = True
        yield from run(context, steps)
        context.is_optional = False


def _is_declinable(steps: Steps) -> bool:
    return isinstance(steps[0], Move | Combat)


def _whether(context: Context, steps: Steps) -> Decision[bool]:
    """DP-T7, DP-I15: yes if it costs nothing; not where models would have to be moved about."""
    is_ambush = isinstance(steps[0], Backstab) and steps[0].vs == "ev.theirs"
    all_steps = list(walk(steps))
    is_costly = context.state.since(2) and _is_costly(all_steps)
    is_costly = is_costly or (context.state.since(4) and any(map(_is_spent, all_steps)))
    default = "no" if (_is_declinable(steps) and not is_ambush) or is_costly else "yes"
    return Decision(
        seat=context.seat,
        kind="may",
        prompt=say(_("Do you use {title}?"), title=context.title),
        grow=lambda: _yes_or_pick(steps) if is_costly else yes_no(),
        default=(default,),
        facts=lambda: context_facts(context),
        key="trigger",
        subject=context.title,
        asks=IF_IDLE if is_costly else "",
    )


def _yes_or_pick(steps: Steps) -> Node[bool]:
    """`yes`, `no`; who goes on to say what is picked has said yes."""
    leads = tuple(_lead(step) for step in steps if isinstance(step, Pick))
    yes: Branch[bool] = Branch("yes", lambda: leaf(True, leads), implied=True)
    return Node(None, lambda: (yes, word("no", False)), unled=("yes", "no", *leads))


def _is_costly(steps: Sequence[AnyStep]) -> bool:
    """A stored token that goes to a Squad is not lost. Another mode is no gain by itself."""
    if isinstance(steps[0], ChangeMode):
        return True
    heals = any(isinstance(step, Heal) for step in steps)
    return any(_costs(step) and not (heals and isinstance(step, PutToken)) for step in steps)


def _is_spent(step: AnyStep) -> bool:
    """DP-A21, DP-A23: what is gone by it: the token that acts, or the activation of the turn."""
    match step:
        case PutToken():
            return step.op == "take" and step.loc == "here"
        case Extra():
            return bool(step.spent)
        case _:
            return False


def _costs(step: AnyStep) -> bool:
    """Whether the player gives something up: a model, a stored token, a Crystal, Wounds of their own."""
    match step:
        case PutToken():
            return step.op == "take" and step.loc == "shrine"
        case Gain():
            return bool(step.spend or step.instead)
        case Wound():
            return step.who in ("user", "self")
        case _:
            return isinstance(step, Sacrifice)


@verb(If)
def branch_if(context: Context, step: If) -> Rules[None]:
    """EF-2.12."""
    yield from run(context, step.then if holds(context, step.test) else step.otherwise)


@verb(Each)
def each(context: Context, step: Each) -> Rules[None]:
    """For each of a set, one after the other, in the order the acting player likes."""
    left = _members(context, step.of)
    while left:
        chosen = left[0] if len(left) == 1 else (yield from _next(context, left))
        left.remove(chosen)
        context.names[step.name] = [chosen]
        context.is_over = False
        yield from run(context, step.do)
    context.is_over = False


@possible(Each)
def can_do_for_one(scope: Scope, step: Each) -> bool:
    """ED-17.6: there is one for whom something can be done."""
    name, steps = step.name, step.do
    members = _members(scope, step.of)
    return any(is_possible(bound(scope, name, [member]), steps) for member in members)


def _members(scope: Scope, ref: str) -> list[str]:
    if ref == "squad":
        return [model.id for model in scope.models(ref)]
    return list(scope.addresses(ref))


def _next(context: Context, left: list[str]) -> Rules[str]:
    def grow() -> Node[str]:
        branches = [ref_branch(context, word, leaf(word)) for word in left]
        return Node(None, lambda: branches, lead="next")

    question: CardQuestion[str] = CardQuestion(
        "next", say(_("{title}: who is next?"), title=context.title), grow, default=(left[0],), asks=IF_SAID
    )
    return (yield from ask(context, question))


@verb(Repeat)
def repeat(context: Context, step: Repeat) -> Rules[None]:
    """The same steps several times."""
    for _time in range(context.number(step.n)):
        context.is_over = False
        yield from run(context, step.do)


@possible(Repeat)
def can_repeat(scope: Scope, step: Repeat) -> bool:
    """ED-17.6: at least once, and then there is something to do."""
    return scope.number(step.n) > 0 and is_possible(scope, step.do)


@deed(Wait)
def later(context: Context, step: Wait) -> None:
    """Steps that wait for a window; those of an activation wait for that of this Squad."""
    context.state.laters.append(
        Later(
            win=step.win,
            seat=context.seat,
            do=step.do,
            squad=context.squad if step.of == "squad" else "",
            by=step.by,
            names={name: list(found) for name, found in context.names.items()},
            title=context.title,
            model=next(iter(context.addresses("user")), "") if step.of == "user" else "",
            stays=step.once == 0,
            once_each=step.once == "model",
        )
    )


@verb(Amount)
def amount(context: Context, step: Amount) -> Rules[None]:
    """How much X is: the acting player says it, within limits."""
    least, most = context.number(step.least), context.number(step.most)
    if least >= most:
        context.x = least
        return

    def grow() -> Node[int]:
        branches = [Branch(str(n), partial(leaf, n)) for n in range(least, most + 1)]
        return Node(None, lambda: branches, lead="x")

    question: CardQuestion[int] = CardQuestion(
        "amount",
        say(_("{title}: how many?"), title=context.title),
        grow,
        default=(str(least),),
        asks=IF_SAID if context.is_trigger else IF_IDLE,
        key=step.key or "choose",
    )
    context.x = yield from ask(context, question)


@possible(Amount)
def has_amount(scope: Scope, step: Amount) -> bool:
    """The least there must be can be had."""
    return scope.number(step.most) >= scope.number(step.least)


@possible(Gain)
def can_gain(scope: Scope, step: Gain) -> bool:
    """A payment that cannot be made is not offered; nothing is given back that was not brought."""
    if step.instead and (scope.moment is None or scope.moment.count < 1):
        return False
    return not step.spend or payment.can_pay(scope.state, scope.seat, -scope.number(step.n, 1))
