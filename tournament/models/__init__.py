from tournament.models.lexica import LexiconImport, WordList
from tournament.models.people import Entry, Player, StaffMember, Table, Tournament
from tournament.models.play import Game, Journal, Solutions, Turn
from tournament.models.preparation import GamePreparation
from tournament.models.results import Bulletin, LateBulletin, Score

__all__ = [
    "Bulletin",
    "Entry",
    "Game",
    "GamePreparation",
    "Journal",
    "LateBulletin",
    "LexiconImport",
    "Player",
    "Score",
    "Solutions",
    "StaffMember",
    "Table",
    "Tournament",
    "Turn",
    "WordList",
]
