"""French names of the scenes of the big screen."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.core.scenes import Scene

SCENE_NAMES: Mapping[Scene, Promise] = {
    Scene.AUTO: _("Automatique"),
    Scene.GRID: _("Grille"),
    Scene.PROGRAMME: _("Programme"),
    Scene.TABLES: _("Plan des tables"),
    Scene.RANKING: _("Classement"),
    Scene.ADDRESS: _("Adresse et code QR"),
    Scene.PODIUM: _("Podium"),
    Scene.SOLOS: _("Solos de la partie"),
}
