"""The table in a browser: rooms in which several people play, behind pages and forms.

- `app`: the addresses; `room_routes`, `lobby_routes`, `actions`: what each of them answers
- `security`: requests that are refused; `persons`: cookies and codes
- `rooms/`: rooms, seats and bots, without HTTP; `store`: what is kept of them
- `table/`, `sidebar`, `popups`: what a person is shown; `audience`, `streams`: how changes are sent
- `webhooks`: messages to players who are not on the page
- `server`: the process that listens; `reload`: one that restarts when a pack changes
- `in_browser/`: the same application in a browser, without a server

Only the commands `serve`, `site` and `replay` import this package; it needs the extra `web`.
"""
