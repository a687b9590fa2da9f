"""Signing in by a link that the server made."""

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET

from tournament.core.errors import BadAccess
from tournament.messages import explain
from tournament.sign_in_links import read_link

BACKEND = "django.contrib.auth.backends.ModelBackend"


@require_GET
def sign_in_by_link(request: HttpRequest, token: str) -> HttpResponse:
    try:
        user, target = read_link(token)
    except BadAccess as error:
        context = {"message": explain(error)}
        return render(request, "registration/link.html", context, status=403)
    login(request, user, backend=BACKEND)
    return redirect(target)
