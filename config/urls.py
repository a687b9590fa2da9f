"""Every address of the site: the apps' own files, sign-in, translations, health, shell."""

from django.urls import include, path
from django.views.i18n import JavaScriptCatalog

from config import health
from config.assets import shell
from config.observation.page import page
from tournament.views.registration.sign_in import SignIn, SignOut

urlpatterns = [
    path("sante/vie", health.report_alive, name="health-alive"),
    path("sante/pret", health.report_ready, name="health-ready"),
    # of the process of the sockets, in a club
    path("live/sante/pret", health.report_ready, name="health-live-ready"),
    path("installation/", page, name="installation"),
    path("manifest.webmanifest", shell.manifest, name="manifest"),
    path("shell.js", shell.worker, name="shell-worker"),  # at the root: it serves what lies below
    path("accounts/login/", SignIn.as_view(), name="login"),
    path("accounts/logout/", SignOut.as_view(), name="logout"),
    path(
        "jsi18n/",
        JavaScriptCatalog.as_view(packages=["tournament", "arbitrage"]),
        name="javascript-catalog",
    ),
    path("", include("arbitrage.classic.urls")),
    path("", include("arbitrage.archive.urls")),
    path("", include("arbitrage.event.urls")),
    path("", include("arbitrage.urls")),
    path("", include("tournament.classic.urls")),
    path("", include("tournament.topping.urls")),
    path("", include("tournament.practice.urls")),
    path("", include("tournament.urls")),
    # last: these addresses begin with a tournament's slug
    path("", include("tournament.classic.public_urls")),
    path("", include("tournament.topping.public_urls")),
]

handler500 = "config.outage.handle_error"
