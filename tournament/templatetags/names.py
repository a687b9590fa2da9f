"""Filters for names, available in all templates (``config.settings``)."""

from django import template

from tournament.presentation.names import mark_untranslated

register = template.Library()

register.filter("untranslated", mark_untranslated)
