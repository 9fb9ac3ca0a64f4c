"""What every front end tells a person: values and lines of plain text.

Nothing here knows where it is shown: no colour, no frame, no width of a terminal, no page.
A front end stands on it and knows no other front end.

- `log`: events as lines under headings, and where in the sequence of play the game is
- `rules`, `sequence`: rules by number and title, the sequence of play as a tree, "you are here"
- `rulebook`: one rule with its words, rulings, charts and steps
- `components`: a card or counter by its name, with its values and its rule
- `glossary`: the words of a game with what they mean
- `options`, `odds`, `advice`: options and answers in words, the chances of each, what a search says
- `changes`: the parts of the table that look different since somebody looked
- `table_view`: all that one viewer sees at a moment, as one plain value
- `games`: how a game is introduced, how it ended, saved games in a line
- `lessons`: the first game of a pack with a word on each decision; `steps`: a saved game by answers
- `player_aid`: what is in a game; `charts`, `bars`: charts, lookups and chances
"""
