"""Results of players turn by turn compared with the top, and their ranks after each game.

Revealed turns only. Solos and warnings of a game are shown at its end (3.5). Until then a line
without a loss of points has no sentence, with a warning or not, because a missing sentence would
reveal the warning. The sentence of a line that cost points does not mention conduct.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from django.db.models import Max

from tournament.core import solo
from tournament.core.ranking.ranking import rank_entries
from tournament.core.ranking.ranking_input import Entrant, GameResult
from tournament.core.ranking.specification import RankingSpecification
from tournament.core.states import PLACED_TURN_STATES, GameState
from tournament.models import Entry, Game, Score, Turn
from tournament.queries.mort_subite import list_watched_turns
from tournament.queries.position import load_position
from tournament.queries.results.explanations import load_sentences
from tournament.queries.results.hand_ins import find_absent
from tournament.queries.results.ranking import RankingData
from tournament.queries.results.standings import load_standings
from tournament.queries.results.written_bulletins import list_written_lines

#: Sanctions that cost points.
_COSTING_POINTS = frozenset({"penalty", "zero"})


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A turn and the result of one entry on it; ``points`` is None while undecided, and
    ``was_absent`` is True if no bulletin was expected (6.2).

    ``total`` and ``top_total`` are sums up to this turn. ``word`` and ``ref`` are those scored; if
    there are none, ``written_word`` is what was handed in, in one line.
    """

    turn: Turn
    word: str
    ref: str
    points: int | None
    total: int
    top_total: int
    written_word: str = ""
    written_ref: str = ""
    sanction: str = ""
    explanation: str = ""
    warnings: int = 0
    is_solo: bool = False
    was_absent: bool = False

    @property
    def gap(self) -> int | None:
        """Return points less the top: at most 0, except for a solution above the retained word."""
        return None if self.points is None else self.points - self.turn.score

    @property
    def total_gap(self) -> int:
        return self.total - self.top_total

    @property
    def is_explained(self) -> bool:
        """Return True if the sentence says why points were taken or a warning was given, or that a
        decision is still to be taken."""
        costs_points = not self.points or self.sanction in _COSTING_POINTS
        return bool(self.explanation) and (costs_points or self.warnings > 0)


@dataclass(frozen=True, slots=True)
class Placing:
    """``rank`` among ``ranked_count``; None if not ranked."""

    rank: int | None
    ranked_count: int


@dataclass(frozen=True)
class PlayerGame:
    """One game of one entry: ``result`` is its total, ``placing`` its rank in this game,
    ``overall`` its rank in the games up to this one."""

    game: Game
    turns: list[PlayedTurn]
    result: GameResult
    placing: Placing
    overall: Placing
    is_provisional: bool

    @cached_property
    def board(self) -> list[str]:
        """Return the rows of the board after its last revealed word."""
        return load_position(self.game).board.rows()

    @property
    def is_over(self) -> bool:
        return self.game.state == GameState.FINISHED

    @property
    def top_total(self) -> int:
        return self.turns[-1].top_total if self.turns else 0

    @property
    def gap(self) -> int:
        return self.result.total - self.top_total


@dataclass(frozen=True, slots=True)
class MortSubiteSheet:
    """A *mort subite* that an entry played: the turns that it did not only watch, and its place.

    ``elimination_turn``: number of the turn that eliminated it.
    """

    game: Game
    turns: list[PlayedTurn]
    placing: Placing
    elimination_turn: int | None
    is_provisional: bool

    @property
    def is_over(self) -> bool:
        return self.game.state == GameState.FINISHED


def list_mort_subite_sheets(games: Sequence[Game], entry: int) -> list[MortSubiteSheet]:
    """List the sheets of ``entry`` for those of ``games``, all *morts subites*, that it plays."""
    turns_by_game = _load_turns(games)
    running = [game.pk for game in games if game.state != GameState.FINISHED]
    lines = _Lines(
        [turn for game_turns in turns_by_game.values() for turn in game_turns], running, [entry]
    )
    sheets = []
    for game in games:
        standings = load_standings(game)
        row = standings.by_entry.get(entry)
        if row is None:
            continue
        watched = set(list_watched_turns(game).get(entry, []))
        turns = [turn for turn in turns_by_game[game.pk] if turn.number not in watched]
        sheet = MortSubiteSheet(
            game=game,
            turns=[
                replace(line, is_solo=False)  # solos earn nothing in it (reading B-37)
                for line in lines.list_played_turns(
                    entry, turns, game, provisional=standings.is_provisional
                )
            ],
            placing=Placing(row.rank, len(standings.rows)),
            elimination_turn=row.elimination_turn,
            is_provisional=standings.is_provisional,
        )
        sheets.append(sheet)
    return sheets


