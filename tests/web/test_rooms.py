"""What several persons do in a room, as their browsers show it."""

import re
import time

import pytest

from tabletop_core.chance import read_fresh_seed
from tabletop_core.engine.setups import DIFFICULTIES
from tabletop_core.engine.tape import given_in
from tabletop_core.saves.reader import read_save
from tabletop_core.viewers import Viewer

from .conftest import Browser, question_in, seat_links, text_of


def notice(page):
    return text_of(re.search(r'<section id="room-notice".*?</section>', page, re.S)[0])


def until(true, seconds=20):
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.02)


def test_a_person_plays_a_whole_game_against_a_bot_by_forms_alone(ann, site):
    room = ann.new_room("ice_fishers", "me", "bot:random")
    for _ in range(200):
        page = ann.get(f"/r/{room}").text
        question = question_in(page)
        if question is not None:
            ann.answer(room, question)
        elif "Over: " in page:
            break
        else:
            time.sleep(0.01)

    assert re.search(r"(You won|You lost|Result)\b", text_of(page))
    assert "Seed: " in notice(page)


def test_a_seat_link_seats_whoever_says_so_and_a_look_at_it_seats_nobody(ann, bob, sit):
    room = ann.new_room("spies", "me", "open")
    (link,) = seat_links(ann.get(f"/r/{room}").text)

    assert "asks you to play" in text_of(bob.get(link).text)
    assert seat_links(ann.get(f"/r/{room}").text) == [link]
    assert seat_links(bob.get(f"/r/{room}").text) == []
    sit(ann, bob, room)
    assert seat_links(ann.get(f"/r/{room}").text) == []
    assert "is taken" in Browser(bob.client.app).get(link).text


def test_an_answer_goes_once_however_often_it_is_clicked(ann, site):
    room = ann.new_room("ice_fishers", "me", "me")
    question = ann.question(room)

    assert ann.answer(room, question).status_code == 204
    after = ann.get(f"/r/{room}").text
    doubled = ann.answer(room, question)

    assert doubled.status_code == 409
    assert "not open any more" in doubled.text
    assert question_in(ann.get(f"/r/{room}").text) == question_in(after)


def test_nobody_answers_for_another(two, server):
    room, first, other = two()
    question = first.question(room)

    assert Browser(server).answer(room, question).status_code == 403
    assert "not your seat" in other.answer(room, question).text
    assert first.question(room) == question


def test_chosen_at_the_same_time_answers_are_sealed_and_can_be_changed(ann, bob, sit):
    room = ann.new_room("spies", "me", "open", votes="1")
    sit(ann, bob, room)
    until(lambda: ann.question(room) or bob.question(room))
    for _ in range(20):
        mine, theirs = ann.question(room), bob.question(room)
        if mine and theirs:
            break
        who, question = (ann, mine) if mine else (bob, theirs)
        who.answer(room, question)
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


def test_a_stranger_sees_what_all_may_see_and_can_do_nothing(ann, bob):
    room = ann.new_room("night_crossing", "me", "bot:wary", "bot:wary")
    page = bob.get(f"/r/{room}").text

    assert question_in(page) is None
    assert 'id="@table"' in page
    assert bob.post(f"/r/{room}/undo").status_code == 403
    assert bob.post(f"/r/{room}/chat", text="hello").status_code == 403


def test_undo_that_is_asked_for_comes_when_the_other_agrees(two):
    room, first, other = two(undo="asked")
    question = first.question(room)
    first.answer(room, question)
    first.post(f"/r/{room}/undo")
    asked = notice(other.get(f"/r/{room}").text)
    other.post(f"/r/{room}/agree", yes="1")

    assert f"{first.name} asks to undo the last answer" in asked
    assert first.question(room)[0::2] == question[0::2]
    assert f"{other.name} agrees" in text_of(first.get(f"/r/{room}").text)


