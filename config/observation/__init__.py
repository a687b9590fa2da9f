"""Observation by an operator: metrics, request ids in the log, reports of errors, the page of the
installation.
"""
