"""The entries of a tournament as rows: for lists, files and the desk at the door."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Prefetch

from tournament.core.people.columns import PARTNER
from tournament.core.people.names import fold_licence, fold_name, split_query
from tournament.core.people.player_data import PLAYER_FIELDS
from tournament.models import Centre, Entry, EntryImport, Player, Tournament

#: The players of entries, in the order of display.
IN_ORDER = Prefetch("players", Player.objects.order_by("pk"))


def list_entry_rows(tournament: Tournament, order: Sequence[str]) -> Iterable[dict[str, Any]]:
    """Yield the data of each entry that has not withdrawn, by the fields of an import."""
    entries = tournament.entries.filter(withdrawn=False).order_by(*order)
    for entry in entries.select_related("table__centre", "team").prefetch_related(IN_ORDER):
        row = {
            "table": entry.table.number,
            "centre": entry.table.centre.name if entry.table.centre else "",
            "team": entry.team.name if entry.team else "",
        }
        for prefix, player in zip(("", PARTNER), entry.players.all(), strict=False):
            row |= {prefix + name: getattr(player, name) for name in PLAYER_FIELDS}
        yield row


def list_player_data(tournament: Tournament) -> dict[int, dict[str, str]]:
    """Return the data of the players of each entry, withdrawn or not, by the fields of an import;
    for a pair both values, unless they are equal."""
    columns = [f"players__{name}" for name in PLAYER_FIELDS]
    players: defaultdict[int, list[Sequence[Any]]] = defaultdict(list)
    for pk, *values in tournament.entries.order_by("players__pk").values_list("pk", *columns):
        players[pk].append(values)
    return {
        pk: dict(zip(PLAYER_FIELDS, map(_join_values, zip(*values, strict=True)), strict=True))
        for pk, values in players.items()
    }


def _join_values(values: Iterable[Any]) -> str:
    return " / ".join(str(value) for value in dict.fromkeys(values) if value)


def list_expected_entries(
    tournament: Tournament, text: str = "", centre: Centre | None = None
) -> list[Entry]:
    """List entries that have not withdrawn, by name; only those whose name or licences contain
    every word of ``text``, and those of ``centre`` if given."""
    entries = tournament.entries.filter(withdrawn=False).order_by("table__number")
    if centre is not None:
        entries = entries.filter(table__centre=centre)
    words = split_query(text)
    matches = [
        entry
        for entry in entries.select_related("table__centre").prefetch_related(IN_ORDER)
        if all(_has_word(entry, word) for word in words)
    ]
    return sorted(matches, key=lambda entry: fold_name(entry.name))


def _has_word(entry: Entry, word: str) -> bool:
    if word in fold_name(entry.name):
        return True
    licence = fold_licence(word)
    return bool(licence) and any(
        licence in fold_licence(player.licence) for player in entry.players.all()
    )


def list_imports(tournament: Tournament) -> list[EntryImport]:
    """List the imported files, the last first."""
    return list(tournament.imports.select_related("by").prefetch_related("entries"))