def test_undo_that_is_refused_does_not_come(two):
    room, first, other = two(undo="asked")
    first.answer(room, first.question(room))
    now = first.question(room), other.question(room)
    first.post(f"/r/{room}/undo")
    other.post(f"/r/{room}/agree", yes="")

    assert (first.question(room), other.question(room)) == now
    assert "asks to" not in notice(other.get(f"/r/{room}").text)


def test_a_request_lapses_when_the_game_goes_on(two):
    room, first, other = two(undo="asked")
    first.answer(room, first.question(room))
    first.post(f"/r/{room}/undo")
    who = first if first.question(room) else other
    who.answer(room, who.question(room))

    assert "asks to" not in notice(other.get(f"/r/{room}").text)
    assert other.post(f"/r/{room}/agree", yes="1").status_code == 400


def test_one_code_moves_a_person_and_serves_once(ann, bob, server):
    room = ann.new_room("ice_fishers", "me", "me")
    code = re.search(r'class="code">([^<]+)<', ann.post("/me", do="code").text)[1]
    bob.post("/me", code=code.lower())
    third = Browser(server).post("/me", code=code)

    assert bob.question(room) is not None
    assert ann.question(room) is None
    assert "wrong, used or older" in third.text


def test_a_bot_that_searches_thinks_in_another_process_while_its_room_can_be_looked_at(ann):
    room = ann.new_room("ice_fishers", "me", "bot:mcts", bot="")
    until(lambda: ann.question(room) is not None)
    before = ann.question(room)
    ann.answer(room, before)

    assert ann.get(f"/r/{room}").status_code == 200
    until(lambda: ann.question(room) is not None, 60)


def test_who_resigns_ends_a_game_of_two(two):
    room, first, other = two()
    seat = first.question(room)[0]
    first.post(f"/r/{room}/resign", seat=seat, sure="1")
    page = other.get(f"/r/{room}").text

    assert f"{seat} ({first.name}) has resigned" in notice(page)
    assert question_in(page) is None


def test_a_game_that_hides_nothing_is_seen_from_ones_own_seat_when_it_is_over(ann, site):
    room = ann.new_room("ice_fishers", "me", "bot:random")
    until(lambda: "Over: " in _answered(ann, room))

    with site.registry.room(room) as ended:
        ((seat, sitter),) = [(name, one) for name, one in ended.seating.seats.items() if one.person]
        viewer = ended.viewer_of(sitter.person)

        assert ended.match.is_over
        assert not ended.match.game.hides
        assert viewer == Viewer(seat)


def _answered(browser, room):
    """Answer what is asked, and return the page before."""
    page = browser.get(f"/r/{room}").text
    question = question_in(page)
    if question is not None:
        browser.answer(room, question)
    return page


def test_a_bot_takes_over_ones_own_seat(two):
    room, first, other = two()
    first.post(f"/r/{room}/bot", seat=first.question(room)[0])

    until(lambda: other.question(room) is not None)


def test_nobody_is_replaced_before_the_time_the_room_agreed_on(two, site):
    room, first, other = two(away="1")
    seat = first.question(room)[0]
    early = other.post(f"/r/{room}/bot", seat=seat)
    with site.registry.room(room) as held:
        held.touched -= 3601
    other.post(f"/r/{room}/bot", seat=seat)

    assert "before it lets you wait for 1 hours" in text_of(early.text)
    assert f"{seat} (bot " in text_of(other.get(f"/r/{room}").text)


def test_another_game_turns_the_seats(two, site):
    room, first, other = two()
    before = {seat: one.person for seat, one in site.registry._known(room).seating.seats.items()}
    first.post(f"/r/{room}/resign", seat=first.question(room)[0], sure="1")
    first.post(f"/r/{room}/rematch")
    (next_,) = re.findall(r'href="/r/([^"]+)">To the next game', other.get(f"/r/{room}").text)
    after = {seat: one.person for seat, one in site.registry._known(next_).seating.seats.items()}

    assert list(after.values()) == list(before.values())[::-1]


