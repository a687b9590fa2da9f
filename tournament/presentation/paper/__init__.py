"""What is printed: each document is data for a template of ``templates/paper``, made a PDF.

``press`` prints any of them, the other modules say what is on them, in French.
"""
