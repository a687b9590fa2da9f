from tournament.models.desk import DeskHold
from tournament.models.lexica import LexiconImport, WordList
from tournament.models.life import TournamentChange
from tournament.models.organisation import (
    AccountChange,
    ColumnMatching,
    Group,
    Membership,
    Organisation,
    RosterPlayer,
)
from tournament.models.people import (
    Entry,
    EntryImport,
    Player,
    RoleChange,
    StaffMember,
    Table,
    Team,
    Tournament,
)
from tournament.models.play import Game, Journal, Seat, Solutions, Turn
from tournament.models.preparation import GamePreparation
from tournament.models.results import Bulletin, Explanation, LateBulletin, Score, TookPart
from tournament.models.roomclock import RoomClock
from tournament.models.ways_in import CodeFailures, SignInLink

__all__ = [
    "AccountChange",
    "Bulletin",
    "CodeFailures",
    "ColumnMatching",
    "DeskHold",
    "Entry",
    "EntryImport",
    "Explanation",
    "Game",
    "GamePreparation",
    "Group",
    "Journal",
    "LateBulletin",
    "LexiconImport",
    "Membership",
    "Organisation",
    "Player",
    "RoleChange",
    "RoomClock",
    "RosterPlayer",
    "Score",
    "Seat",
    "SignInLink",
    "Solutions",
    "StaffMember",
    "Table",
    "Team",
    "TookPart",
    "Tournament",
    "TournamentChange",
    "Turn",
    "WordList",
]