def test_the_seed_of_each_game_copy_and_next_game_is_drawn_by_itself(two, site):
    room, first, other = two()
    answer = first.post(f"/r/{room}/copy", follow=False, at="0")
    copy = answer.headers["location"].removeprefix("/r/")
    first.post(f"/r/{room}/resign", seat=first.question(room)[0], sure="1")
    first.post(f"/r/{room}/rematch")
    (next_,) = re.findall(r'href="/r/([^"]+)">To the next game', other.get(f"/r/{room}").text)
    seeds = [read_save(site.registry.journal(one)).header.seed for one in (room, copy, next_)]

    assert [read_fresh_seed(seed) for seed in seeds] == seeds
    assert len(set(seeds)) == 3


def test_a_nudge_is_told_and_not_at_once_again(two):
    room, first, other = two()
    seat = first.question(room)[0]
    other.post(f"/r/{room}/nudge", seat=seat)
    again = other.post(f"/r/{room}/nudge", seat=seat)

    assert f"{other.name} nudges {seat} ({first.name})" in text_of(first.get(f"/r/{room}").text)
    assert "wait a minute" in again.text


def test_what_is_said_is_shown_as_words_never_as_markup(ann):
    room = ann.new_room("ice_fishers", "me", "me", name="<b>Ann</b>")
    ann.post(f"/r/{room}/chat", text="<script>alert(1)</script>")
    page = ann.get(f"/r/{room}").text

    assert "<script>alert" not in page
    assert "<b>Ann</b>" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


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


def test_a_room_is_deleted_with_its_game(ann, site):
    room = ann.new_room("ice_fishers", "me", "me")
    ann.post(f"/r/{room}/delete", sure="1")
    gone = ann.get(f"/r/{room}").status_code
    site.registry.store.change("UPDATE rooms SET deleted = 1 WHERE id = ?", room)
    site.registry.forget_deleted()

    assert gone == 404
    assert not site.registry.journal(room).exists()
    assert room not in ann.get("/games").text


def test_others_delete_no_room(two, bob):
    room, first, _ = two()

    assert bob.post(f"/r/{room}/delete", sure="1").status_code == 400
    assert first.question(room) is not None


def test_my_games_say_whose_turn_it_is(two):
    room, first, other = two()

    assert "Your turn" in first.get("/").text
    assert "Your turn" not in other.get("/").text
    assert room in other.get("/games").text


def test_a_listed_room_is_open_to_all_and_another_is_not(ann, bob):
    listed = ann.new_room("ice_fishers", "me", "open", listed="1")
    hidden = ann.new_room("ice_fishers", "me", "open")
    lobby = bob.get("/").text
    refused = bob.post(f"/r/{hidden}/sit", name="Bob", seat="second", secret="")

    assert listed in lobby
    assert hidden not in lobby
    assert refused.status_code == 400
    assert "ask for its link" in refused.text


@pytest.mark.parametrize("fields", [{"undo": "never"}, {"away": "x"}, {"option:x": "1"}])
def test_a_room_that_cannot_be_made_says_why(ann, fields):
    answer = ann.post("/new/ice_fishers", name="Ann", **fields)

    assert answer.status_code == 400
    assert "That did not work" in answer.text
    assert "To the list of games" in answer.text


def test_the_form_of_a_new_game_shows_options_between_readings_as_house_rules(ann):
    before, _, after = ann.get("/new/harvest").text.partition("<legend>House rules</legend>")

    assert 'name="option:years"' not in before
    assert 'name="option:years"' in after.partition("</fieldset>")[0]


def test_rules_charts_and_chances_open_beside_the_table(ann, site):
    room = ann.new_room("ice_fishers", "me", "me")
    game = site.registry.game("ice_fishers")
    seat, token, answers = ann.question(room)
    asked = f"seat={seat}&token={token}&option={answers[0]}"
    chart = next(iter(game.data_with().tables))

    assert game.rules[0].title in ann.get("/rules/ice_fishers").text
    assert game.rules[0].title in ann.get(f"/rules/ice_fishers/{game.rules[0].number}").text
    assert 'class="chart"' in ann.get(f"/chart/ice_fishers/{chart}").text
    assert ann.get(f"/r/{room}/odds?{asked}").status_code == 200
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


