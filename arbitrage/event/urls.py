"""URLs of events: the host's pages, the joint results, and what centres send."""

from django.urls import path

from arbitrage.event.views import centre, host, packages, results, sealing, upload

_EVENTS = "organisation/<int:organisation_id>/events/"
_EVENT = _EVENTS + "<slug:event_slug>/"
_CENTRE = "office/<slug:slug>/event/"

urlpatterns = [
    path(_EVENTS, host.listing, name="organisation-events"),
    path(_EVENTS + "create/", host.create, name="event-create"),
    path(_EVENTS + "import/", packages.import_file, name="event-import"),
    path(_EVENT, host.page, name="event-host"),
    path(_EVENT + "seal/", sealing.seal, name="event-seal"),
    path(_EVENT + "centres/", host.add_centres, name="event-centres"),
    path(_EVENT + "centres/<uuid:uid>/remove/", host.remove_centre, name="event-centre-remove"),
    path(_EVENT + "centres/<uuid:uid>/package/", packages.package, name="event-package"),
    path(_EVENT + "packages/", packages.packages, name="event-packages"),
    path(_EVENT + "key/<int:number>/", packages.give_key, name="event-key-give"),
    path(_EVENT + "key/<int:number>/show/", packages.show_key, name="event-key-show"),
    path(_EVENT + "receive/", host.receive, name="event-receive"),
    path(_EVENT + "archives/<int:archive_id>/retry/", host.retry, name="event-archive-retry"),
    path(_EVENT + "decide/", host.decide, name="event-decide"),
    path(_CENTRE, centre.page, name="centre-event"),
    path(_CENTRE + "<int:number>/open/", centre.open_sealed, name="centre-event-open"),
    path(_CENTRE + "<int:number>/ask/", centre.request_game_key, name="centre-event-ask"),
    path(_CENTRE + "take/", centre.download_archive, name="centre-event-take"),
    path(_CENTRE + "send/", centre.send, name="centre-event-send"),
    path("event/key/<int:number>/", upload.key, name="centre-key"),
    path("event/upload/", upload.announce, name="centre-upload"),
    path("event/upload/<str:digest>/", upload.piece, name="centre-upload-piece"),
    path("event/<slug:event_slug>/", results.ranking, name="event-ranking"),
    path("event/<slug:event_slug>/entry/<str:uid>/", results.sheet, name="event-sheet"),
    path("event/<slug:event_slug>/ranking/<str:kind>/", results.export, name="event-export"),
    path("event/<slug:event_slug>/certificates/", results.certificates, name="event-certificates"),
    path("event/<slug:event_slug>/files/", results.files, name="event-files"),
    path("event/<slug:event_slug>/files/<str:key>/<str:scope>/", results.file, name="event-file"),
    path("event/<slug:event_slug>/archive/", results.archive, name="event-archive"),
]
