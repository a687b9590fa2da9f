"""*Mort subite* (3.8.3): its players, the entries that watch a turn, the eliminated ones."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import connection, transaction

from tournament.core.errors import BadSetting, WrongState
from tournament.core.mort_subite import list_times
from tournament.core.ranking.ranking_input import PlayOffScope
from tournament.core.states import GameKind, GameState, PlayMedium
from tournament.models import Contender, Entry, Game, Tournament, Turn
from tournament.queries.mort_subite import MIN_CONTENDERS, compute_outcome, is_mort_subite
from tournament.queries.people.seating import get_table_numbers

#: Marks entries not expected to play an opened turn: one statement, whatever their number.
_MARK_WATCHERS_QUERY = """
INSERT INTO tournament_tookpart (turn_id, entry_id, plays_on, typed)
SELECT %s, e.id, 'watches', ''
FROM tournament_entry e
LEFT JOIN tournament_contender c ON c.game_id = %s AND c.entry_id = e.id AND c.fell IS NULL
WHERE e.tournament_id = %s AND c.id IS NULL
ON CONFLICT (turn_id, entry_id) DO NOTHING
"""


def get_mort_subite_fields(tournament: Tournament) -> dict[str, Any]:
    """Return the fields of a *mort subite*, whose times the edition defines."""
    ((time_s, added_s),) = list_times(tournament.regulation, 1)
    return {"kind": GameKind.MORT_SUBITE, "time_s": time_s + added_s, "warn_s": added_s}


def make_mort_subite(*, game: Game, by: User | None, now: datetime) -> Game:
    """Turn a game in draft into a *mort subite*, whatever its source. Raise WrongState."""
    draft = Game.objects.filter(pk=game.pk, state=GameState.DRAFT)
    if not draft.update(**get_mort_subite_fields(game.tournament)):
        raise WrongState("game", command="update", state=game.state)
    game.refresh_from_db()
    return game


def choose_players(*, game: Game, entries: Collection[int]) -> None:
    """Set the players of a game in draft; empty: all entries present when it starts.

    Raise BadSetting, WrongState.
    """
    with transaction.atomic():
        locked_game = Game.objects.select_for_update().get(pk=game.pk)
        if locked_game.state != GameState.DRAFT or not is_mort_subite(locked_game):
            raise WrongState("game", command="update", state=locked_game.state)
        _check_players(locked_game.tournament_id, entries)
        locked_game.contenders.all().delete()
        _create_contenders(locked_game, entries)


def _check_players(tournament: int, entries: Collection[int]) -> None:
    if not entries:
        return
    count = Entry.objects.filter(tournament=tournament, withdrawn=False, pk__in=entries).count()
    if count < len(set(entries)) or count < MIN_CONTENDERS:
        raise BadSetting("mort-subite-too-few-players", least=MIN_CONTENDERS)


def _create_contenders(game: Game, entries: Collection[int]) -> None:
    Contender.objects.bulk_create(
        [Contender(game=game, entry_id=entry) for entry in sorted(set(entries))]
    )


def get_journal_data(game: Game) -> dict[str, Any]:
    """Return what the journal stores about a *mort subite* before it starts."""
    return {"kind": game.kind, "settles": game.settles} if is_mort_subite(game) else {}


def record_contenders(game: Game) -> dict[str, Any]:
    """Record the players at the start: the chosen entries, or else all that are present.

    Return what the journal stores; raises WrongState for too few players.
    """
    if not is_mort_subite(game):
        return {}
    if not game.contenders.exists():
        present = Entry.objects.filter(tournament=game.tournament_id, withdrawn=False)
        _create_contenders(
            game, present.exclude(plays_on=PlayMedium.ABSENT).values_list("pk", flat=True)
        )
    if game.contenders.filter(entry__withdrawn=False).count() < MIN_CONTENDERS:
        raise WrongState("mort-subite-too-few-players", least=MIN_CONTENDERS)
    uids = game.contenders.values_list("entry__uid", flat=True)
    return {"players": sorted(map(str, uids))}


def get_turn_time(game: Game, number: int) -> int | None:
    """Return the seconds of the turn with this number, None for the game's usual time (3.8.3)."""
    if not is_mort_subite(game):
        return game.turn_time_s
    return sum(list_times(game.tournament.regulation, number)[-1])


def require_own_times(game: Game) -> None:
    """Raise BadSetting for a game whose times the edition defines turn by turn."""
    if is_mort_subite(game):
        article = game.tournament.regulation.originals.stages.short_article
        raise BadSetting("mort-subite-times", article=article)


def mark_watchers(turn: Turn) -> None:
    """Mark the entries that only watch the turn being opened, whatever is decided later."""
    if is_mort_subite(turn.game):
        with connection.cursor() as cursor:
            cursor.execute(_MARK_WATCHERS_QUERY, [turn.pk, turn.game_id, turn.game.tournament_id])


def update_eliminated(game: Game) -> dict[str, Any]:
    """Compute again who is eliminated, after a change of the scoreboard, in its transaction;
    return what the journal stores, nothing if nothing changes."""
    if not is_mort_subite(game):
        return {}
    elimination_turns = compute_outcome(game).elimination_turns
    rows = list(game.contenders.select_for_update(no_key=True).order_by("pk"))
    changed = [row for row in rows if row.fell != elimination_turns.get(row.entry_id)]
    before = {row.entry_id: row.fell for row in changed}
    for row in changed:
        row.fell = elimination_turns.get(row.entry_id)
    Contender.objects.bulk_update(changed, ["fell"])
    numbers = get_table_numbers(game.pk, list(before))
    changes = {
        "out": [numbers[row.entry_id] for row in changed if before[row.entry_id] is None],
        "back": [numbers[row.entry_id] for row in changed if row.fell is None],
    }
    return {name: sorted(tables) for name, tables in changes.items() if tables}


def check_playoff_scope(tournament: Tournament, scope: PlayOffScope | None) -> None:
    """Raise BadSetting for a ranking of games that are not over."""
    if scope is None:
        return
    over = tournament.games.filter(kind=GameKind.DUPLICATE, state=GameState.FINISHED)
    if not scope.numbers or not scope.numbers <= set(over.values_list("number", flat=True)):
        raise BadSetting("bad-playoff-scope")
