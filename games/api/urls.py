"""Where each address leads."""

from datetime import date

from django.urls import URLPattern, path, re_path, register_converter

from games.api import (
    absences,
    changes,
    decision,
    docs,
    games_list,
    kept,
    matches,
    me,
    missing,
    one_match,
    orders,
    pictures,
    press,
    previews,
    rosters,
    standing,
    turns,
    verification,
)


class Number:
    """A number that every column can be compared with."""

    regex = "[0-9]{1,15}"

    def to_python(self, written: str) -> int:
        """For the view."""
        return int(written)

    def to_url(self, number: int) -> str:
        """For a link."""
        return str(number)


class Day:
    """A date as ISO 8601 writes it."""

    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, written: str) -> date:
        """For the view; what is no date leads nowhere."""
        return date.fromisoformat(written)

    def to_url(self, day: date) -> str:
        """For a link."""
        return day.isoformat()


register_converter(Number, "number")
register_converter(Day, "day")

MATCH = "v1/matches/<number:match>/"
TURN = f"{MATCH}turns/<number:turn>/"

urlpatterns: list[URLPattern] = [
    path("docs/", docs.docs_page, name="api_docs"),
    path("schema/", docs.SchemaView.as_view(), name="schema"),
    path("v1/games/", games_list.GamesView.as_view()),
    path("v1/me/", me.MeView.as_view()),
    path("v1/me/absences/", absences.AbsencesView.as_view()),
    path("v1/me/absences/<day:first>/", absences.AbsenceView.as_view()),
    path("v1/rosters/", rosters.RostersView.as_view(), name="api_rosters"),
    path("v1/rosters/ready/", rosters.ReadyRostersView.as_view()),
    path("v1/rosters/<number:roster>/", rosters.RosterView.as_view()),
    path("v1/matches/", matches.MatchesView.as_view(), name="api_matches"),
    path(MATCH, one_match.MatchView.as_view(), name="api_match"),
    path(f"{MATCH}changes/", changes.ChangesView.as_view()),
    path(f"{MATCH}join/", one_match.JoinView.as_view()),
    path(f"{MATCH}withdraw/", one_match.WithdrawView.as_view()),
    path(f"{MATCH}take-back/", orders.TakeBackView.as_view()),
    path(f"{MATCH}resign/", orders.ResignView.as_view()),
    path(f"{MATCH}decision/", decision.DecisionView.as_view()),
    path(f"{MATCH}orders/", orders.OrdersView.as_view()),
    path(f"{MATCH}orders/preview/", previews.PreviewView.as_view()),
    path(f"{MATCH}orders/kept/", kept.KeptView.as_view()),
    path(f"{MATCH}orders/<number:order>/", orders.OrderView.as_view()),
    path(f"{MATCH}turns/", turns.TurnsView.as_view()),
    path(TURN, turns.TurnView.as_view()),
    path(f"{TURN}board.svg", pictures.TurnBoardView.as_view()),
    path(f"{TURN}report.pdf", pictures.ReportView.as_view()),
    path(f"{MATCH}board.svg", pictures.BoardView.as_view()),
    path(f"{MATCH}standing-orders/", standing.StandingOrdersView.as_view()),
    path(f"{MATCH}press/", press.PressView.as_view()),
    path(f"{MATCH}seed/", verification.SeedView.as_view()),
    path(f"{MATCH}verification/", verification.VerificationView.as_view()),
    re_path("^v1/", missing.MissingView.as_view()),
]
