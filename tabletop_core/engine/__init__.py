"""A game in progress: decisions, rules, the sequence of play, state, the tape, exact odds of rules.

`Game` refers to `Play`, `Match` and `Bot` in its types, and they refer to it. This is the only
cycle in the package.
"""
