"""French words of a classic match: score sheet lines, end of the game, clocks."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from tournament.classic.core.phases import MatchPhase
from tournament.classic.core.rulings import MatchSanction
from tournament.classic.core.score_sheet import LineKind, ScoreSheetLine
from tournament.classic.core.state import MatchEndReason
from tournament.classic.core.terms import ClockKind
from tournament.classic.core.visible_state import VisibleState
from tournament.classic.models import Match

CLOCK_NAMES: Mapping[ClockKind, Promise] = {
    ClockKind.CHESS: gettext_lazy("pendule, un crédit de temps chacun"),
    ClockKind.MOVE: gettext_lazy("chronomètre, un temps par coup"),
    ClockKind.GLOBAL: gettext_lazy("crédit de temps commun"),
}
SANCTION_NAMES: Mapping[MatchSanction, Promise] = {
    MatchSanction.WARNING: gettext_lazy("avertissement"),
    MatchSanction.POINTS: gettext_lazy("points retirés"),
    MatchSanction.LOSS: gettext_lazy("perte de la partie"),
    MatchSanction.EXCLUSION: gettext_lazy("exclusion du tournoi"),
}
END_REASON_NAMES: Mapping[MatchEndReason, Promise] = {
    MatchEndReason.OUT: gettext_lazy("sac vide et plus de lettres (7.1)"),
    MatchEndReason.PASSES: gettext_lazy("six passes de suite (4.2.2)"),
    MatchEndReason.TIME: gettext_lazy("temps épuisé par les deux joueurs (7.3.2)"),
    MatchEndReason.TOTALS: gettext_lazy("totaux des feuilles de marque (10.4)"),
    MatchEndReason.STOPPED: gettext_lazy("arrêtée par le directeur du tournoi (9.3)"),
}
PENALTY_NAMES: Mapping[str, Promise] = {
    "5.3": gettext_lazy("contestation à tort (5.3)"),
    "10.1.2": gettext_lazy("lettres tirées en trop (10.1.2)"),
}


@dataclass(frozen=True, slots=True)
class DisplayedLine:
    """A line of a score sheet to display.

    ``text``: of a line without a word. ``note``: a correction or a refused word.
    """

    line: ScoreSheetLine
    text: str
    note: str

    @property
    def points(self) -> str:
        """Return the points that count, signed unless for a word, with a real minus sign."""
        return (
            format_signed(self.line.points)
            if self.line.kind is not LineKind.PLAY
            else str(self.line.points)
        )

    @property
    def total(self) -> str:
        return format_number(self.line.total)


def format_number(points: int) -> str:
    """Format a number with a real minus sign."""
    return str(points).replace("-", "−")


def format_signed(points: int) -> str:
    """Format a number with its sign, with a real minus sign."""
    return f"+{points}" if points > 0 else format_number(points)


def format_minutes(seconds: int) -> str:
    """Format a time as on a clock: « 24:05 »."""
    return f"{seconds // 60}:{seconds % 60:02d}"


def display_line(line: ScoreSheetLine) -> DisplayedLine:
    return DisplayedLine(line, _LINE_TEXTS[line.kind](line), _describe_note(line))


_LINE_TEXTS: Mapping[LineKind, Callable[[ScoreSheetLine], str]] = {
    LineKind.PLAY: lambda _line: "",
    LineKind.PASS: lambda _line: _("passe"),
    LineKind.EXCHANGE: lambda line: (
        ngettext("change %(n)d lettre", "change %(n)d lettres", line.exchanged_count)
        % {"n": line.exchanged_count}
    ),
    LineKind.LOST_TURN: lambda _line: _("tour perdu, temps écoulé"),
    LineKind.PENALTY: lambda line: str(PENALTY_NAMES.get(line.detail, line.detail)),
    LineKind.SANCTION: lambda line: str(SANCTION_NAMES[MatchSanction(line.detail)]),
    LineKind.REMAINING_LETTERS: lambda line: (
        _("lettres restantes : %(letters)s") % {"letters": " ".join(line.detail)}
    ),
    LineKind.SETTLED: lambda _line: _("total réglé"),
}


def _describe_note(line: ScoreSheetLine) -> str:
    if not line.stands:
        return _("non admis, lettres reprises ; annoncé %(points)s") % {"points": line.announced}
    if line.is_corrected:
        return _("annoncé %(points)s") % {"points": line.announced}
    return ""


def describe_end_reason(state: VisibleState) -> str:
    """Return why a game ended, "" before the end."""
    if state.was_abandoned:
        return _("abandon (10.7)")
    if state.has_loser:
        return _("perte de la partie prononcée (9.2, 9.3)")
    if state.end_reason is None or state.phase is not MatchPhase.OVER:
        return ""
    if state.has_excluded_player:
        return _("exclusion du tournoi (9.3)")
    return str(END_REASON_NAMES[state.end_reason])


def list_round_and_table(match: Match) -> list[str]:
    """Return the round and the table, as far as the match has them."""
    parts = []
    if match.round is not None:
        parts.append(_("Ronde %(n)s") % {"n": match.round.number})
    if match.board_number is not None:
        parts.append(_("Table %(n)s") % {"n": match.board_number})
    return parts


def describe_match_place(match: Match, number: int, games: int = 1) -> str:
    """Return round, table and, if there are several, the ``number`` of the game, and the clock."""
    parts = list_round_and_table(match)
    terms = match.parsed_terms
    if terms.games_to_win > 1 or games > 1:
        parts.append(_("Partie %(n)s") % {"n": number})
    minutes, seconds = divmod(terms.time_s, 60)
    time = f"{minutes} min" if not seconds else f"{minutes} min {seconds} s"
    parts.append(f"{CLOCK_NAMES[terms.clock]} ({time})")
    return " · ".join(parts)
