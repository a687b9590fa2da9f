"""Archives restored as a copy beside the tournament that they are of."""

from collections.abc import Callable

from django.contrib.auth.models import User

from arbitrage.archive.core.reading import read_archive
from arbitrage.archive.services.restoring import copy_from_archive
from arbitrage.archive.services.restoring.checking import check_archive
from arbitrage.archive.verify.lexica import Lexica
from tests.arbitrage.archive.archive_bytes import archive_now, read_content_members
from tests.arbitrage.archive.verify.forgeries import verify
from tests.arbitrage.archive.verify.played_games import (
    play_mort_subite,
    play_on_paper,
    play_rounds,
    play_toppings,
)
from tests.arbitrage.archive.verify.played_tournament import play
from tests.arbitrage.services.rulings.test_any_order import roll_back
from tests.room import Room
from tests.rows import every_row
from tournament.core.states import TournamentState
from tournament.models import Tournament
from tournament.queries import clock, lexica

#: Members to which stopping the clocks of the copy adds a line.
STOPPED = {"tournament_journal", "clock_events", "match_events", "topping_events"}


def copy(content: bytes) -> Tournament:
    organiser = User.objects.get_or_create(username="claire")[0]
    checked = check_archive(content=content, as_copy=True)
    return copy_from_archive(
        checked=checked, name="Copie", organiser=organiser, by=organiser, now=clock.now()
    )


def load_lexica(content: bytes) -> Lexica:
    """Return the word lists of the games of an archive."""
    rows = read_archive(content).rows
    checksums = {game.word_list.checksum for game in rows["games"] if game.word_list}
    checksums |= {game.words for game in rows["match_games"] if game.words}
    checksums |= {topping.word_list for topping in rows["toppings"]}
    return Lexica(lexicons={checksum: lexica.load(checksum) for checksum in checksums})


def count_lines(content: bytes) -> dict[str, int]:
    members = read_content_members(content)
    return {name: text.count(b"\n") for name, text in members.items() if name not in STOPPED}


def play_everything() -> bytes:
    return archive_now(play()[0].tournament)


def test_a_copy_beside_is_verified_and_changes_nothing(room: Room) -> None:
    tournaments: list[tuple[str, Callable[[], bytes]]] = [
        ("duplicate", play_everything),
        ("rounds", play_rounds),
        ("paper", play_on_paper),
        ("toppings", lambda: play_toppings(room)),
        ("mort subite", lambda: play_mort_subite(room)),
    ]
    with every_row() as row:
        for name, make in tournaments:
            with row(name), roll_back():
                content = make()
                original = Tournament.objects.get(uid=read_archive(content).uid)
                before = read_content_members(archive_now(original))
                copied = copy(content)
                assert (copied.name, copied.state) == ("Copie", TournamentState.DRAFT)
                assert copied.organisation == original.organisation
                assert read_content_members(archive_now(original)) == before
                written = archive_now(copied)
                assert verify(written, load_lexica(content)).discrepancies == []
                assert count_lines(written) == count_lines(content)
                keys = original.tables.values_list("key", flat=True)
                assert not copied.tables.filter(key__in=keys).exists(), "cards open the original"
                if name == "paper":
                    assert copy(content).slug != copied.slug
