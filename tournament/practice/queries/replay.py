"""Published games that may be replayed by everybody.

A game is open to replay once it is finished, its tournament is published, and its results are
public to all: the staff has no more rights here. Before, its letters or words are secret.
"""

from collections.abc import Container, Iterator

from django.db.models import QuerySet

from tournament.core.errors import WrongState
from tournament.core.states import Discipline, GameKind, GameState, TournamentState
from tournament.models import Game, LexiconImport
from tournament.practice.core.practice_game import PracticeGame, PracticeTurn
from tournament.queries import lexica
from tournament.queries.access import AnyUser, list_usable_lexica
from tournament.queries.position import load_position
from tournament.queries.results.publicity import are_results_public

#: Number of games on the page "Jouer seul".
MAX_LISTED = 12


def _list_finished_games() -> QuerySet[Game]:
    return Game.objects.filter(
        state=GameState.FINISHED,
        kind=GameKind.DUPLICATE,
        tournament__discipline=Discipline.DUPLICATE,
        tournament__state__in=[TournamentState.PUBLISHED, TournamentState.ARCHIVED],
    ).select_related("tournament")


def can_replay(game: Game) -> bool:
    """Return True if everybody may replay the game now."""
    tournament = game.tournament
    return (
        game.state == GameState.FINISHED
        and game.kind == GameKind.DUPLICATE
        and tournament.discipline == Discipline.DUPLICATE
        and tournament.state != TournamentState.DRAFT
        and are_results_public(game)
    )


def find_replayable_game(key: int) -> Game:
    """Return the game with this primary key. Raise WrongState if it may not be replayed."""
    game = _list_finished_games().filter(pk=key).first()
    if game is None or not can_replay(game):
        raise WrongState("practice-gone")
    return game


def list_replayable_games() -> list[Game]:
    """List the last games that may be replayed, the newest first."""
    games = _list_finished_games().order_by("-tournament__starts_on", "-pk")[: 4 * MAX_LISTED]
    return [game for game in games if can_replay(game)][:MAX_LISTED]


def load_replayed_game(game: Game, user: AnyUser) -> PracticeGame:
    """Return the turns of a replayable game with the words that judge its bulletins."""
    position = load_position(game)
    words, has_own_words = _load_words(game, user)
    turns = [
        PracticeTurn(
            number,
            position.get_position_before(turn).board,
            turn.kept,
            turn.drawn,
            turn.word,
            turn.ref,
            turn.score,
        )
        for number, turn in enumerate(position.placed_turns, 1)
    ]
    if not turns:
        raise WrongState("practice-gone")
    return PracticeGame(
        position.fmt, turns, words, game.tournament.regulation, has_own_words=has_own_words
    )


def _load_words(game: Game, user: AnyUser) -> tuple[Container[str], bool]:
    """Return the words that judge, and True if they are those of the game: the account may consult
    them. Else they are those of the installation, and those that the game shows."""
    base_lexicon = lexica.load_base_lexicon()
    if _can_consult(game, user, base_lexicon.checksum):
        return lexica.load_game_lexicon(game), True
    return PublishedWords(base_lexicon, frozenset(_list_published_words(game))), False


def _can_consult(game: Game, user: AnyUser, base_checksum: str) -> bool:
    if game.word_list_id is None:
        return True
    if lexica.get_checksum(game.word_list_id) == base_checksum:
        return True
    imports = LexiconImport.objects.filter(word_list=game.word_list_id)
    usable = {(lexicon.name, lexicon.organisation) for lexicon in list_usable_lexica(user)}
    return any(
        (row.name, row.organisation) in usable
        for row in imports.defer("content", "report").select_related("organisation")
    )


def _list_published_words(game: Game) -> Iterator[str]:
    """Yield the words that the published game shows to everybody."""
    position = load_position(game)
    for turn in position.placed_turns:
        yield turn.word.upper()
        yield from map(str.upper, position.get_position_before(turn).list_formed_words(turn))


class PublishedWords(Container[str]):
    """A word list and the words that a published game shows."""

    def __init__(self, lexicon: Container[str], words: frozenset[str]) -> None:
        self._lexicon, self._words = lexicon, words

    def __contains__(self, word: object) -> bool:
        return word in self._words or word in self._lexicon
