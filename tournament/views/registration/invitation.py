"""The link with which an existing account joins an organisation."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournament.core.errors import BadAccess
from tournament.presentation.messages import explain
from tournament.presentation.roles import get_role_name
from tournament.queries.clock import now
from tournament.services.accounts import invitations
from tournament.views.shortcuts import for_accounts, get_signed_in_user


@for_accounts
def page(request: HttpRequest, token: str) -> HttpResponse:
    """Ask for confirmation, then join: opening a link must not change anything."""
    try:
        invitation = invitations.find_invitation(token=token, now=now())
        if request.method == "POST":
            invitations.accept_invitation(
                invitation=invitation, by=get_signed_in_user(request), now=now()
            )
            sentence = _("Vous êtes maintenant de « %(name)s ».")
            messages.success(request, sentence % {"name": invitation.organisation.name})
            return redirect("office")
    except BadAccess as error:
        refusal = {"message": explain(error)}
        return render(request, "registration/link_refused.html", refusal, status=403)
    tournament = invitation.tournament
    roles = (
        [get_role_name(role, tournament.discipline) for role in invitation.roles]
        if tournament
        else []
    )
    context = {"invitation": invitation, "roles": roles}
    return render(request, "registration/invitation.html", context)
