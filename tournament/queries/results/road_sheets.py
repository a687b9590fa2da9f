"""What players did, turn by turn against the top, and where each game led them.

Of revealed turns only. Solos and warnings of a game are told at its end (3.5). Until then a line
that cost no points has no sentence, warning or not: one that lacks where others have theirs would
tell. A line that did cost points says what for, and nothing of conduct.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Max

from tournament.core import solo
from tournament.core.ranking.field import Entrant, GameResult
from tournament.core.ranking.ranking import ranking
from tournament.core.ranking.specification import Wanted
from tournament.core.states import PLACED_TURN_STATES, GameState
from tournament.models import Entry, Game, Score, Turn
from tournament.queries.mort_subite import watched_turns
from tournament.queries.results.explanations import sentences
from tournament.queries.results.hand_ins import away
from tournament.queries.results.ranking import RankingField
from tournament.queries.results.standings import standings_of
from tournament.queries.results.written_bulletins import written

#: Sanctions that cost points.
_DEAR = frozenset({"penalty", "zero"})


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A turn and what one entry brought in it; ``points`` is None while that is still examined,
    and ``away`` says that nothing was awaited of it (6.2).

    ``total`` and ``top_total`` are sums up to this turn. ``word`` and ``ref`` are those retained;
    where none is, ``written`` is what was handed in, in one line.
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
    away: bool = False

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


@dataclass(frozen=True, slots=True)
class ContestSheet:
    """A *mort subite* that an entry played: the turns that it did not watch, and how far it came.

    ``fell``: number of the turn on which it is out.
    """

    game: Game
    turns: list[PlayedTurn]
    placing: Placing
    fell: int | None
    provisional: bool

    @property
    def over(self) -> bool:
        return self.game.state == GameState.FINISHED


def contest_sheets(games: Sequence[Game], entry: int) -> list[ContestSheet]:
    """Of those of ``games``, each a *mort subite*, that ``entry`` plays."""
    placed = _turns(games)
    running = [game.pk for game in games if game.state != GameState.FINISHED]
    lines = _Lines([turn for of_game in placed.values() for turn in of_game], running, [entry])
    found = []
    for game in games:
        standings = standings_of(game)
        row = standings.by_entry.get(entry)
        if row is None:
            continue
        watched = set(watched_turns(game).get(entry, []))
        turns = [turn for turn in placed[game.pk] if turn.number not in watched]
        sheet = ContestSheet(
            game=game,
            turns=[
                replace(one, solo=False)  # none is paid in it (reading B-37)
                for one in lines.of(entry, turns, game, provisional=standings.provisional)
            ],
            placing=Placing(row.rank, len(standings.rows)),
            fell=row.fell,
            provisional=standings.provisional,
        )
        found.append(sheet)
    return found


def road_sheets(field: RankingField, entries: Collection[int]) -> dict[int, list[PlayerGame]]:
    """Of each of ``entries``, who are entrants of ``field``, the sheets of its games in order."""
    entrants = {one.key: one for one in field.field.entrants if one.key in entries}
    turns = _turns(field.games)
    running = [game.pk for game in field.games if game.state != GameState.FINISHED]
    lines = _Lines([turn for of_game in turns.values() for turn in of_game], running, entrants)
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
    who was not there, and what the others had at best."""

    def __init__(
        self, turns: Sequence[Turn], running: Collection[int], entries: Collection[int]
    ) -> None:
        """``running``: the games that are not over."""
        early = {turn.pk for turn in turns if turn.game_id in running}
        scores = Score.objects.filter(turn__in=turns, entry__in=entries)
        self._scores = {(score.entry_id, score.turn_id): score for score in scores}
        self._said = sentences(
            score.explanation_id for score in self._scores.values() if score.turn_id not in early
        )
        self._said_early = sentences(
            (score.explanation_id for score in self._scores.values() if score.turn_id in early),
            points_only=True,
        )
        wordless = [key for key, score in self._scores.items() if not score.word]
        self._written = written(wordless)
        self._away = away(turns)
        gone = Entry.objects.filter(pk__in=entries, withdrawn=True)
        self._gone = set(gone.values_list("pk", flat=True))
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
                missed = entry in self._gone or (turn.pk, entry) in self._away
                points = None if provisional and not missed else 0
                found.append(PlayedTurn(turn, "", "", points, total, top_total, away=missed))
            else:
                total += score.points
                found.append(self._played(score, turn, (total, top_total), over=over))
        return found

    def _played(self, score: Score, turn: Turn, sums: tuple[int, int], *, over: bool) -> PlayedTurn:
        dear = score.average or score.sanction in _DEAR
        said = self._said if over else self._said_early
        held = self._written.get((score.entry_id, turn.pk))
        return PlayedTurn(
            turn,
            score.word,
            score.ref,
            score.points,
            *sums,
            written=held.text if held else "",
            written_ref=held.ref if held else "",
            sanction=score.sanction if over or score.sanction in _DEAR else "",
            text=said[score.explanation_id] if over or dear else "",
            warnings=score.warnings if over else 0,
            solo=over and self._is_solo(score),
        )

    def _is_solo(self, score: Score) -> bool:
        best = self._others[score.entry_id].get(score.turn_id)
        lines = [_Alone(score.entry_id, score.gross, score.average)]
        if best is not None:
            lines.append(_Alone(0, best))
        return solo.solo(lines) == score.entry_id
