"""What several persons do in a room, as their browsers show it."""

import re

from tabletop_core.chance import read_fresh_seed
from tabletop_core.engine.setups import DIFFICULTIES
from tabletop_core.engine.tape import given_in
from tabletop_core.rooms.perspective import Perspective
from tabletop_core.saves.reader import read_save
from tabletop_core.viewers import Viewer
from tests.waiting import until

from .conftest import Browser, Table, question_in, text_of
from .stories import told

STORIES = """
a stranger sees what all may see and can do nothing
    ann opens night_crossing me bot:wary bot:wary
    bob sees it: id="@table" | not id="@ask:
    bob does undo > 403
    bob does chat text=hello > 403
a seat link seats whoever says so and a look at it seats nobody
    ann opens spies me open
    bob sees LINK: asks you to play
    ann sees it: href="LINK"
    bob sees it: not href="/s/
    bob sits
    ann sees it: not href="/s/
    cid sees LINK: is taken
nobody answers for another
    two
    first is asked
    cid does answer seat=SEAT, token=TOKEN, answer=FIRST > 403
    other does answer seat=SEAT, token=TOKEN, answer=FIRST > 400: is not your seat
    first is asked the same
undo that is asked for comes when the other agrees
    two undo=asked
    first is asked
    first answers
    first does undo
    other sees #room-notice: asks to undo the last answer
    other does agree yes=1
    first is asked again
    first sees it: agrees
undo that is refused does not come
    two undo=asked
    first answers
    asked is asked
    first does undo
    other does agree yes=
    asked is asked the same
    other sees #room-notice: not asks to
a request lapses when the game goes on
    two undo=asked
    first answers
    first does undo
    asked answers
    other sees #room-notice: not asks to
    other does agree yes=1 > 400
a room that cannot be made says why
    ann does /new/ice_fishers name=Ann, undo=never > 400: That did not work | To the list of games
    ann does /new/ice_fishers name=Ann, away=x > 400: That did not work | To the list of games
    ann does /new/ice_fishers name=Ann, option:x=1 > 400: That did not work | To the list of games
a bot is called by its level where it has one
    ann opens ice_fishers me bot:random
    ann sees it: south (easy bot)
    ann sees #@people: </b> easy bot
a bot without a level is called by its name
    ann opens ice_fishers me bot:flat
    ann sees it: south (bot flat)
    ann sees #@people: </b> bot flat
who resigns ends a game of two
    two
    first does resign seat=SEAT, sure=1
    other sees it: has resigned | not id="@ask:
others delete no room
    two
    bob does delete sure=1 > 400
    ann sees it: id="@table"
my games say whose turn it is
    two
    first sees /: Your turn
    other sees /: not Your turn
    other sees /games: ROOM
a listed room is open to all
    ann opens ice_fishers me open listed=1
    bob sees /: ROOM
another room is not
    ann opens ice_fishers me open
    bob sees /: not ROOM
    bob does sit name=Bob, seat=second, secret= > 400: ask for its link
what is said is shown as words never as markup
    ann opens ice_fishers me me name=<b>Ann</b>
    ann does chat text=<script>alert(1)</script>
    ann sees it: &lt;script&gt;alert(1)&lt;/script&gt; | not <script>alert | not <b>Ann</b>
a nudge is told and not at once again
    two
    other does nudge seat=SEAT
    first sees it: nudges SEAT (
    other does nudge seat=SEAT > 400: wait a minute
the list of a question and its buttons have names of their own
    ann opens reed_march me me
    ann sees it: <select name="listed"> | not <select name="answer">
a line of chat without letters to see is refused
    ann does chat text=\u202e > 400: 1 to 500 letters
    ann does chat text= \u2066\u2069 \u200e > 400: 1 to 500 letters
a name that turns what follows is refused
    ann does /me name=Ann\u202e > 400: choose another
    ann does /me name=\u2066Ann > 400: choose another
    ann does /me name=A\x00nn > 400: choose another
"""


@told(STORIES)
def test_in_a_room(stage, story):
    stage.play(story)


def notice(page):
    return text_of(re.search(r'<section id="room-notice".*?</section>', page, re.S)[0])


def play_by_forms(table):
    def is_over():
        if table.question is not None:
            table.answer()
        return "Over: " in table.page

    until(is_over, "the game ends")


def test_a_person_plays_a_whole_game_against_a_bot_by_forms_alone(ann):
    table = Table(ann, ann.new_room("ice_fishers", "me", "bot:random"))
    play_by_forms(table)

    assert re.search(r"(You won|You lost|Result)\b", table.words)
    assert "Seed: " in notice(table.page)


