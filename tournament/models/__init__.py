from tournament.models.desk import DeskHold
from tournament.models.lexica import LexiconImport, WordList
from tournament.models.people import Entry, Player, RoleChange, StaffMember, Table, Tournament
from tournament.models.play import Game, Journal, Solutions, Turn
from tournament.models.preparation import GamePreparation
from tournament.models.results import Bulletin, Explanation, LateBulletin, Score, TookPart
from tournament.models.roomclock import RoomClock
from tournament.models.ways_in import CodeFailures, SignInLink

__all__ = [
    "Bulletin",
    "CodeFailures",
    "DeskHold",
    "Entry",
    "Explanation",
    "Game",
    "GamePreparation",
    "Journal",
    "LateBulletin",
    "LexiconImport",
    "Player",
    "RoleChange",
    "RoomClock",
    "Score",
    "SignInLink",
    "Solutions",
    "StaffMember",
    "Table",
    "TookPart",
    "Tournament",
    "Turn",
    "WordList",
]
