"""The table in a browser: rooms that several play in, behind pages and forms.

- `app`: the addresses; `safety`: what is refused; `persons`: cookies and codes
- `rooms/`: rooms, seats, bots, without HTTP; `store`: what is kept of them
- `drawing`, `around`, `table/`: what a person is shown; `streams`: how changes are pushed
- `serving`: the process that listens

Only the command `serve` knows this room; it needs the extra `web`.
"""
