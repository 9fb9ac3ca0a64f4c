"""The table in a browser: rooms that several play in, behind pages and forms.

- `app`: the addresses; `acts`: what is done in a room
- `safety`: what is refused; `persons`: cookies and codes
- `rooms/`: rooms, seats, bots, without HTTP; `store`: what is kept of them
- `drawing`, `around`, `table/`: what a person is shown; `streams`: how changes are pushed
- `hooks`: messages to those who are elsewhere
- `serving`: the process that listens; `reload`: one that begins again when a pack changes

Only the command `serve` knows this room; it needs the extra `web`.
"""
