"""Rooms: one game each, with the persons and bots at its seats. Nothing here knows HTTP.

- `room`: a room, who sits where, what each may do, and its game while it is awake
- `registry`: all rooms of a server: made, woken, put to sleep, deleted
- `bots`: lets bots play on, those that think for long in processes of their own (`thinking`)
- `dice`: dice and cards of the persons' own
"""
