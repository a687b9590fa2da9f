"""Addresses of an organisation: its settings, its people, its lists, its accounts."""

from django.urls import path

from tournament.views.organisation import (
    account,
    accounts,
    lists,
    people_changes,
    players,
    settings,
    tournaments,
)

_ORGANISATION = "organisation/<int:organisation_id>/"
_PLAYER = _ORGANISATION + "players/<int:player_id>/"
_GROUP = _ORGANISATION + "lists/<int:group_id>/"
_ACCOUNTS = _ORGANISATION + "accounts/"
_ACCOUNT = _ACCOUNTS + "<int:user_id>/"

urlpatterns = [
    path(_ORGANISATION, settings.page, name="organisation"),
    path(_ORGANISATION + "players/", players.listing, name="organisation-players"),
    path(_ORGANISATION + "players/new/", players.add, name="organisation-player-add"),
    path(_ORGANISATION + "players/import/", players.upload, name="organisation-import-send"),
    path(
        _ORGANISATION + "players/import/<int:file_id>/", players.review, name="organisation-import"
    ),
    path(_PLAYER, players.edit, name="organisation-player"),
    path(
        _ORGANISATION + "players/changes/",
        people_changes.listing,
        name="organisation-roster-changes",
    ),
    path(
        _ORGANISATION + "players/changes/<int:change_id>/undo/",
        people_changes.undo,
        name="organisation-roster-undo",
    ),
    path(_PLAYER + "name/", people_changes.correct, name="organisation-player-name"),
    path(_PLAYER + "merge/", people_changes.merge, name="organisation-player-merge"),
    path(_PLAYER + "delete/", players.delete, name="organisation-player-delete"),
    path(_ORGANISATION + "lists/", lists.page, name="organisation-lists"),
    path(_ORGANISATION + "lists/usual/", lists.add_default_lists, name="organisation-lists-usual"),
    path(_GROUP, lists.edit, name="organisation-group"),
    path(_GROUP + "move/", lists.move, name="organisation-group-move"),
    path(_GROUP + "delete/", lists.delete, name="organisation-group-delete"),
    path(_ACCOUNTS, accounts.page, name="organisation-accounts"),
    path(_ACCOUNTS + "cards/", accounts.cards, name="organisation-cards"),
    path(_ACCOUNTS + "invite/", accounts.invite, name="organisation-invite"),
    path(_ACCOUNTS + "changes/", accounts.changes, name="organisation-changes"),
    path(_ACCOUNT, account.page, name="organisation-account"),
    path(_ACCOUNT + "password/", account.password, name="organisation-account-password"),
    *(
        path(_ACCOUNT + f"{name}/", account.command, {"name": name}, f"organisation-account-{name}")
        for name in account.COMMANDS
    ),
    path(_ORGANISATION + "tournaments/", tournaments.page, name="organisation-tournaments"),
]
