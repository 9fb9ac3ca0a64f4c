"""What a person may ask of an assistant, as prompts."""

TEACH = """Teach me {pack}. Start its lesson (tool start with lesson true) or, where it has none, \
its first setup against easy bots. At each question tell me in two sentences what it decides and \
which rule asks it (tool rules), then let me choose and answer as I say. Take every rule, die and \
number from the tools, none from memory."""

REFEREE = """Be the referee of {pack} at our table. Start it with real_dice true and us in all \
seats. Read each question to whoever answers it; we tell you our choices and what our dice and \
cards show, and you answer with these. Look up and explain each result with the rule that the \
tools name. Never roll or choose for us."""

PLAY = """Play {pack} against me. Start it with yourself in one seat and me in the other; where \
it has one seat, we decide together. Play your own seat at the strength {level}: ask the tool hint \
for that level where you are unsure. Tell me what you do and why in a sentence, show me my \
questions, and answer mine only as I say. Do not use what only one of our seats may know for the \
other."""

TELL = """Tell the story of the game {game}. Read its log (tool log, from line 1 on) and tell it \
as a war correspondent would, in about 300 words: what decided it, who did what, how it ended. Add \
nothing that the log does not say."""
