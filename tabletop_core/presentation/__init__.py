"""What every front end shows a person: values and lines of plain text.

Nothing here knows where it is shown: no colour, no frame, no width of a terminal, no page.
A front end builds on this package and knows no other front end.

- `log`: events as lines under headings, and where in the sequence of play the game is
- `table_view`: all that one viewer sees at a moment, as one plain value
- `steps`: what happened between two looks, event by event
- `telling`: moments, and the beats in which what happened is shown
- `story`: how a finished game went
- `options`: options and answers in words, their odds, the hints of a search
- `answers`: what was typed or touched, read as an answer
- `sequence`: rules by number and title, the sequence of play as a tree, "you are here"
- `rulebook`: one rule with its words, rulings, charts and steps; all rulings with their options
- `book`: all rules in chapters, in the order of the rulebook, and what leads from one to another
- `looks`: all that a game draws, and the words that cannot be read
- `components`: a card or counter by its name, with its values and its rule
- `glossary`: the words of a game with their meanings
- `games`: how a game is introduced, how it ended, saved games in a line
- `titles`: the picture that stands for a game, as an SVG
- `lessons`: the first game of a pack, with an explanation of each decision
- `player_aid`: what is in a game
- `charts`: charts, lookups and odds as plain data and as bars
"""
