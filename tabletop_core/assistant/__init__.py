"""An assistant at the table: rooms as tools, resources and prompts of the Model Context Protocol.

- `desk`: what one person does in rooms, answered in lines of text
- `table_lines`: the table, what happened and what is asked, within a budget of `tokens`
- `library`: games, rules and charts, and tables that somebody brings
- `server`: tools, resources and prompts of these
- `local`: the server on standard input and output, or over HTTP on this machine
- `agents`: programs that play in a match, asked for each answer
- `seats`: the server at the link of a seat, for a room with persons in browsers
"""
