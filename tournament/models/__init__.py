from tournament.models.people import Entry, Player, StaffMember, Table, Tournament
from tournament.models.play import Game, Journal, Solutions, Turn
from tournament.models.results import Bulletin, LateBulletin, Score

__all__ = [
    "Bulletin",
    "Entry",
    "Game",
    "Journal",
    "LateBulletin",
    "Player",
    "Score",
    "Solutions",
    "StaffMember",
    "Table",
    "Tournament",
    "Turn",
]
