"""The papers of a classic match (2.1 to 2.4): score sheets, challenge slips, letter counts, match
sheets; blank or filled."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field

from django.utils.translation import gettext as _, ngettext

from engine.board.letters import FRENCH, WILD
from tournament.classic.core.terms import MatchTerms
from tournament.models import Tournament
from tournament.presentation.paper.pdf_renderer import Document

#: Lines of a blank score sheet: more moves than in most games.
BLANK_LINES = 24
#: Lines of a slip: a word and its cross words.
SLIP_WORDS = 6
#: Slips, letter counts and match sheets per page.
FORMS_PER_PAGE = 4
#: Games of a blank match sheet.
BLANK_GAMES = 3


@dataclass(frozen=True, slots=True)
class PrintedScoreLine:
    """A line of a score sheet, with the announced score and the total."""

    word: str
    ref: str = ""
    score: str = ""
    total: str = ""


@dataclass(frozen=True, slots=True)
class SheetSide:
    """The half of one player; ``note`` names the starter."""

    name: str = ""
    lines: Sequence[PrintedScoreLine] = ()
    final: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The score sheet of a game; ``ends``: how it ended."""

    about: str
    sides: tuple[SheetSide, SheetSide] = (SheetSide(), SheetSide())
    ends: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class PrintedGame:
    """A game of a match; empty scores if it is not played."""

    name: str
    scores: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class PrintedMatchSheet:
    """A match; ``points`` (PM) and ``tie_breaks`` (Pdep) of X and Y, empty until it is over."""

    about: str
    names: tuple[str, str] = ("", "")
    games: Sequence[PrintedGame] = field(default_factory=list)
    points: tuple[str, str] = ("", "")
    tie_breaks: tuple[str, str] = ("", "")
    ends: Sequence[str] = ()


def build_score_sheets(tournament: Tournament, sheets: Sequence[ScoreSheet]) -> Document:
    """Return one page per sheet, or a blank page."""
    pages = sheets or [ScoreSheet(_build_blank_heading())]
    return Document.build_for_tournament(
        "score-sheets",
        tournament,
        _("Feuille de marque"),
        sheets=[asdict(sheet) for sheet in pages],
        rows=BLANK_LINES,
        heads=[_("Mot joué"), _("Réf."), _("Score"), _("Cumul")],
        words={
            "player": _("Joueur"),
            "final": _("Total après pénalités et lettres restantes"),
            "signed": [_("Signature du joueur"), _("Signature de l’adversaire")],
        },
    )


def _build_blank_heading() -> str:
    return _("Ronde : …… · Table : …… · Partie : ……")


def build_challenge_slips(tournament: Tournament) -> Document:
    """Return a page of blank slips; the arbiter ticks each word (5.2)."""
    return Document.build_for_tournament(
        "challenge-slips",
        tournament,
        _("Bulletin de contestation"),
        count=FORMS_PER_PAGE,
        words=SLIP_WORDS,
        labels={
            "where": [_("Ronde"), _("Table"), _("Partie")],
            "challenger": _("Joueur qui conteste"),
            "opponent": _("Joueur du coup"),
            "heads": [_("Mots contestés"), _("Admis"), _("Non admis")],
            "good": _("admis"),
            "bad": _("non admis"),
            "remark": _("N’écrire que des mots du coup qui vient d’être joué. %(cost)s")
            % {"cost": _describe_cost(MatchTerms.from_json(tournament.classic).wrong_challenge)},
            "arbiter": _("Arbitre"),
        },
    )


def _describe_cost(points: int) -> str:
    """Return the cost of a wrong challenge by the terms of the tournament."""
    if not points:
        return _("Un mot contesté à tort ne coûte rien.")
    return ngettext(
        "Chaque mot contesté à tort coûte %(n)d point (5.3).",
        "Chaque mot contesté à tort coûte %(n)d points (5.3).",
        points,
    ) % {"n": points}


def build_letter_counts(tournament: Tournament) -> Document:
    """Return a page of letter counts: every letter as often as in the bag (2.3)."""
    letters = [
        {
            "letter": _("Joker") if letter == WILD else letter,
            "mark": letter,
            "count": count,
            "value": str(FRENCH.values[letter]),
        }
        for letter, count in FRENCH.counts.items()
    ]
    total = FRENCH.total
    return Document.build_for_tournament(
        "letter-counts",
        tournament,
        _("Décompte des lettres"),
        about=ngettext("%(n)d lettre", "%(n)d lettres", total) % {"n": total},
        count=FORMS_PER_PAGE,
        letters=letters,
        remark=_("Rayez les lettres jouées : ce qui reste est dans le sac et chez l’adversaire."),
    )


def build_match_sheets(tournament: Tournament, matches: Sequence[PrintedMatchSheet]) -> Document:
    """Return the match sheets, four per page, or four blank ones (2.4)."""
    empty = PrintedMatchSheet(
        _("Ronde : …… · Table : ……"),
        games=[PrintedGame(get_game_name(number)) for number in range(1, BLANK_GAMES + 1)],
    )
    return Document.build_for_tournament(
        "match-sheets",
        tournament,
        _("Feuille de match"),
        words={"player": _("Joueur"), "signed": [_("Signature"), _("Signature")]},
        matches=[
            {
                "about": match.about,
                "names": list(match.names),
                "games": [asdict(game) for game in match.games],
                "points": [
                    {"name": _("Points de match (PM)"), "values": list(match.points)},
                    {"name": _("Points de départage (Pdep)"), "values": list(match.tie_breaks)},
                ],
                "ends": list(match.ends),
            }
            for match in matches or [empty] * FORMS_PER_PAGE
        ],
    )


def get_game_name(number: int) -> str:
    """Return the name of a game of a match."""
    return _("Partie %(n)s") % {"n": number}
