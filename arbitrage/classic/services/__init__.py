"""Actions of the officers of a *match classique*: taking calls, and deciding."""
