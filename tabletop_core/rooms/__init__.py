"""Rooms: one game each, with the persons and bots at its seats. Nothing here knows HTTP.

- `room`: what each person may do in a room; it is made of
  - `seating`: who sits where
  - `proposals`: what one asks of the others
  - its game while it is awake, a `saves.Session`, with the `dice` that persons roll themselves
  - `chat`
- `perspective`: what one person sees of a room, and may answer
- `consent`: what is done at once, or once the others agree
- `bot_moves`: what bots do in a room
- `registry`: all rooms of a server: woken, put to sleep, deleted; its `factory` makes them
- `room_server`: rooms at work in an event loop, in threads, and cared for
- `bot_runner`: lets the bots move; bots that think for long run in processes of their own
  (`bot_task`, `bot_processes`), in turn by person (`fair_line`)
- `time_limit`: threads whose work has a limit of time
"""
