"""The papers of a classic match (2.1 to 2.4): score sheets, challenge slips, letter counts, match
sheets; empty ones to write on, or filled from what was recorded."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _, ngettext

from engine.board.letters import FRENCH, WILD
from tournament.classic.core.terms import MatchTerms
from tournament.models import Tournament
from tournament.presentation.paper.pdf_renderer import Document

#: Lines of an empty score sheet: more moves than one player makes in most games.
LINES = 24
#: Words that a slip has room for: one and its cross words.
SLIP_WORDS = 6
#: On a sheet.
ON_A_SHEET = 4
#: Games that an empty match sheet has room for.
GAMES = 3


@dataclass(frozen=True, slots=True)
class PrintedScoreLine:
    """What a player did, with the score he announced and his total after it."""

    word: str
    ref: str = ""
    score: str = ""
    total: str = ""


@dataclass(frozen=True, slots=True)
class SheetSide:
    """One player's half; ``note`` says who began."""

    name: str = ""
    lines: Sequence[PrintedScoreLine] = ()
    final: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """One game, of both players; ``ends``: how it ended."""

    about: str
    sides: tuple[SheetSide, SheetSide] = (SheetSide(), SheetSide())
    ends: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class PrintedGame:
    """One game of a match, by side; empty where it is not played."""

    name: str
    scores: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class PrintedMatchSheet:
    """One match; ``points`` PM and ``tie_breaks`` Pdep by side, empty until it is over."""

    about: str
    names: tuple[str, str] = ("", "")
    games: Sequence[PrintedGame] = field(default_factory=list)
    points: tuple[str, str] = ("", "")
    tie_breaks: tuple[str, str] = ("", "")
    ends: Sequence[str] = ()


def score_sheets(tournament: Tournament, sheets: Sequence[ScoreSheet]) -> Document:
    """One page each; without any, an empty one."""
    found = sheets or [ScoreSheet(_table_and_round())]
    return Document.of_tournament(
        "score-sheets",
        tournament,
        _("Feuille de marque"),
        sheets=[
            {
                "about": one.about,
                "ends": list(one.ends),
                "sides": [
                    {
                        "name": side.name,
                        "note": side.note,
                        "final": side.final,
                        "lines": [
                            {
                                "word": line.word,
                                "ref": line.ref,
                                "score": line.score,
                                "total": line.total,
                            }
                            for line in side.lines
                        ],
                    }
                    for side in one.sides
                ],
            }
            for one in found
        ],
        rows=LINES,
        heads=[_("Mot joué"), _("Réf."), _("Score"), _("Cumul")],
        words={
            "player": _("Joueur"),
            "final": _("Total après pénalités et lettres restantes"),
            "signed": [_("Signature du joueur"), _("Signature de l’adversaire")],
        },
    )


def _table_and_round() -> str:
    return _("Ronde : …… · Table : …… · Partie : ……")


def challenge_slips(tournament: Tournament) -> Document:
    """Empty ones, a sheet of them; the arbiter ticks them word by word (5.2)."""
    return Document.of_tournament(
        "challenge-slips",
        tournament,
        _("Bulletin de contestation"),
        count=ON_A_SHEET,
        words=SLIP_WORDS,
        labels={
            "where": [_("Ronde"), _("Table"), _("Partie")],
            "challenger": _("Joueur qui conteste"),
            "opponent": _("Joueur du coup"),
            "heads": [_("Mots contestés"), _("Admis"), _("Non admis")],
            "good": _("admis"),
            "bad": _("non admis"),
            "remark": _("N’écrire que des mots du coup qui vient d’être joué. %(cost)s")
            % {"cost": _cost(MatchTerms.read(tournament.classic).wrong_challenge)},
            "arbiter": _("Arbitre"),
        },
    )


def _cost(points: int) -> str:
    """Of a word that is wrongly challenged, by the terms of the tournament."""
    if not points:
        return _("Un mot contesté à tort ne coûte rien.")
    return ngettext(
        "Chaque mot contesté à tort coûte %(n)d point (5.3).",
        "Chaque mot contesté à tort coûte %(n)d points (5.3).",
        points,
    ) % {"n": points}


def letter_counts(tournament: Tournament) -> Document:
    """A sheet of them: every letter as often as the bag has it (2.3)."""
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
    return Document.of_tournament(
        "letter-counts",
        tournament,
        _("Décompte des lettres"),
        about=ngettext("%(n)d lettre", "%(n)d lettres", total) % {"n": total},
        count=ON_A_SHEET,
        letters=letters,
        remark=_("Rayez les lettres jouées : ce qui reste est dans le sac et chez l’adversaire."),
    )


def match_sheets(tournament: Tournament, matches: Sequence[PrintedMatchSheet]) -> Document:
    """Four on a page; without any, four empty ones (2.4)."""
    empty = PrintedMatchSheet(
        _("Ronde : …… · Table : ……"),
        games=[PrintedGame(game_name(number)) for number in range(1, GAMES + 1)],
    )
    return Document.of_tournament(
        "match-sheets",
        tournament,
        _("Feuille de match"),
        words={"player": _("Joueur"), "signed": [_("Signature"), _("Signature")]},
        matches=[
            {
                "about": one.about,
                "names": list(one.names),
                "games": [{"name": game.name, "scores": list(game.scores)} for game in one.games],
                "points": [
                    {"name": _("Points de match (PM)"), "values": list(one.points)},
                    {"name": _("Points de départage (Pdep)"), "values": list(one.tie_breaks)},
                ],
                "ends": list(one.ends),
            }
            for one in matches or [empty] * ON_A_SHEET
        ],
    )


def game_name(number: int) -> str:
    """What a game of a match is called."""
    return _("Partie %(n)s") % {"n": number}
