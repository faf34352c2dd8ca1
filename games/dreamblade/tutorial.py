"""The tutorial of DreamBlade: two turns, from spawning to the first creature destroyed."""

from __future__ import annotations

from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tutorial import Reply, Step, Tutorial

TUTORIAL = Tutorial(
    about=_("Spawn, shift, hold cells for points, strike, and destroy a creature."),
    seed=b"tutorial-136",
    opening=(
        (1, "warband W1"),
        (2, "warband W3"),
        (1, "spawn brawler1 at E1"),
        (1, "spawn scout1 at E1"),
        (2, "spawn imp at A5"),
        (2, "spawn fiend at A5"),
        (2, "done"),
        (1, "shift brawler1 to E2\nshift scout1 to E2"),
        (1, "shift brawler1 to E3\nshift scout1 to E3"),
        (2, "shift imp to A4\nshift fiend to A4"),
        (2, "shift imp to A3\nshift fiend to B4"),
    ),
    steps=(
        Step(
            say=_(
                "You play South, your portal is E1; the bot plays North from A5. The first turn has"
                " been played for you: two creatures of yours stand in E3, two of the bot's in A3 and"
                " B4.\n\nA turn begins with spawning. Add up the two initiative dice: that is how"
                " many points each side may spend, here 5. Spawn the Inspired Samurai (4 points) in"
                " your portal."
            ),
            tries=("spawn samurai at E1",),
            otherwise=_("A good creature too. For this lesson spawn the samurai at E1."),
            after=_(
                "The Samurai stands in your portal. With 1 point left there was nothing more to buy, so"
                " your spawn phase ended, and the bot spawned nothing."
            ),
            rule="DB-7.1",
        ),
        Reply("done"),
        Step(
            say=_(
                "Now you have two action phases. In each you either shift (move) or strike (fight)."
                " Each creature moves one cell up, down, left or right.\n\nThe"
                " numbers in the cells are points: S3 gives South 3 points. South scores in the upper"
                " rows, North in the lower ones. Shift the Twilight Scout from E3 to D3."
            ),
            tries=("shift scout1 to D3",),
            otherwise=_("You could. Here the scout leads the way: shift scout1 to D3."),
            after=_("The phase is a shift now: your other creatures may still move."),
            rule="DB-8.2",
        ),
        Step(
            say=_("Send the Runetagged Brawler up to E4, on its way to D4, a cell with 3 points for you."),
            tries=("shift brawler1 to E4",),
            otherwise=_("The Brawler is needed in D4: shift brawler1 to E4 first."),
            rule="DB-8.2",
        ),
        Step(
            say=_(
                "The Samurai can stay at home and guard the portal. End the phase with “done”.\n\nBy"
                " email you would write all of it in one reply, a line for each order: “shift scout1 to"
                " D3”, “shift brawler1 to E4”, “done”."
            ),
            tries=("done",),
            otherwise=_("Leave the Samurai where it is: done."),
            after=_("Your second action phase begins."),
            rule="DB-8.1",
        ),
        Step(
            say=_(
                "Shift again. Put the Scout into the middle: C3 gives 2 points to whoever holds it"
                " alone. Try writing it: “shift scout1 to C3” in the line above the choices."
            ),
            tries=("shift scout1 to C3",),
            otherwise=_("The middle first: shift scout1 to C3."),
            rule="DB-8.2",
        ),
        Step(
            say=_("And the Brawler to D4. You can take back an order that you regret until dice are rolled."),
            tries=("shift brawler1 to D4",),
            otherwise=_("D4 is worth 3 points to you: shift brawler1 to D4."),
            rule="DB-8.2",
        ),
        Step(
            say=_("That is all: write “done”. The bot has its two phases, then the points are counted."),
            tries=("done",),
            otherwise=_("Leave it at that: done."),
            after=_(
                "The bot's Goad Imp walked into C3. A cell with creatures of both sides is contested"
                " and counts for nobody, but you held D4 alone: 3 points against none, and the turn is"
                " yours. Six turns won win the match."
            ),
            rule="DB-12.1",
        ),
        Reply("shift imp to B3"),
        Reply("shift fiend to C4"),
        Reply("shift imp to C3"),
        Reply("done"),
        Step(
            say=_(
                "A new turn, new dice: 6 points. Creatures that stand with enemies are engaged and"
                " cannot move away, so the Scout will need help later. Spawn the second Twilight Scout"
                " (5 points)."
            ),
            tries=("spawn scout2 at E1",),
            otherwise=_("Legal, but let it be the second scout: spawn scout2 at E1."),
            rule="DB-7.5",
        ),
        Reply("done"),
        Step(
            say=_(
                "Time to strike. In a contested cell your creatures roll as many dice as they have"
                " power. The faces are 1, 2 and 3 damage, two misses, and a blade that sets off"
                " abilities. The Imp has defense 3 and life 4: 3 damage disrupts it, 4 or more destroys"
                " it. The preview shows how likely each is.\n\nStrike in C3 with the Scout."
            ),
            tries=("strike C3 with scout1",),
            otherwise=_("Deal with the Imp first: strike C3 with scout1."),
            after=_("Four damage, just enough."),
            rule="DB-9.4",
        ),
        Step(
            say=_(
                "The damage is enough for either. A destroyed creature goes to the graveyard and gives you"
                " a point; a disrupted one you put into any empty cell. Destroy the Imp."
            ),
            tries=("destroy imp",),
            otherwise=_("Why let it go? Destroy imp."),
            after=_(
                "The Imp is gone: a point for you, and two bonus points for the bot to spawn with. But"
                " dying creatures of whoever acts second in a turn hit once more. This deathblow"
                " disrupted your Scout, and the bot put it into A1, far away from everything."
            ),
            rule="DB-9.19",
        ),
        Step(
            say=_("Your second action phase. Bring the Samurai forward: shift it to E2."),
            tries=("shift samurai to E2",),
            otherwise=_("Bring up the Samurai: shift samurai to E2."),
            rule="DB-8.2",
        ),
        Step(
            say=_("Then end the phase with “done” and watch how the turn is counted."),
            tries=("done",),
            otherwise=_("That will do: done."),
            after=_("D4 for 3 points and 1 for the Imp: the second turn is yours as well."),
            rule="DB-12.2",
        ),
        Reply("shift fiend to C5"),
        Reply("done"),
    ),
    ending=_(
        "That is DreamBlade: spawn where points are, hold cells alone, strike when the odds are good."
        " Blade abilities (B: and M:) are chosen after a roll; locations are figures that stay where"
        " they are spawned. Questions such as who takes damage can be answered in advance by standing"
        " orders, which you find under “More”.\n\nYou can keep playing this match: from here on the bot"
        " decides for itself."
    ),
)