def test_an_answer_goes_once_however_often_it_is_clicked(alone):
    question = alone.question
    assert alone.answer().status_code == 204
    after = alone.question
    doubled = alone.answer(question=question)

    assert doubled.status_code == 409
    assert "no longer open" in doubled.text
    assert alone.question == after


def test_chosen_at_the_same_time_answers_are_sealed_and_can_be_changed(ann, bob, sit):
    room = ann.new_room("spies", "me", "open", votes="1")
    sit(ann, bob, room)
    while not (ann.question(room) and bob.question(room)):
        asked = ann if ann.question(room) else bob
        asked.answer(room, asked.question(room))
    mine = ann.question(room)
    seat, token, answers = mine
    ann.answer(room, mine)
    waiting = ann.get(f"/r/{room}").text
    ann.post(f"/r/{room}/retract", seat=seat)
    again = ann.question(room)

    assert "has answered; the others have not" in text_of(waiting)
    assert again[0] == seat
    assert again[1] > token
    assert again[2] == answers


def test_the_curtain_hides_the_hands_at_a_shared_screen(ann):
    room = ann.new_room("night_crossing", "me", "me", "me")
    closed = ann.get(f"/r/{room}").text
    (seat,) = re.findall(r'/look".*?name="seat" value="(\w+)"', closed)[:1]
    ann.post(f"/r/{room}/look", seat=seat)
    opened = ann.get(f"/r/{room}").text
    page = opened
    while (question := question_in(page)) is not None:
        assert question[0] == seat
        ann.answer(room, question)
        page = ann.get(f"/r/{room}").text

    assert "The curtain is closed" in notice(closed)
    assert question_in(closed) is None
    assert question_in(opened)[0] == seat
    assert "The curtain is closed" in notice(page)


def test_one_code_moves_a_person_and_serves_once(bob, server, alone):
    code = re.search(r'class="code">([^<]+)<', alone.browser.post("/me", do="code").text)[1]
    bob.post("/me", code=code.lower())

    assert bob.question(alone.room) is not None
    assert alone.question is None
    assert "wrong, already used or older" in Browser(server).post("/me", code=code).text


def test_a_bot_that_searches_thinks_in_another_process_while_its_room_can_be_looked_at(ann):
    table = Table(ann, ann.new_room("ice_fishers", "me", "bot:mcts", bot=""))
    until(lambda: table.question, "the person is asked")
    table.answer()

    assert table.get().status_code == 200
    until(lambda: table.question, "the bot has answered")


def test_a_game_that_hides_nothing_is_seen_from_ones_own_seat_when_it_is_over(ann, site):
    room = ann.new_room("ice_fishers", "me", "bot:random")
    play_by_forms(Table(ann, room))

    with site.registry.room(room) as ended:
        ((seat, sitter),) = [(name, one) for name, one in ended.seating.seats.items() if one.person]
        assert ended.match.is_over
        assert not ended.match.game.hides
        assert Perspective(ended, sitter.person).viewer == Viewer(seat)


def test_a_bot_takes_over_ones_own_seat(two):
    room, first, other = two()
    first.post(f"/r/{room}/bot", seat=first.question(room)[0])

    until(lambda: other.question(room), "the bot has answered")


def test_nobody_is_replaced_before_the_time_the_room_agreed_on(two, site):
    room, first, other = two(away="1")
    seat = first.question(room)[0]
    early = other.post(f"/r/{room}/bot", seat=seat)
    with site.registry.room(room) as held:
        held.touched -= 3601
    other.post(f"/r/{room}/bot", seat=seat)

    assert "until it has kept you waiting for 1 hours" in text_of(early.text)
    assert f"{seat} (bot " in text_of(other.get(f"/r/{room}").text)


def next_game(room, first, other):
    """End a game, ask for another, and return its room."""
    first.post(f"/r/{room}/resign", seat=first.question(room)[0], sure="1")
    first.post(f"/r/{room}/rematch")
    return re.findall(r'href="/r/([^"]+)">To the next game', other.get(f"/r/{room}").text)[0]


def test_another_game_turns_the_seats(two, site):
    room, first, other = two()
    persons = [
        [seat.person for seat in site.registry._known(one).seating.seats.values()]
        for one in (room, next_game(room, first, other))
    ]

    assert persons[1] == persons[0][::-1]


def test_the_seed_of_each_game_copy_and_next_game_is_drawn_by_itself(two, site):
    room, first, other = two()
    rooms = [room, first.made(f"/r/{room}/copy", at="0"), next_game(room, first, other)]
    seeds = [read_save(site.registry.journal(one)).header.seed for one in rooms]

    assert [read_fresh_seed(seed) for seed in seeds] == seeds
    assert len(set(seeds)) == 3


