"""Addresses of the organiser's office."""

from django.urls import path

from tournament.views.organiser import (
    entries as organiser_entries,
)
from tournament.views.organiser import (
    games as organiser_games,
)
from tournament.views.organiser import (
    lexica as organiser_lexica,
)
from tournament.views.organiser import (
    prepared as organiser_prepared,
)
from tournament.views.organiser import (
    staff as organiser_staff,
)
from tournament.views.organiser import (
    tables as organiser_tables,
)
from tournament.views.organiser import (
    tournaments as organiser,
)

_GAME = "office/<slug:slug>/games/<int:number>/"
_PREPARATION = "office/<slug:slug>/preparations/<int:job_id>/"
_ENTRY = "office/<slug:slug>/entries/<int:entry_id>/"

urlpatterns = [
    path("office/", organiser.home, name="office"),
    path("office/new/", organiser.create, name="office-create"),
    path("office/lexica/", organiser_lexica.lexica_page, name="office-lexica"),
    path("office/lexica/<int:job_id>/", organiser_lexica.progress, name="office-lexicon"),
    path(
        "office/lexica/<int:job_id>/refused.csv",
        organiser_lexica.report,
        name="office-lexicon-report",
    ),
    path(
        "office/lexica/<int:job_id>/replace/",
        organiser_lexica.replace,
        name="office-lexicon-replace",
    ),
    path("office/lexica/<int:job_id>/retry/", organiser_lexica.retry, name="office-lexicon-retry"),
    path(
        "office/lexica/<int:job_id>/remove/", organiser_lexica.remove, name="office-lexicon-remove"
    ),
    path(
        "office/lexica/<int:job_id>/delete/", organiser_lexica.delete, name="office-lexicon-delete"
    ),
    path("office/<slug:slug>/", organiser.overview, name="office-tournament"),
    path("office/<slug:slug>/settings/", organiser.edit_settings, name="office-settings"),
    path("office/<slug:slug>/games/new/", organiser_games.create, name="office-game-create"),
    path("office/<slug:slug>/games/prepare/", organiser_prepared.prepare, name="office-prepare"),
    path(
        "office/<slug:slug>/games/import/",
        organiser_prepared.import_game,
        name="office-game-import",
    ),
    path(_PREPARATION, organiser_prepared.progress, name="office-preparation"),
    *(
        path(
            _PREPARATION + f"{name}/",
            organiser_prepared.command,
            {"name": name},
            f"office-preparation-{name}",
        )
        for name in organiser_prepared.COMMANDS
    ),
    path(_GAME, organiser_games.edit, name="office-game"),
    path(_GAME + "judge/", organiser_games.playing_judge, name="office-game-judge"),
    path(_GAME + "sheet/", organiser_prepared.sheet, name="office-sheet"),
    *(
        path(_GAME + f"{name}/", organiser_games.command, {"name": name}, f"office-game-{name}")
        for name in organiser_games.COMMANDS
    ),
    path("office/<slug:slug>/entries/", organiser_entries.listing, name="office-entries"),
    path("office/<slug:slug>/entries/new/", organiser_entries.register, name="office-register"),
    path("office/<slug:slug>/entries/import/", organiser_entries.import_file, name="office-import"),
    path(_ENTRY, organiser_entries.edit, name="office-entry"),
    path(
        _ENTRY + "withdraw/",
        organiser_entries.presence,
        {"name": "withdraw"},
        name="office-withdraw",
    ),
    path(
        _ENTRY + "restore/", organiser_entries.presence, {"name": "restore"}, name="office-restore"
    ),
    path("office/<slug:slug>/tables/", organiser_tables.tables, name="office-tables"),
    path("office/<slug:slug>/tables/assign/", organiser_tables.assign, name="office-assign"),
    path("office/<slug:slug>/tables/renew/", organiser_tables.renew, name="office-renew"),
    path("office/<slug:slug>/tables/print/", organiser_tables.print_tables, name="office-print"),
    path("office/<slug:slug>/staff/", organiser_staff.page, name="office-staff"),
    path("office/<slug:slug>/staff/alone/", organiser_staff.alone, name="office-alone"),
    path(
        "office/<slug:slug>/staff/<int:member_id>/remove/",
        organiser_staff.remove,
        name="office-staff-remove",
    ),
]