def test_a_button_is_the_answer_where_a_form_sends_its_list_too(ann, site):
    room = ann.new_room("reed_march", "me", "me")
    seat, token, answers = ann.question(room)

    ann.post(f"/r/{room}/answer", seat=seat, token=token, answer=["done", answers[-1]])

    with site.registry.room(room) as now:
        assert given_in(now.match.tape.entries[-1]) == ((seat, "done"),)


def answers_on(site, room):
    with site.registry.room(room) as held:
        return [given for entry in held.match.tape.entries for _, given in given_in(entry)]


def test_a_button_gives_its_own_answer_whatever_its_form_has_in_the_list(ann, site):
    room = ann.new_room("reed_march", "me", "me")
    seat, token, answers = ann.question(room)

    ann.post(f"/r/{room}/answer", seat=seat, token=token, listed=answers[-1], answer="done")

    assert answers_on(site, room) == ["done"]


def test_a_list_gives_what_is_chosen_in_it(ann, site):
    room = ann.new_room("reed_march", "me", "me")
    seat, token, answers = ann.question(room)
    chosen = next(one for one in answers if one != "done")

    ann.post(f"/r/{room}/answer", seat=seat, token=token, listed=chosen)

    assert answers_on(site, room) == [chosen]


def test_the_list_of_a_question_and_its_buttons_have_names_of_their_own(ann):
    page = ann.get(f"/r/{ann.new_room('reed_march', 'me', 'me')}").text

    assert '<select name="listed">' in page
    assert '<select name="answer">' not in page


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("good \u202edoog\u202c move\u2066\u200f", "good doog move"),
        ("a\x07b\x1b[31m\u200b", "ab[31m"),
        (
            "mi\u200cravad \U0001f469\u200d\U0001f680 שלום",
            "mi\u200cravad \U0001f469\u200d\U0001f680 שלום",
        ),
    ],
    ids=["turned", "control", "joined"],
)
def test_a_line_of_chat_keeps_no_letters_that_turn_or_hide_others(ann, site, said, kept):
    room = ann.new_room("ice_fishers", "me", "me")
    ann.post(f"/r/{room}/chat", text=said)

    assert [line["text"] for line in chat_of(site, room)] == [kept]


@pytest.mark.parametrize("said", ["\u202e", " \u2066\u2069 \u200e"])
def test_a_line_of_chat_without_letters_to_see_is_refused(ann, site, said):
    room = ann.new_room("ice_fishers", "me", "me")

    assert "1 to 500 letters" in ann.post(f"/r/{room}/chat", text=said).text
    assert chat_of(site, room) == []


@pytest.mark.parametrize("name", ["Ann\u202e", "\u2066Ann", "A\x00nn"])
def test_a_name_that_turns_what_follows_is_refused(server, name):
    assert "choose another" in Browser(server).post("/me", name=name).text


def chat_of(site, room):
    with site.registry.room(room) as held:
        return held.chat.lines


def test_the_steps_say_how_often_each_is_taken_without_a_gap_before_the_comma(ann):
    page = ann.get(f"/r/{ann.new_room('harvest', 'me')}").text
    steps = re.sub("<.*?>", "", re.search('<ol id="@sequence".*?</ol>', page, re.S)[0])

    assert "Farmer, once for each" in steps
    assert " ," not in steps


@pytest.mark.parametrize(("bot", "told"), [("random", "easy bot"), ("flat", "bot flat")])
def test_a_bot_is_called_by_its_level_where_it_has_one(ann, bot, told):
    room = ann.new_room("ice_fishers", "me", f"bot:{bot}")

    page = ann.get(f"/r/{room}").text
    people = re.search(r'<ul id="@people".*?</ul>', page)[0]

    assert f"</b> {told}" in people
    assert f"south ({told})" in page
