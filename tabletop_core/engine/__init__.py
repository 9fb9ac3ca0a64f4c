"""A game in progress: decisions, rules, the sequence of play, state, the tape, exact odds of rules.

`Game`, `Play` and `Bot` name each other in their types; that is the one circle of this room.
"""
