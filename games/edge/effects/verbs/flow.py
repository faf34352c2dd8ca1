"""EF-2.14, Flow: pick, choose, may, if, each, repeat, later."""

from __future__ import annotations

from functools import partial

from games.edge.catalogue import Steps
from games.edge.effects.arguments import Arguments, branches_of, steps_of, verb_of
from games.edge.effects.asking import Question, ask, context_facts, ref_branch
from games.edge.effects.conditions import holds
from games.edge.effects.picks import ALL, Candidate, candidates, numbers
from games.edge.effects.run import Context, bound, is_possible, possible, run, verb
from games.edge.effects.scope import Scope
from games.edge.rules import paying
from games.edge.state import Later
from games.engine.decisions import ALWAYS, IF_IDLE, IF_SAID, Decision, some_of, yes_no
from games.engine.phrases import say
from games.engine.standing import StandingOrders
from games.engine.table import Rules
from games.engine.text import gettext_noop as _
from games.engine.tree import Branch, Node, Path, leaf


@verb("pick")
def pick(context: Context, arguments: Arguments) -> Rules[None]:
    """EF-2.11: unless the order has picked beforehand. Where nothing can be picked the rest does nothing."""
    name = arguments.text("as")
    if name in context.prepared:
        context.prepared.discard(name)
        return
    found = [c for c in candidates(context, arguments) if _leads_on(context, name, c)]
    least, most = numbers(context, arguments, len(found))
    if len(found) < least or (not found and arguments.text("n", "1") == ALL):
        context.is_over = True
        return
    if not found or arguments.text("n", "1") == ALL:
        context.names[name] = [address for candidate in found for address in candidate.addresses]
        return
    chosen = yield from ask(context, _picking(context, arguments, found, least, most))
    meaning = {candidate.word: candidate.addresses for candidate in found}
    context.names[name] = [address for word in chosen for address in meaning[word]]


def _leads_on(context: Context, name: str, candidate: Candidate) -> bool:
    return is_possible(bound(context, name, list(candidate.addresses)), context.following)


def _picking(
    context: Context, arguments: Arguments, found: list[Candidate], least: int, most: int
) -> Question[Path]:
    lead = "with" if arguments.text("side") == "mine" else "to"
    words = [candidate.word for candidate in found]

    def one() -> Node[Path]:
        branches = [ref_branch(context, word, leaf((word,))) for word in words]
        return Node(None, lambda: branches, lead=lead)

    def several() -> Node[Path]:
        none: list[Branch[Path]] = [] if least else [Branch("none", lambda: leaf(()))]
        some = some_of(words, max(1, least), most, lead)
        return Node(None, lambda: (*none, *some.branches()), lead=lead, pool=tuple(words), unled=("none",))

    is_one = least == most == 1
    default = tuple(words[: max(least, 0)]) or ("none",)
    return Question(
        "pick",
        say(_("{title}: which?"), title=context.title),
        one if is_one else several,
        default=default,
        asks=IF_SAID if len(found) == least else ALWAYS if least else IF_IDLE,
        key="choose",
    )


@verb("choose")
def choose(context: Context, arguments: Arguments) -> Rules[None]:
    """Exactly one branch; those that can do nothing are not offered."""
    branches = branches_of(arguments.raw)
    if context.options:
        number = context.options.pop(0)
    else:
        offered = [at for at, branch in enumerate(branches) if is_possible(context, branch)]
        number = offered[0] if len(offered) == 1 else (yield from ask(context, _branching(context, offered)))
    following = context.following
    yield from run(context, branches[number])
    context.following = following


# FIRE names its branches; others are numbered.
_BRANCH_WORDS: dict[str, tuple[str, ...]] = {"FIRE": ("pay", "wound")}


def _branching(context: Context, offered: list[int]) -> Question[int]:
    words = _BRANCH_WORDS.get(context.title, ())
    named = [(words[at] if words else str(at + 1), at) for at in offered]

    def grow() -> Node[int]:
        branches = [Branch(word, partial(leaf, at)) for word, at in named]
        return Node(None, lambda: branches, lead="" if words else "option")

    return Question(
        "option",
        say(_("{title}: which of them?"), title=context.title),
        grow,
        default=(_usual(context, named),),
        asks=IF_IDLE,
        key=context.title.lower() if words else "choose",
        can_pay=lambda path, orders: path != ("pay",) or _pays(context, orders),
    )


