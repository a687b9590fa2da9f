"""``{% load lexica %}``: words of the pages about lexica."""

from django import template

from tournament.presentation import lexica

register = template.Library()

register.simple_tag(lexica.get_refusal_reason, name="refusal_reason")
register.filter("encoding_name", lexica.get_encoding_name)
register.filter("lexicon_label", lexica.get_lexicon_label)
register.filter("lexicon_of_game", lexica.find_game_lexicon_name)
register.filter("thousands", lexica.format_thousands)
