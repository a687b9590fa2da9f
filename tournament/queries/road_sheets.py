"""What players did, turn by turn against the top, and where each game led them.

Of revealed turns only. Solos and warnings of a game are told at its end (3.5), and until then no
sentence about a bulletin that counted a warning.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Max

from tournament.core import solo
from tournament.core.handin import in_one_line
from tournament.core.ranking.field import Entrant, GameResult
from tournament.core.ranking.ranking import ranking
from tournament.core.ranking.wanted import Wanted
from tournament.core.states import PLACED_TURN_STATES, GameState
from tournament.models import Bulletin, Game, Score, Turn
from tournament.queries.explanations import sentences
from tournament.queries.ranking import RankingField


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A turn and what one entry brought in it; ``points`` is None while that is still examined.

    ``total`` and ``top_total`` are sums up to this turn. ``word`` and ``ref`` are those retained;
    where none is, ``written`` is what the tablet handed in, in one line.
    """

    turn: Turn
    word: str
    ref: str
    points: int | None
    total: int
    top_total: int
    written: str = ""
    written_ref: str = ""
    sanction: str = ""
    text: str = ""
    warnings: int = 0
    solo: bool = False

    @property
    def gap(self) -> int | None:
        """Points less the top: 0 or negative, but for a solution above the word retained."""
        return None if self.points is None else self.points - self.turn.score

    @property
    def total_gap(self) -> int:
        return self.total - self.top_total


@dataclass(frozen=True, slots=True)
class Placing:
    """``rank`` among ``size``; None for who is not ranked."""

    rank: int | None
    size: int


@dataclass(frozen=True)
class PlayerGame:
    """One game of one entry: ``result`` is what it adds up to, ``placing`` where that put it in
    this game, ``overall`` in the games up to this one."""

    game: Game
    turns: list[PlayedTurn]
    result: GameResult
    placing: Placing
    overall: Placing
    provisional: bool

    @property
    def over(self) -> bool:
        return self.game.state == GameState.FINISHED

    @property
    def top_total(self) -> int:
        return self.turns[-1].top_total if self.turns else 0

    @property
    def gap(self) -> int:
        return self.result.total - self.top_total


def road_sheets(field: RankingField, entries: Collection[int]) -> dict[int, list[PlayerGame]]:
    """Of each of ``entries``, who are entrants of ``field``, the sheets of its games in order."""
    entrants = {one.key: one for one in field.field.entrants if one.key in entries}
    turns = _turns(field.games)
    lines = _Lines([turn for of_game in turns.values() for turn in of_game], entrants)
    found: dict[int, list[PlayerGame]] = {entry: [] for entry in entrants}
    for position, game in enumerate(field.games):
        here = _placings(field, (position,), entrants)
        before = tuple(range(position + 1))
        so_far = _placings(field, before, entrants) if position else here
        provisional = field.provisional([game])
        for entry, entrant in entrants.items():
            sheet = PlayerGame(
                game=game,
                turns=lines.of(entry, turns[game.pk], game, provisional=provisional),
                result=entrant.results[position],
                placing=here[entry],
                overall=so_far[entry],
                provisional=provisional,
            )
            found[entry].append(sheet)
    return found


def entrant_of(field: RankingField, entry: int) -> Entrant[int] | None:
    return next((one for one in field.field.entrants if one.key == entry), None)


def _turns(games: Iterable[Game]) -> Mapping[int, list[Turn]]:
    """The revealed ones by game, in order."""
    found: defaultdict[int, list[Turn]] = defaultdict(list)
    placed = Turn.objects.filter(game__in=games, state__in=list(PLACED_TURN_STATES))
    for turn in placed.order_by("game_id", "number"):
        found[turn.game_id].append(turn)
    return found


def _placings(
    field: RankingField, games: tuple[int, ...], entries: Collection[int]
) -> dict[int, Placing]:
    wanted = Wanted(field.settings, games=games)
    rows = ranking(field.field, wanted, field.tournament.regulation)
    ranks = {row.key: row.rank for row in rows if row.key in entries}
    return {entry: Placing(ranks.get(entry), len(rows)) for entry in entries}


@dataclass(frozen=True, slots=True)
class _Alone:
    """What a solo depends on."""

    entry_id: int
    gross: int
    average: bool = False


class _Lines:
    """The lines of some entries in ``turns``, what they handed in for those that brought nothing,
    and what the others had at best."""

    def __init__(self, turns: Sequence[Turn], entries: Collection[int]) -> None:
        scores = Score.objects.filter(turn__in=turns, entry__in=entries)
        self._scores = {(score.entry_id, score.turn_id): score for score in scores}
        self._said = sentences(score.explanation_id for score in self._scores.values())
        held = Bulletin.objects.filter(turn__in=turns, entry__in=entries)
        self._held = {(one.entry_id, one.turn_id): one for one in held}
        best = Score.objects.filter(turn__in=turns, average=False).order_by().values_list("turn")
        self._others = {
            entry: dict(best.exclude(entry=entry).annotate(Max("gross"))) for entry in entries
        }

    def of(
        self, entry: int, turns: Iterable[Turn], game: Game, *, provisional: bool
    ) -> list[PlayedTurn]:
        over = game.state == GameState.FINISHED
        total = top_total = 0
        found = []
        for turn in turns:
            top_total += turn.score
            score = self._scores.get((entry, turn.pk))
            if score is None:
                points = None if provisional else 0
                found.append(PlayedTurn(turn, "", "", points, total, top_total))
            else:
                total += score.points
                found.append(self._played(score, turn, (total, top_total), over=over))
        return found

    def _played(self, score: Score, turn: Turn, sums: tuple[int, int], *, over: bool) -> PlayedTurn:
        told = over or not score.warnings
        held = None if score.word else self._held.get((score.entry_id, turn.pk))
        return PlayedTurn(
            turn,
            score.word,
            score.ref,
            score.points,
            *sums,
            written=in_one_line(held.rows, held.struck) if held else "",
            written_ref=held.reference if held else "",
            sanction=score.sanction if told else "",
            text=self._said[score.explanation_id] if told else "",
            warnings=score.warnings if over else 0,
            solo=over and self._is_solo(score),
        )

    def _is_solo(self, score: Score) -> bool:
        best = self._others[score.entry_id].get(score.turn_id)
        lines = [_Alone(score.entry_id, score.gross, score.average)]
        if best is not None:
            lines.append(_Alone(0, best))
        return solo.solo(lines) == score.entry_id
