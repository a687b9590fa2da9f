"""A copy of an archived tournament beside the one that is still here."""

from django.contrib.auth.models import User

from arbitrage.archive.core.reading import read_archive
from arbitrage.archive.services.restoring import copy_from_archive
from arbitrage.archive.services.restoring.checking import check_archive
from arbitrage.archive.verify.lexica import Lexica
from tests.arbitrage.archive.archive_bytes import archive_now, read_content_members
from tests.arbitrage.archive.verify.forgeries import verify
from tests.arbitrage.services.rulings.test_any_order import roll_back
from tournament.core.states import TournamentState
from tournament.models import Tournament
from tournament.queries import clock

#: Members to which stopping the clocks of the copy adds a line.
STOPPED = {"tournament_journal", "clock_events", "match_events", "topping_events"}


def copy(content: bytes) -> Tournament:
    organiser = User.objects.get_or_create(username="claire")[0]
    checked = check_archive(content=content, as_copy=True)
    return copy_from_archive(
        checked=checked, name="Copie", organiser=organiser, by=organiser, now=clock.now()
    )


def count_lines(content: bytes) -> dict[str, int]:
    members = read_content_members(content)
    return {name: text.count(b"\n") for name, text in members.items() if name not in STOPPED}


def check_copy(content: bytes, lexica: Lexica, *, again: bool = False) -> None:
    """Check that a copy beside is verified and changes nothing; then remove it. ``again``: a second
    copy of the same name has an address of its own."""
    original = Tournament.objects.get(uid=read_archive(content).uid)
    with roll_back():
        copied = copy(content)
        assert (copied.name, copied.state) == ("Copie", TournamentState.DRAFT)
        assert copied.organisation == original.organisation
        assert read_content_members(archive_now(original)) == read_content_members(content)
        written = archive_now(copied)
        assert verify(written, lexica).discrepancies == []
        assert count_lines(written) == count_lines(content)
        keys = original.tables.values_list("key", flat=True)
        assert not copied.tables.filter(key__in=keys).exists(), "cards open the original"
        if again:
            assert copy(content).slug != copied.slug
