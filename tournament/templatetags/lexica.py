"""``{% load lexica %}``: words of the pages about lexica."""

from django import template

from tournament.presentation import lexica

register = template.Library()

register.simple_tag(lexica.refusal_reason)
register.filter(lexica.encoding_name)
register.filter(lexica.lexicon_label)
register.filter(lexica.lexicon_of_game)
register.filter(lexica.thousands)
