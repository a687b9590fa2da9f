"""URLs of archives, backups and anonymisation."""

from django.urls import path

from arbitrage.archive.views import archive, backups, dossier, privacy

_BACKUP = "office/<slug:slug>/settings/backups/<str:backup>/"
_CASE = "commission/<slug:slug>/<int:case>/"

urlpatterns = [
    path("office/restore/", archive.restore, name="restore-file"),
    path("office/<slug:slug>/settings/file/", archive.page, name="tournament-file"),
    path("office/<slug:slug>/settings/file/take/", archive.download, name="tournament-file-take"),
    path(
        "office/<slug:slug>/settings/file/forget/",
        privacy.delete_backups,
        name="tournament-file-forget",
    ),
    path(
        "organisation/<int:organisation_id>/backups/", backups.listing, name="organisation-backups"
    ),
    path(_BACKUP, backups.page, name="backup"),
    path(_BACKUP + "take/", backups.download, name="backup-take"),
    path(_BACKUP + "check/", backups.check, name="backup-check"),
    path(_BACKUP + "copy/", backups.copy, name="backup-copy"),
    path(_BACKUP + "retry/", backups.retry, name="backup-retry"),
    path("office/<slug:slug>/players/<int:player_id>/", privacy.player, name="anonymise"),
    path(
        "organisation/<int:organisation_id>/players/<int:player_id>/anonymise/",
        privacy.roster_player,
        name="anonymise-known",
    ),
    path(_CASE + "dossier/", dossier.dossier, name="case-dossier"),
]
