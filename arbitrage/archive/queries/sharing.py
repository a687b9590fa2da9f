"""The lines of an archive that may be given to anybody: no key of a table, and of people what the
public pages show (``docs/vie-privee.md``)."""

from collections.abc import Iterable, Iterator, Mapping

from arbitrage.archive.queries.lines import ArchiveLine
from tournament.models import Entry, Player, Tournament
from tournament.queries.people.public_names import PublicNames

type MemberLines = dict[str, Iterable[ArchiveLine]]

#: Values in place of those that only the staff sees.
_PRIVATE_FIELDS = {"licence": "", "birth_year": None}


def make_shareable(lines: MemberLines, tournament: Tournament) -> MemberLines:
    names = PublicNames(tournament)
    players_by_uid = {
        str(player.uid): {"last_name": names.get_last_name(player)}
        for player in Player.objects.filter(tournament=tournament)
    }
    entries = Entry.objects.filter(pk__in=names.short_names)
    entries_by_uid = {str(entry.uid): {"name": names.get_entry_name(entry)} for entry in entries}
    return lines | {
        "ways_in": (),
        "players": _replace_fields(lines["players"], players_by_uid, _PRIVATE_FIELDS),
        "entries": _replace_fields(lines["entries"], entries_by_uid, {}),
    }


def _replace_fields(
    lines: Iterable[ArchiveLine],
    by_uid: Mapping[str, ArchiveLine],
    common_fields: ArchiveLine,
) -> Iterator[ArchiveLine]:
    for line in lines:
        yield line | common_fields | by_uid.get(line["uid"], {})