def test_own_dice_are_asked_for_and_wrong_ones_refused(ann, site):
    room = ann.new_room("harvest", *["me"] * 4, dice="manual")
    seen = set()
    for _ in range(40):
        page = ann.get(f"/r/{room}").text
        question = question_in(page)
        words = notice(page)
        if "Roll " in words:
            seen.add("roll")
            wrong = ann.post(f"/r/{room}/dice", shown="99")
            assert wrong.status_code == 400
            count = int(re.search(r"Roll (\d+)", words)[1])
            ann.post(f"/r/{room}/dice", shown=" ".join(["1"] * count))
        elif "Draw" in words:
            seen.add("draw")
            ann.post(f"/r/{room}/dice", shown=re.search(r'name="shown" value="([^"]+)"', page)[1])
        elif question:
            ann.answer(room, question)
        else:
            break

    assert seen


def test_the_form_of_a_new_game_shows_options_between_readings_as_house_rules(ann):
    before, _, after = ann.get("/new/harvest").text.partition("<legend>House rules</legend>")

    assert 'name="option:years"' not in before
    assert 'name="option:years"' in after.partition("</fieldset>")[0]


def test_rules_charts_and_chances_open_beside_the_table(ann, alone, site):
    game = site.registry.games.game("ice_fishers")
    seat, token, answers = alone.question
    chart = next(iter(game.data_with().tables))

    assert game.rules[0].title in ann.get("/rules/ice_fishers").text
    assert game.rules[0].title in ann.get(f"/rules/ice_fishers/{game.rules[0].number}").text
    assert 'class="chart"' in ann.get(f"/chart/ice_fishers/{chart}").text
    asked = f"odds?seat={seat}&token={token}&option={answers[0]}"
    assert alone.get(asked).status_code == 200
    assert ann.get("/chart/ice_fishers/none").status_code == 404


def test_only_who_is_asked_learns_chances_and_gets_advice(two):
    room, first, other = two()
    seat, token, answers = first.question(room)
    asked = f"seat={seat}&token={token}&option={answers[0]}"

    hint = first.get(f"/r/{room}/hint?seat={seat}").text
    assert "Hint from" in hint
    assert f'href="/r/{room}/hint?seat={seat}&amp;level=easy"' in hint
    for level in DIFFICULTIES:
        told = first.get(f"/r/{room}/hint?seat={seat}&level={level}").text
        assert f"A bot of level {level} would answer: <b>" in told
    assert other.get(f"/r/{room}/hint?seat={seat}&level=easy").status_code == 400
    assert other.get(f"/r/{room}/hint?seat={seat}").status_code == 400
    assert other.get(f"/r/{room}/odds?{asked}").status_code == 400


def test_a_button_is_the_answer_whatever_its_form_has_in_the_list_else_what_is_chosen_there(
    ann, site
):
    def given(**fields):
        room = ann.new_room("reed_march", "me", "me")
        seat, token, answers = ann.question(room)
        chosen = next(one for one in answers if one != "done")
        named = {name: [chosen if one == "CHOSEN" else one for one in texts]
                 for name, texts in fields.items()}  # fmt: skip
        ann.post(f"/r/{room}/answer", seat=seat, token=token, **named)
        with site.registry.room(room) as held:
            found = [text for entry in held.match.tape.entries for _, text in given_in(entry)]
        return ["CHOSEN" if one == chosen else one for one in found]

    assert given(answer=["done", "CHOSEN"]) == ["done"]
    assert given(listed=["CHOSEN"], answer=["done"]) == ["done"]
    assert given(listed=["CHOSEN"]) == ["CHOSEN"]


def test_a_line_of_chat_keeps_no_letters_that_turn_or_hide_others(alone, site):
    joined = "mi\u200cravad \U0001f469\u200d\U0001f680 שלום"
    lines = {
        "good \u202edoog\u202c move\u2066\u200f": "good doog move",
        "a\x07b\x1b[31m\u200b": "ab[31m",
        joined: joined,
    }
    for said in lines:
        alone.post("chat", text=said)
    with site.registry.room(alone.room) as held:
        assert [line["text"] for line in held.chat.lines] == list(lines.values())


def test_the_steps_say_how_often_each_is_taken_without_a_gap_before_the_comma(ann):
    page = ann.get(f"/r/{ann.new_room('harvest', 'me')}").text
    steps = re.sub("<.*?>", "", re.search('<ol id="@sequence".*?</ol>', page, re.S)[0])

    assert "Farmer, once for each" in steps
    assert " ," not in steps
