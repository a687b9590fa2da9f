"""Addresses of the players: signing in at a table, and the tablet."""

from django.urls import path

from tournament.views.player import table as player

urlpatterns = [
    path("t/<str:key>/", player.enter_by_link, name="enter-by-key"),
    path("table/", player.tablet, name="table"),
    path("table/take/", player.take, name="table-take"),
    path("table/enter/", player.enter, name="table-enter"),
    path("table/token/", player.token, name="table-token"),
    path("table/road/<int:number>/", player.road_sheet, name="table-road"),
    path("table/bulletin/", player.bulletin, name="table-bulletin"),
    path("table/slip/", player.slip, name="table-slip"),
]
