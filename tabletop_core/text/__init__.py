"""What a game shows as lines of text, for every front end that writes: plain, or with boxes.

- `style`: what an output can show, widths and wrapping
- `panel_lines`: the table; `game_lines`: log, rules, components, sequence of play
- `question_lines`: options, odds, hints, how a game ended; `moment_lines`: moments and stories
- `charts`: tables, lookups
"""