def _pays(context: Context, orders: StandingOrders) -> bool:
    """B.3: a clause is taken only if it is affordable under `pay:`."""
    return paying.payable(context.state, context.seat, 1, orders, context_facts(context)) is not None


def _usual(context: Context, named: list[tuple[str, int]]) -> str:
    """DP-T6: pay if Crystals suffice, else the Wound; otherwise the first that is printed."""
    if context.title == "FIRE" and not context.player.pool + context.player.temp:
        return named[-1][0]
    return named[0][0]


@verb("may")
def may(context: Context, arguments: Arguments) -> Rules[None]:
    """Optional steps. What can be declined by itself (a Move, a Combat) is not asked for twice."""
    steps = steps_of(arguments.raw)
    wanted = not context.is_trigger and _is_declinable(steps)
    if not wanted and is_possible(context, steps):
        wanted = yield from context.table.ask(_whether(context, steps))
    if wanted:
        context.is_optional = True
        yield from run(context, steps)
        context.is_optional = False


def _is_declinable(steps: Steps) -> bool:
    return verb_of(steps[0])[0] in ("move", "combat")


def _whether(context: Context, steps: Steps) -> Decision[bool]:
    """DP-T7, DP-I15: yes if it costs nothing; not where models would have to be moved about."""
    default = "no" if _is_declinable(steps) else "yes"
    return Decision(
        seat=context.seat,
        kind="may",
        prompt=say(_("Do you use {title}?"), title=context.title),
        grow=yes_no,
        default=(default,),
        facts=lambda: context_facts(context),
        key="trigger",
        subject=context.title,
    )


@verb("if")
def branch_if(context: Context, arguments: Arguments) -> Rules[None]:
    """EF-2.12."""
    name = "then" if holds(context, arguments.nested("test")) else "else"
    yield from run(context, arguments.steps(name))


@verb("each")
def each(context: Context, arguments: Arguments) -> Rules[None]:
    """For each of a set, one after the other, in the order the acting player likes."""
    left = _members(context, arguments.text("of"))
    while left:
        chosen = left[0] if len(left) == 1 else (yield from _next(context, left))
        left.remove(chosen)
        context.names[arguments.text("as")] = [chosen]
        context.is_over = False
        yield from run(context, arguments.steps("do"))
    context.is_over = False


@possible("each")
def can_do_for_one(scope: Scope, arguments: Arguments) -> bool:
    """ED-17.6: there is one for whom something can be done."""
    name, steps = arguments.text("as"), arguments.steps("do")
    members = _members(scope, arguments.text("of"))
    return any(is_possible(bound(scope, name, [member]), steps) for member in members)


def _members(scope: Scope, ref: str) -> list[str]:
    if ref == "squad":
        return [model.id for model in scope.models(ref)]
    return list(scope.addresses(ref))


def _next(context: Context, left: list[str]) -> Rules[str]:
    def grow() -> Node[str]:
        branches = [ref_branch(context, word, leaf(word)) for word in left]
        return Node(None, lambda: branches, lead="next")

    question: Question[str] = Question(
        "next", say(_("{title}: who is next?"), title=context.title), grow, default=(left[0],), asks=IF_SAID
    )
    return (yield from ask(context, question))


@verb("repeat")
def repeat(context: Context, arguments: Arguments) -> Rules[None]:
    """The same steps several times."""
    for _time in range(context.number(arguments.get("n"))):
        context.is_over = False
        yield from run(context, arguments.steps("do"))


@possible("repeat")
def can_repeat(scope: Scope, arguments: Arguments) -> bool:
    """ED-17.6: at least once, and then there is something to do."""
    return scope.number(arguments.get("n")) > 0 and is_possible(scope, arguments.steps("do"))


@verb("later")
def later(context: Context, arguments: Arguments) -> Rules[None]:
    """Steps that wait for a window; those of an activation wait for that of this Squad."""
    context.state.laters.append(
        Later(
            win=arguments.text("win"),
            seat=context.seat,
            do=arguments.steps("do"),
            squad=context.squad if arguments.text("of") == "squad" else "",
            by=arguments.text("by"),
            names={name: list(found) for name, found in context.names.items()},
            title=context.title,
        )
    )
    return
    yield


@possible("gain")
def can_gain(scope: Scope, arguments: Arguments) -> bool:
    """FIRE: a payment that cannot be made is not offered."""
    return not arguments.is_set("spend") or paying.can_pay(scope.state, scope.seat, 1)
