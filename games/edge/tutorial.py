"""The tutorial of The Edge: one squad placed, two Active turns and a Passive one."""

from __future__ import annotations

from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tutorial import Reply, Step, Tutorial

TUTORIAL = Tutorial(
    about=_("Deploy a Squad, move, fight with both dice, attach a card, gather Crystals."),
    seed=b"tutorial-1",
    settings={"preset": True, "beginner": True},
    opening=(
        (1, "faction chapter"),
        (2, "faction demons"),
        (1, "role countering"),
        (2, "deploy dark_scholar A3.0 A3.1 A3.2"),
        (1, "deploy pilgrim B3.0 B3.1 B3.2 B3.3"),
        (2, "deploy son_of_khyber C6.*"),
        (1, "deploy ranger D6.0 D6.4"),
        (2, "deploy master_of_elements C3.0"),
        (1, "deploy angel_of_death C4.*"),
        (2, "deploy gorehound B6.01"),
        (1, "deploy holy_knight#1 D3.01"),
        (2, "deploy bloodsmith B6.4 B6.5 B6.6"),
    ),
    steps=(
        Step(
            say=_(
                "Two armies face each other: you lead the Chapter, the bot the Demons. The map has 43"
                " Spaces, named like on a chessboard: A1 is at the top left. Each Space has seven"
                " hexes, 0 in the middle and 1 to 6 clockwise from the north-east; a big figure covers"
                " several. Hover over a figure or tap it to read what it can do.\n\nAlmost everything"
                " is on the map already. One Squad is missing, your second Holy Knight: put it into"
                " Space D3, beside the first one."
            ),
            tries=(
                "deploy holy_knight#2 D3.23",
                "deploy holy_knight#2 D3.34",
            ),
            otherwise=_(
                "A good place, but this lesson needs the map as it is. Put the knight into Space D3."
            ),
            after=_("The armies stand. Both sides begin with 2 Crystals, and you drew three cards."),
            rule="ED-4.14",
        ),
        Reply("disperse none"),
        Step(
            say=_(
                "A turn is Active or Passive. In an Active turn you move and fight with one Squad and"
                " play cards; in a Passive turn you gather Crystals. You have Crystals, so take an"
                " Active turn."
            ),
            tries=("turn active",),
            otherwise=_("You will gather Crystals later. Take an Active turn now."),
            after=_("Your Active turn has begun."),
            rule="ED-5.1",
        ),
        Step(
            say=_(
                "Once per turn you activate a Squad. Most Squads have two modes, and you may change the"
                " mode when you activate them. The Angel of Death in Flight mode attacks with 3 instead"
                " of 2 and moves 6 Spaces, but nothing protects it. Activate it in Flight mode."
            ),
            tries=("activate angel_of_death mode Flight",),
            otherwise=_("This turn belongs to the Angel of Death: activate it, in Flight mode."),
            after=_("The Angel is in the air. It may now move and then fight."),
            rule="ED-8.5",
        ),
        Step(
            say=_(
                "Dark Scholars stand in A3. Models fight when they touch, that is, when hexes of theirs"
                " lie side by side. Move the Angel to A4, right beside them. It is a big figure that"
                " covers a whole Space, which orders write as “A4.*”.\n\nA4 also touches the Blood"
                " Altar in A5, the shrine of the Demons. That will pay off."
            ),
            tries=("move angel_of_death/1 A4.*",),
            otherwise=_(
                "The Angel can fly there, but the Scholar you are after can only be reached from A4."
            ),
            after=_("The Angel touches one of the Scholars."),
            rule="ED-9.1",
        ),
        Step(
            say=_(
                "Attack the Scholar. Both sides roll a die and add ATT or DEF; the higher total wins,"
                " and a tie is the defender's. The Yellow Die is free and shows 0 to 4, the Red Die"
                " costs a Crystal and shows 1 to 6. Choose the fight, then add “red” before you send"
                " it.\n\nThe preview under the order shows your odds exactly: compare yellow and red."
            ),
            tries=("fight angel_of_death/1 vs dark_scholar/3",),
            otherwise=_("The Angel is here to fight: fight angel_of_death/1 vs dark_scholar/3 red."),
            after=_(
                "The Scholar was hit. The wound took the only Endurance token of its Squad, so the next"
                " one will kill a model, which is worth a Victory Point."
            ),
            rule="ED-12.3",
        ),
        Step(
            say=_(
                "You still hold three cards. Winged Death is an Enhancement: it stays with a Squad,"
                " collects charges and spends them on its powers. Attach it (CH20) to the Angel of"
                " Death."
            ),
            tries=("attach CH20 to angel_of_death",),
            otherwise=_("Save that for later: attach CH20 to the Angel of Death."),
            after=_("Winged Death begins with a charge. It will get one more in each of your Passive turns."),
            rule="ED-18.2",
        ),
        Step(
            say=_(
                "That is enough for one turn. End it; you fill your hand to three cards again.\n\nIn"
                " the bot's turn you will not be asked anything: your standing orders answer for you."
                " At first they are those of the game: yellow dice, and always strike back."
            ),
            tries=("end",),
            otherwise=_("You could go on, but see what the bot does: write “end”."),
            after=_(
                "The Master of Elements attacked a Pilgrim. Your Pilgrim rolled a yellow die, held, and"
                " struck back, all by standing order. Under “More” below you find a form to change"
                " these, for example to use Red Dice when a wound would kill."
            ),
            rule="ED-7.4",
        ),
        Reply("turn active"),
        Reply("activate master_of_elements"),
        Reply("move master_of_elements/1 C4.6"),
        Reply("fight master_of_elements/1 vs pilgrim/4"),
        Reply("end"),
        Step(
            say=_(
                "Now a Passive turn. You get a Crystal for each Source that you alone touch, your"
                " Enhancements are charged, spent Crystals and the Banner come back. The Blood Altar"
                " counts as a Source for everybody, and your Angel touches it."
            ),
            tries=("turn passive",),
            otherwise=_("Winged Death needs a charge first: take a Passive turn."),
            after=_("One Crystal harvested, and Winged Death has 2 charges."),
            rule="ED-6.1",
        ),
        Reply("turn passive"),
        Step(
            say=_("The bot has gathered Crystals as well. Strike again: begin an Active turn."),
            tries=("turn active",),
            otherwise=_("The charges are there to be used. Take an Active turn."),
            rule="ED-5.1",
        ),
        Step(
            say=_(
                "Use the upper power of Winged Death: it costs 2 charges and lets the Squad move and"
                " then fight, without activating it. You could even activate the Angel again"
                " afterwards.\n\nWrite it as text this time: “use angel_of_death.1 upper”. The “.1” is"
                " the first Enhancement of the Squad."
            ),
            tries=("use angel_of_death.1 upper",),
            otherwise=_("First the card: use angel_of_death.1 upper."),
            rule="ED-18.5",
        ),
        Step(
            say=_(
                "The card lets the Angel move before it fights. It stands well where it is: stay. It"
                " touches one enemy only, so there is nothing else to choose, and the dice roll at"
                " once."
            ),
            tries=("stay",),
            otherwise=_("From there it could not reach the Scholar. Stay."),
            after=_(
                "The Scholar is dead, and you have your first Victory Point. See it step by step: “What"
                " changed” above the question leads through every roll."
            ),
        ),
        Step(
            say=_(
                "You may activate a Squad now, play cards or use your Banner. For this lesson it is"
                " enough: end your turn."
            ),
            tries=("end",),
            otherwise=_("End the turn; after that you are free to do what you like."),
        ),
    ),
    ending=_(
        "You know how a turn goes now. Killed models are worth Victory Points; whoever pushes the"
        " marker to the end of the track, or leads when a deck runs out, wins, and so does whoever"
        " kills all models of the other side. Crystals decide how long you can go on: keep a Squad at a"
        " Source. Click your cards to read them, use the Banner once between Passive turns, and look at"
        " the odds before you fight.\n\nYou can keep playing this match: from here on the bot"
        " decides for itself."
    ),
)
