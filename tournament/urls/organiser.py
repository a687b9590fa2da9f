"""Addresses of the organiser's office."""

from django.urls import path

from tournament.core.states import TournamentCommand
from tournament.views.centres import office as centres_office
from tournament.views.organiser import (
    check_in as organiser_check_in,
    entries as organiser_entries,
    exports as organiser_exports,
    games as organiser_games,
    imports as organiser_imports,
    lexica as organiser_lexica,
    mort_subite as organiser_mort_subite,
    names as organiser_names,
    paper as organiser_paper,
    prepared as organiser_prepared,
    publication as organiser_publication,
    ranking as organiser_ranking,
    screen as organiser_screen,
    seating as organiser_seating,
    staff as organiser_staff,
    tables as organiser_tables,
    teams as organiser_teams,
    tournaments as organiser,
)

_GAME = "office/<slug:slug>/games/<int:number>/"
_PUBLICATION = "office/<slug:slug>/settings/publication/"
_PREPARATION = "office/<slug:slug>/preparations/<int:job_id>/"
_IMPORT = "office/<slug:slug>/entries/import/<int:file_id>/"
_PRINT = "office/<slug:slug>/print/"
_SEATING = "office/<slug:slug>/tables/seating/"
_CENTRE = "office/<slug:slug>/centres/<int:centre_id>/"
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
    path("office/<slug:slug>/copy/", organiser.copy, name="office-copy"),
    path(_PUBLICATION, organiser_publication.page, name="office-publication"),
    *(
        path(
            _PUBLICATION + f"{command.replace('_', '-')}/",
            organiser_publication.command,
            {"name": command},
            f"office-{command.replace('_', '-')}",
        )
        for command in TournamentCommand
    ),
    path("office/<slug:slug>/settings/screen/", organiser_screen.page, name="office-screen"),
    path(
        "office/<slug:slug>/settings/screen/without-logo/",
        organiser_screen.delete_logo,
        name="office-screen-without-logo",
    ),
    path("office/<slug:slug>/settings/delete/", organiser_publication.delete, name="office-delete"),
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
    path(
        "office/<slug:slug>/games/separate/",
        organiser_mort_subite.create_for_tie,
        name="office-separate",
    ),
    path(_GAME, organiser_games.edit, name="office-game"),
    path(_GAME + "players/", organiser_games.players, name="office-game-players"),
    path(_GAME + "judge/", organiser_games.playing_judge, name="office-game-judge"),
    path(_GAME + "hour/", organiser_games.planned_start, name="office-game-hour"),
    path(_GAME + "copy/", organiser_games.copy, name="office-game-copy"),
    *(
        path(_GAME + f"{name}/", organiser_games.move, {"name": name}, f"office-game-{name}")
        for name in organiser_games.REORDER_SERVICES
    ),
    path(_GAME + "sheet/", organiser_prepared.sheet, name="office-sheet"),
    *(
        path(_GAME + f"{name}/", organiser_games.command, {"name": name}, f"office-game-{name}")
        for name in organiser_games.COMMANDS
    ),
    path(_SEATING, organiser_seating.page, name="office-seating"),
    path(_SEATING + "apply/", organiser_seating.apply, name="office-seating-apply"),
    path(_SEATING + "swap/", organiser_seating.swap, name="office-seating-swap"),
    path(_SEATING + "hand/", organiser_seating.assign_tables, name="office-seating-hand"),
    path(_SEATING + "undo/<int:change_id>/", organiser_seating.undo, name="office-seating-undo"),
    path("office/<slug:slug>/tables/plan/", organiser_paper.seating, name="office-plan"),
    path("office/<slug:slug>/tables/share/", organiser_tables.share, name="office-share"),
    path("office/<slug:slug>/entries/", organiser_entries.listing, name="office-entries"),
    path("office/<slug:slug>/entries/new/", organiser_entries.register, name="office-register"),
    path("office/<slug:slug>/entries/known/", organiser_entries.known_people, name="office-known"),
    path("office/<slug:slug>/export/<slug:name>/", organiser_exports.export, name="office-export"),
    path(
        "office/<slug:slug>/result-files/",
        organiser_exports.result_files,
        name="office-result-files",
    ),
    path(
        "office/<slug:slug>/result-files/<slug:key>/<slug:scope>/",
        organiser_exports.result_file,
        name="office-result-file",
    ),
    path("office/<slug:slug>/entries/import/", organiser_imports.upload, name="office-import-send"),
    path(_IMPORT, organiser_imports.review, name="office-import"),
    path(
        "office/<slug:slug>/entries/imported/<int:import_id>/undo/",
        organiser_imports.undo,
        name="office-import-undo",
    ),
    path("office/<slug:slug>/check-in/", organiser_check_in.page, name="office-check-in"),
    path("office/<slug:slug>/check-in/absent/", organiser_check_in.absent, name="office-absent"),
    path(
        "office/<slug:slug>/check-in/print/", organiser_paper.check_in, name="office-check-in-print"
    ),
    path(_ENTRY + "here/", organiser_check_in.tick, name="office-tick"),
    path("office/<slug:slug>/teams/", organiser_teams.page, name="office-teams"),
    path("office/<slug:slug>/teams/<int:team_id>/", organiser_teams.rename, name="office-team"),
    path("office/<slug:slug>/entries/names/", organiser_names.register, name="office-names"),
    path(_ENTRY, organiser_entries.edit, name="office-entry"),
    path(_ENTRY + "delete/", organiser_entries.delete, name="office-entry-delete"),
    path(
        _ENTRY + "withdraw/",
        organiser_entries.withdraw_or_restore,
        {"name": "withdraw"},
        name="office-withdraw",
    ),
    path(
        _ENTRY + "restore/",
        organiser_entries.withdraw_or_restore,
        {"name": "restore"},
        name="office-restore",
    ),
    path("office/<slug:slug>/centres/", centres_office.page, name="office-centres"),
    path("office/<slug:slug>/centres/new/", centres_office.create, name="office-centre-create"),
    path("office/<slug:slug>/centres/tables/", centres_office.place, name="office-centre-tables"),
    path(_CENTRE, centres_office.edit, name="office-centre"),
    path(_CENTRE + "delete/", centres_office.delete, name="office-centre-delete"),
    path("office/<slug:slug>/tables/", organiser_tables.tables, name="office-tables"),
    path("office/<slug:slug>/tables/assign/", organiser_tables.assign, name="office-assign"),
    path("office/<slug:slug>/tables/renew/", organiser_tables.renew, name="office-renew"),
    path("office/<slug:slug>/tables/print/", organiser_paper.table_cards, name="office-print"),
    path(_PRINT + "bulletins/", organiser_paper.bulletins, name="office-bulletins"),
    path(_PRINT + "road-sheets/", organiser_paper.road_sheets, name="office-road-sheets"),
    path(_PRINT + "certificates/", organiser_paper.certificates, name="office-certificates"),
    path(_GAME + "print/", organiser_paper.game_sheet, name="office-game-sheet"),
    path("office/<slug:slug>/ranking/", organiser_ranking.page, name="office-ranking"),
    path("office/<slug:slug>/staff/", organiser_staff.page, name="office-staff"),
    path("office/<slug:slug>/staff/invite/", organiser_staff.invite, name="office-staff-invite"),
    path("office/<slug:slug>/staff/give/", organiser_staff.give, name="office-staff-give"),
    path("office/<slug:slug>/staff/copy/", organiser_staff.copy, name="office-staff-copy"),
    path("office/<slug:slug>/staff/alone/", organiser_staff.take_all_roles, name="office-alone"),
    path(
        "office/<slug:slug>/staff/<int:member_id>/remove/",
        organiser_staff.remove,
        name="office-staff-remove",
    ),
]
