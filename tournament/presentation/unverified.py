"""The mark of a tournament that was restored although the verification refused its file."""

from django.utils.translation import gettext as _

from tournament.models import Tournament


def list_refused_lines(tournament: Tournament) -> list[str]:
    """Return the lines that the verification refused, in words."""
    return [
        _("%(member)s, ligne %(line)s") % {"member": member, "line": line} if line else member
        for member, line in tournament.unverified or ()
    ]


def explain_mark(tournament: Tournament) -> str:
    """Return the sentence that stands beside the heads of its journals; empty for a tournament
    without the mark."""
    if tournament.unverified is None:
        return ""
    return _("Non vérifié : remis d’un fichier que la vérification refuse (%(places)s).") % {
        "places": " ; ".join(list_refused_lines(tournament))
    }
