"""A game in progress: decisions, rules, the sequence of play, state, the tape, exact odds of rules.

`Game` names `Play`, `Match` and `Bot` in its types, and they name it: the one circle here.
"""