def list_road_sheets(
    ranking_data: RankingData, entries: Collection[int]
) -> dict[int, list[PlayerGame]]:
    """Return the sheets of ``entries``, entrants of ``ranking_data``, with their games in order."""
    entrants = {
        entrant.key: entrant
        for entrant in ranking_data.ranking_input.entrants
        if entrant.key in entries
    }
    turns = _load_turns(ranking_data.games)
    running = [game.pk for game in ranking_data.games if game.state != GameState.FINISHED]
    lines = _Lines(
        [turn for game_turns in turns.values() for turn in game_turns], running, entrants
    )
    sheets: dict[int, list[PlayerGame]] = {entry: [] for entry in entrants}
    for position, game in enumerate(ranking_data.games):
        placings = _compute_placings(ranking_data, (position,), entrants)
        games_so_far = tuple(range(position + 1))
        overall_placings = (
            _compute_placings(ranking_data, games_so_far, entrants) if position else placings
        )
        provisional = ranking_data.is_provisional([game])
        for entry, entrant in entrants.items():
            sheet = PlayerGame(
                game=game,
                turns=lines.list_played_turns(entry, turns[game.pk], game, provisional=provisional),
                result=entrant.results[position],
                placing=placings[entry],
                overall=overall_placings[entry],
                is_provisional=provisional,
            )
            sheets[entry].append(sheet)
    return sheets


def find_entrant(ranking_data: RankingData, entry: int) -> Entrant[int] | None:
    return next(
        (entrant for entrant in ranking_data.ranking_input.entrants if entrant.key == entry), None
    )


def _load_turns(games: Iterable[Game]) -> Mapping[int, list[Turn]]:
    """Return the revealed turns by game, in order."""
    by_game: defaultdict[int, list[Turn]] = defaultdict(list)
    placed_turns = Turn.objects.filter(game__in=games, state__in=list(PLACED_TURN_STATES))
    for turn in placed_turns.order_by("game_id", "number"):
        by_game[turn.game_id].append(turn)
    return by_game


def _compute_placings(
    ranking_data: RankingData, games: tuple[int, ...], entries: Collection[int]
) -> dict[int, Placing]:
    specification = RankingSpecification(ranking_data.settings, games=games)
    rows = rank_entries(
        ranking_data.ranking_input, specification, ranking_data.tournament.regulation
    )
    ranks = {row.key: row.rank for row in rows if row.key in entries}
    return {entry: Placing(ranks.get(entry), len(rows)) for entry in entries}


class _Lines:
    """The score lines of some entries in ``turns``, what they handed in for lines without a word,
    the absent entries, and the best score of the other entries."""

    def __init__(
        self, turns: Sequence[Turn], running: Collection[int], entries: Collection[int]
    ) -> None:
        """``running``: keys of the games that are not over."""
        running_turns = {turn.pk for turn in turns if turn.game_id in running}
        scores = Score.objects.filter(turn__in=turns, entry__in=entries)
        self._scores = {(score.entry_id, score.turn_id): score for score in scores}
        self._sentences = load_sentences(
            score.explanation_id
            for score in self._scores.values()
            if score.turn_id not in running_turns
        )
        self._early_sentences = load_sentences(
            (
                score.explanation_id
                for score in self._scores.values()
                if score.turn_id in running_turns
            ),
            points_only=True,
        )
        wordless = [key for key, score in self._scores.items() if not score.word]
        self._written = list_written_lines(wordless)
        self._absent = find_absent(turns)
        withdrawn = Entry.objects.filter(pk__in=entries, withdrawn=True)
        self._withdrawn = set(withdrawn.values_list("pk", flat=True))
        best = Score.objects.filter(turn__in=turns, average=False).order_by().values_list("turn")
        self._best_of_others = {
            entry: dict(best.exclude(entry=entry).annotate(Max("gross"))) for entry in entries
        }

    def list_played_turns(
        self, entry: int, turns: Iterable[Turn], game: Game, *, provisional: bool
    ) -> list[PlayedTurn]:
        is_over = game.state == GameState.FINISHED
        total = top_total = 0
        played_turns = []
        for turn in turns:
            top_total += turn.score
            score = self._scores.get((entry, turn.pk))
            if score is None:
                has_missed = entry in self._withdrawn or (turn.pk, entry) in self._absent
                points = None if provisional and not has_missed else 0
                played_turns.append(
                    PlayedTurn(turn, "", "", points, total, top_total, was_absent=has_missed)
                )
            else:
                total += score.points
                played_turns.append(
                    self._build_played_turn(score, turn, (total, top_total), is_over=is_over)
                )
        return played_turns

    def _build_played_turn(
        self, score: Score, turn: Turn, sums: tuple[int, int], *, is_over: bool
    ) -> PlayedTurn:
        costs_points = score.average or score.sanction in _COSTING_POINTS
        sentence_by_key = self._sentences if is_over else self._early_sentences
        bulletin = self._written.get((score.entry_id, turn.pk))
        return PlayedTurn(
            turn,
            score.word,
            score.ref,
            score.points,
            *sums,
            written_word=bulletin.text if bulletin else "",
            written_ref=bulletin.ref if bulletin else "",
            sanction=score.sanction if is_over or score.sanction in _COSTING_POINTS else "",
            explanation=sentence_by_key[score.explanation_id] if is_over or costs_points else "",
            warnings=score.warnings if is_over else 0,
            is_solo=is_over and self._is_solo(score),
        )

    def _is_solo(self, score: Score) -> bool:
        best = self._best_of_others[score.entry_id].get(score.turn_id)
        lines = [solo.SoloScore(score.entry_id, score.gross, score.average)]
        if best is not None:
            lines.append(solo.SoloScore(0, best))
        return solo.find_solo(lines) == score.entry_id
