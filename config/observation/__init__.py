"""Observation by an operator: figures, request ids in the log, reports of errors, the page of the
installation.
"""
