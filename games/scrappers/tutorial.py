"""The tutorial of Star Scrappers: four turns, one order of each kind."""

from __future__ import annotations

from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tutorial import Reply, Step, Tutorial

TUTORIAL = Tutorial(
    about=_("Recruit, mine, use skills and your Leader, raid, and collect an Artifact."),
    seed=b"tutorial-1",
    settings={"factions": "first game"},
    opening=(),
    steps=(
        Step(
            say=_(
                "Welcome to the mine! At the top are the Docks, where Mercenaries wait to be hired, and"
                " the Mine with its Crystals. Below is your hand: three cards. A code such as MIN1"
                " means the Minegglers, level 1.\n\nA turn has two different actions. Begin with"
                " “recruit”: a card of level 1 is free. Click a MIN1 in the Docks, then send the"
                " order."
            ),
            tries=("recruit MIN1",),
            otherwise=_(
                "That would be legal, but purple cards fit your plan better here. Recruit MIN1 for now."
            ),
            after=_("MIN1 is in your hand now. It cost nothing, and you have one action left."),
            rule="SS-7.1",
        ),
        Step(
            say=_(
                "Now mine. A Crystal is paid for with cards of its colour whose levels add up to its"
                " cost. HYD1 is blue and has level 1, and blue-1a costs 1. Click blue-1a, then pay with"
                " HYD1.\n\nEvery order is also a line of text, shown as you click. By email you would"
                " write “mine blue-1a with HYD1”, and the same works in the text box below."
            ),
            tries=("mine blue-1a with HYD1",),
            otherwise=_("Legal too, but the blue Crystal is the one to learn with: mine blue-1a with HYD1."),
            after=_(
                "The Crystal is yours: points for the end, which only you can see. HYD1 now lies in"
                " your Base, the row of cards you have played; its top card is your Leader. You had"
                " used both actions, so your turn ended, and the bot has played."
            ),
            rule="SS-8.1",
        ),
        Reply("recruit MET1"),
        Reply("mine brown-1a with TER1"),
        Step(
            say=_(
                "A card of level 2 costs a card of level 1 from your hand. Recruit MIN2 and pay with"
                " HYD1: the card you pay with goes to your Base as well.\n\nAs long as nobody has"
                " learned anything from it you can take an order back: look for “take back” below once"
                " it is done."
            ),
            tries=("recruit MIN2 with HYD1",),
            otherwise=_("Not this time: recruit MIN2 and pay with HYD1, so that MIN1 stays in your hand."),
            after=_("MIN2 came to your hand, HYD1 went to your Base."),
            rule="SS-7.3",
        ),
        Step(
            say=_(
                "Instead of mining you can play a card for its skill. MIN1 takes a purple Crystal of"
                " cost 1 for free. Use it on purple-1c: that Crystal has a symbol, and symbols give"
                " points at the end."
            ),
            tries=("skill MIN1 take purple-1c",),
            otherwise=_("That would work as well. For this lesson use the skill of MIN1 on purple-1c."),
            after=_(
                "MIN1 lies on top of your Base: it is your Leader now. Meanwhile the bot has put three"
                " cards into its own Base."
            ),
            rule="SS-10.1",
        ),
        Reply("recruit MET2 with MET1"),
        Reply("mine red-1a with HYD1"),
        Step(
            say=_(
                "Before your first action you may use the skill of your Leader without playing the"
                " card. Your Leader is MIN1, and there is a purple Crystal of cost 1 again: let it take"
                " purple-1a."
            ),
            tries=("leader take purple-1a",),
            otherwise=_(
                "You could, but then the skill of your Leader would be lost. Use it first: leader take"
                " purple-1a."
            ),
            after=_("Two Crystals in two turns, and you still have all your actions."),
            rule="SS-5.2",
        ),
        Step(
            say=_(
                "Short of cards? A raid takes the place of both actions. You pick up the cards of a"
                " Base, your own or another one. Its Leader goes back to its owner's hand, and you get"
                " the Totem in the colour of that Leader, whoever has it. Totems make Crystals of their"
                " colour cheaper and are worth points. Raid the bot.\n\nBefore you send an order you"
                " can ask what it would do: the preview counts only what you know."
            ),
            tries=("raid seat 2",),
            otherwise=_("Your hand is small, and the bot's Base is full. Raid seat 2."),
            after=_(
                "You took two cards and the Totem of the Hy'Drans. Your own Base can be raided too:"
                " keep an eye on what lies there."
            ),
            rule="SS-11.1",
        ),
        Reply("recruit TER1"),
        Reply("mine green-1b with HYD1"),
        Step(
            say=_(
                "“Collect” buys an Artifact with cards of any colours. Each card has two halves: the"
                " left one is a power, the right one points at the end. Take the right half of card 2,"
                " the Salvaged Idol, for 4 points. It costs 5: pay with MIN2, HYD2 and MET1."
            ),
            tries=("collect 2 right with MIN2 HYD2 MET1",),
            otherwise=_(
                "Other things are possible. To get to know Artifacts, collect 2 right with MIN2, HYD2, MET1."
            ),
            after=_("The Idol is worth 4 points at the end."),
            rule="SS-9.1",
        ),
        Step(
            say=_(
                "One action is left. The red Crystal is Wild, because its faction is not in play: cards"
                " of any one colour pay for it. Write the order yourself this time: type “mine red-1c"
                " with TER1” into the line above the choices, or into the text box, and send it."
            ),
            tries=("mine red-1c with TER1",),
            otherwise=_("Almost: the order to write is “mine red-1c with TER1”."),
            rule="SS-8.3",
        ),
    ),
    ending=_(
        "You have used every kind of order. What is left to know: Crystals with a black mark move the"
        " Cave-in token when they leave the Mine, and when it reaches the end of its track the last"
        " round begins. Then Crystals, symbols, Totems and Artifacts are counted. Standing orders"
        " (under “More”) answer small questions for you; the one of this game ends your turn when there"
        " is nothing left to do.\n\nYou can keep playing this match: from here on the bot decides for itself."
    ),
)
