"""The event of a benchmark, and the archives of its centres."""

from datetime import timedelta
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from arbitrage.archive.core.reading import Archive
    from arbitrage.event.models import Centre, CentreArchive, Event
    from benchmarks.people.room import Room


class HostedEvent:
    """An event of the games of ``room``, and its centres."""

    def __init__(self, room: "Room", centres: int) -> None:
        from arbitrage.event.core.definition import EventTerms
        from arbitrage.event.services.events import NewCentre, add_centres, create_event
        from tournament.queries import clock

        now = clock.now()
        assert room.user is not None
        self.user = room.user
        self.event: Event = create_event(
            organisation=room.tournament.organisation,
            name="Simultané",
            source=room.tournament,
            opens_at=now - timedelta(days=1),
            ends_at=now + timedelta(days=1),
            terms=EventTerms(),
            by=room.user,
            now=now,
        )
        self._add_games(room)
        names = [NewCentre(f"Centre {n:04}", "France", "Europe/Paris") for n in range(centres)]
        self.centres: list[Centre] = add_centres(
            event=self.event, centres=names, by=room.user, now=now
        )

    def _add_games(self, room: "Room") -> None:
        from arbitrage.event.models import EventGame
        from tournament.queries.results.tops import get_commitment
        from tournament.queries.seal import compute_seal

        for number, game in enumerate(room.tournament.games.order_by("number"), start=1):
            EventGame.objects.create(
                event=self.event, number=number, format=game.format, time_s=game.time_s,
                warn_s=game.warn_s, commitment=get_commitment(game) or "",
                seal=compute_seal(game) or "", opens_at=self.event.opens_at, ciphertext=b"-",
            )  # fmt: skip

    def receive(self, centre: "Centre", content: bytes) -> "CentreArchive":
        from arbitrage.event.services.arrivals import receive_file
        from arbitrage.event.services.verification import perform
        from tournament.queries import clock

        arrived = receive_file(
            event=self.event, content=content, file_name="a.duplicata.zip", centre=centre,
            by=None, now=clock.now(),
        )  # fmt: skip
        perform(archive=arrived.archive, clock=clock.now)
        arrived.archive.refresh_from_db()
        return arrived.archive

    def add_centre(self, name: str) -> "Centre":
        from arbitrage.event.services.events import NewCentre, add_centres
        from tournament.queries import clock

        new = [NewCentre(name, "Togo", "Africa/Lome")]
        (centre,) = add_centres(event=self.event, centres=new, by=self.user, now=clock.now())
        return centre

    def count_joined(self) -> int:
        from arbitrage.event.queries.joint import load_state

        return len(load_state(self.event).joint.rows)


def read_room(room: "Room") -> "Archive":
    from arbitrage.archive.core.reading import read_archive
    from arbitrage.archive.queries.archive import build_archive
    from tournament.queries import clock

    return read_archive(build_archive(room.tournament, now=clock.now()))


def write_copy(archive: "Archive", name: str) -> bytes:
    """Return the file of another centre that played the same: other uids, other chains."""
    from arbitrage.archive.services.restoring.copying import copy_archive

    return write_archive(copy_archive(archive, name=name))


def write_archive(archive: "Archive") -> bytes:
    """Return the file of changed lines, with a manifest that agrees."""
    from arbitrage.archive.core.manifest import JournalHead, TournamentHead
    from arbitrage.archive.core.packing import pack_archive
    from arbitrage.archive.core.reading import to_dict

    heads = [
        JournalHead(game=game.number, uid=game.uid, seq=game.seq, head=_find_head(archive, game))
        for game in archive.rows["games"]
    ]
    lines = archive.rows["tournament_journal"]
    head = TournamentHead(seq=lines[-1].seq, head=lines[-1].chain) if lines else None
    return pack_archive(
        {member: map(to_dict, rows) for member, rows in archive.rows.items()},
        scope=archive.manifest.scope,
        heads=heads,
        tournament_head=head,
        unfinished_games=archive.manifest.unfinished_games,
        software=archive.manifest.origin.software,
        made_at=archive.manifest.origin.made_at,
    )


def _find_head(archive: "Archive", game: Any) -> str:
    return str([row.chain for row in archive.rows["journal"] if row.game == game.number][-1])
