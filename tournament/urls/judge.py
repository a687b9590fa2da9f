"""Addresses of the judge's desk, and of the desks of centres that follow it."""

from django.urls import path

from tournament.views.centres import desk as centre_desk
from tournament.views.judge import page as judge

urlpatterns = [
    path("judge/<slug:slug>/", judge.page, name="judge-desk"),
    path("judge/<slug:slug>/desk/", judge.desk, name="judge-desk-part"),
    path(
        "judge/<slug:slug>/centres/<int:centre_id>/without/",
        centre_desk.leave_out,
        name="judge-centre-without",
    ),
    path("centres/<slug:slug>/", centre_desk.index, name="centres"),
    path("centres/<slug:slug>/<int:centre_id>/", centre_desk.page, name="centre-desk"),
    path(
        "centres/<slug:slug>/<int:centre_id>/report/",
        centre_desk.send_report,
        name="centre-report",
    ),
    path("judge/<slug:slug>/token/", judge.token, name="judge-token"),
    path("judge/<slug:slug>/take/", judge.take, name="judge-take"),
    path("judge/<slug:slug>/scene/", judge.scene, name="judge-scene"),
    path("judge/<slug:slug>/ask/<slug:name>/", judge.ask, name="judge-ask"),
    path("judge/<slug:slug>/do/<slug:name>/", judge.command, name="judge-command"),
]
