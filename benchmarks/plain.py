"""The example games as plain Python loops: the same rules and random answers, no framework.

Each function plays one game and returns the number of decisions; `number` is `Random.random`.
"""

TIC_TAC_TOE_LINES = (
    *((0, 1, 2), (3, 4, 5), (6, 7, 8)),
    *((0, 3, 6), (1, 4, 7), (2, 5, 8)),
    *((0, 4, 8), (2, 4, 6)),
)


def tic_tac_toe(number):
    cells = [""] * 9
    mark = "X"
    decisions = 0
    while True:
        free = [cell for cell, taken in enumerate(cells) if not taken]
        cells[free[int(number() * len(free))]] = mark
        decisions += 1
        for a, b, c in TIC_TAC_TOE_LINES:
            if cells[a] == cells[b] == cells[c] == mark:
                return decisions
        if "" not in cells:
            return decisions
        mark = "O" if mark == "X" else "X"


def connect_four(number):
    columns = [[] for _ in range(7)]
    colour = "red"
    decisions = 0
    while True:
        choices = [number for number, discs in enumerate(columns) if len(discs) < 6]
        column = choices[int(number() * len(choices))]
        columns[column].append(colour)
        decisions += 1
        if makes_four(columns, column) or all(len(discs) == 6 for discs in columns):
            return decisions
        colour = "yellow" if colour == "red" else "red"


def makes_four(columns, column):
    row = len(columns[column]) - 1
    colour = columns[column][row]
    for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        length = 1
        for side in (1, -1):
            x, y = column + side * across, row + side * up
            while 0 <= x < 7 and 0 <= y < len(columns[x]) and columns[x][y] == colour:
                length += 1
                x, y = x + side * across, y + side * up
        if length >= 4:
            return True
    return False


def pig(number):
    points = {"north": 0, "south": 0}
    decisions = 0
    while True:
        for seat in points:
            turn = 0
            while True:
                decisions += 1
                if ("roll", "hold")[int(number() * 2)] == "hold":
                    points[seat] += turn
                    if points[seat] >= 100:
                        return decisions
                    break
                face = int(number() * 6) + 1
                if face == 1:
                    break
                turn += face
