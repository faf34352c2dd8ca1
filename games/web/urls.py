"""Where each address leads."""

from django.urls import URLPattern, path

from games.web import (
    calendar,
    colours,
    dice,
    history,
    home,
    join,
    lists,
    live,
    match_end,
    match_page,
    new_match,
    orders,
    player_actions,
    reference,
    roster_offers,
    rosters,
    rulebooks,
    try_out,
)
from games.web.access import by_account, by_player
from games.web.confirm_email import confirm_email
from games.web.seat_links import by_link, by_link_also_later

urlpatterns: list[URLPattern] = [
    path("", home.home, name="home"),
    path("play/<slug:slug>/", try_out.try_out, name="try_out"),
    path("inks.css", colours.inks, name="inks"),
    path("rules/<slug:slug>/", rulebooks.rules, name="rules"),
    path("rules/<slug:slug>/reference/", reference.reference, name="reference"),
    path("rules/<slug:slug>/reference/cards.pdf", reference.cards, name="reference_cards"),
    path("matches/", lists.my_matches, name="my_matches"),
    path("matches/new/", new_match.new_match, name="new_match"),
    path("lobby/", lists.lobby, name="lobby"),
    path("calendar/<str:token>.ics", calendar.calendar, name="calendar"),
    path("confirm-mail/<str:token>/", confirm_email, name="confirm_mail"),
    # Decks that a player builds.
    path("decks/", rosters.my_rosters, name="rosters"),
    path("decks/new/", rosters.new_roster, name="roster_new"),
    path("decks/import/", rosters.import_roster, name="roster_import"),
    path("decks/<int:ref>/", rosters.one_roster, name="roster"),
    path("decks/<int:ref>/text/", rosters.roster_text, name="roster_text"),
    path("decks/<int:ref>/copy/", rosters.copy_roster, name="roster_copy"),
    path("decks/<int:ref>/delete/", rosters.delete_roster, name="roster_delete"),
    # A match, for everyone who may see it.
    path("matches/<int:pk>/", by_account(match_page.match_page), name="match"),
    path("matches/<int:pk>/turns/<int:turn>/", by_account(history.turn_page), name="match_turn"),
    path("matches/<int:pk>/turns/<int:turn>/report.pdf", by_account(history.turn_report), name="turn_report"),
    path("matches/<int:pk>/board.svg", by_account(history.board_picture), name="match_board"),
    path("matches/<int:pk>/changes/", by_account(live.changes), name="match_changes"),
    path("matches/<int:pk>/dice/", by_account(dice.dice), name="match_dice"),
    # What players do in it.
    path("matches/<int:pk>/answer/", by_player(orders.answer), name="match_answer"),
    path("matches/<int:pk>/roster/", by_player(roster_offers.answer), name="match_roster"),
    path("matches/<int:pk>/orders/", by_player(orders.orders), name="match_orders"),
    path("matches/<int:pk>/drop/", by_player(orders.drop), name="match_drop"),
    path("matches/<int:pk>/preview/", by_player(orders.preview), name="match_preview"),
    path("matches/<int:pk>/take-back/", by_player(orders.take_back), name="match_take_back"),
    path("matches/<int:pk>/receipt/<int:order>/", by_player(orders.receipt), name="match_receipt"),
    path("matches/<int:pk>/standing/", by_player(player_actions.standing), name="match_standing"),
    path("matches/<int:pk>/say/", by_player(player_actions.say), name="match_say"),
    path("matches/<int:pk>/mails/", by_player(player_actions.mails), name="match_mails"),
    path("matches/<int:pk>/resign/", by_player(player_actions.resign), name="match_resign"),
    path("matches/<int:pk>/agree/", by_player(match_end.agree), name="match_agree"),
    path("matches/<int:pk>/rematch/", by_player(match_end.rematch), name="match_rematch"),
    # Joining it, and how its host fills or withdraws it.
    path("matches/<int:pk>/join/", by_account(join.join), name="match_join"),
    path("matches/<int:pk>/seed/", by_account(join.seed), name="match_seed"),
    path("matches/<int:pk>/invite/", by_account(join.invite), name="match_invite"),
    path("matches/<int:pk>/withdraw/", by_account(match_end.withdraw), name="match_withdraw"),
    path("invitation/<str:token>/", join.invitation, name="invitation"),
    path("claim/<str:token>/", join.claim, name="claim"),
    # The same from an email, without signing in.
    path("seat/<str:token>/", by_link(match_page.match_page), name="seat_link"),
    path("seat/<str:token>/changes/", by_link(live.changes), name="seat_changes"),
    path("seat/<str:token>/answer/", by_link(orders.answer), name="seat_answer"),
    path("seat/<str:token>/roster/", by_link(roster_offers.answer), name="seat_roster"),
    path("seat/<str:token>/orders/", by_link(orders.orders), name="seat_orders"),
    path("seat/<str:token>/drop/", by_link(orders.drop), name="seat_drop"),
    path("seat/<str:token>/preview/", by_link(orders.preview), name="seat_preview"),
    path("seat/<str:token>/take-back/", by_link(orders.take_back), name="seat_take_back"),
    path("seat/<str:token>/receipt/<int:order>/", by_link_also_later(orders.receipt), name="seat_receipt"),
]
