"""A forged archive of a tournament with centres: what the journals bind of them."""

from arbitrage.archive.verify.lexica import Lexica
from arbitrage.archive.verify.report import DiscrepancyKind
from tests.arbitrage.archive.archive_bytes import archive_now
from tests.arbitrage.archive.verify.forgeries import Forgery, forge_line, list_places, verify
from tests.room import Room
from tests.rows import every_row
from tests.tournament.services.people.centre_steps import add_centre
from tournament.core.states import CountedOver

FORGERIES = (
    Forgery("tables", {"number": 1}, {"centre": None}, DiscrepancyKind.BOUND),
    Forgery("centres", {"name": "Dakar"}, {"country": "X"}, DiscrepancyKind.BOUND, "tables"),
    Forgery("tournament", {}, {"counted_over": "whole"}, DiscrepancyKind.STATE, "games"),
)


def test_forged_centres_are_found(room: Room) -> None:
    room.tournament.counted_over = CountedOver.CENTRE
    room.tournament.save()
    add_centre(room, "Nantes", 1, 2, 3)
    add_centre(room, "Dakar", 4, 5, 6)
    room.game()
    content = archive_now(room.tournament)
    assert not list_places(verify(content, Lexica()))
    with every_row() as row:
        for forgery in FORGERIES:
            forged, _place = forge_line(forgery, content)
            findings = {(kind, member) for kind, member, _ in list_places(verify(forged, Lexica()))}
            with row(forgery.member):
                assert (forgery.kind, forgery.blamed or forgery.member) in findings
