"""Printed documents: data for a template of ``templates/paper``, rendered as PDF.

``pdf_renderer`` renders any of them, the other modules build their data, in French.
"""
