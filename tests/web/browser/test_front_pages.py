"""The pages around the table in a browser: clicks counted, the keyboard alone, without scripts."""

import pytest
from helpers import Adviser
from test_in_a_browser import faults_by_axe

from tabletop_core.presentation.answers import Choices


@pytest.fixture(scope="module", autouse=True)
def loaded(served):
    """Load all games first, as the command does before it serves anything."""
    served.app.state.site.registry.games.load_all()


def tile(page, title):
    return page.locator("#packs > li").filter(has_text=title)


def test_the_first_question_is_one_click_from_the_front_page(pages, served):
    page = pages()
    for title in ("Bomber Run", "303 Squadron", "Bomber Boys", "B-29", "A Wing and a Prayer"):
        page.goto(f"{served.address}/")
        tile(page, title).get_by_role("button", name="Play now").click()

        page.wait_for_selector(".ask", state="attached")
        assert "/r/" in page.url, title


def test_a_phone_shows_a_game_to_choose_below_three_that_wait(pages, served):
    page = pages(viewport={"width": 390, "height": 844})
    for title in ("Bomber Boys", "Reed March", "Old Quay"):
        page.goto(f"{served.address}/")
        tile(page, title).get_by_role("button", name="Play now").click()
        page.wait_for_selector(".ask", state="attached")
    page.goto(f"{served.address}/")
    button = page.get_by_role("button", name="Play now").first.bounding_box()
    page.locator(".waiting a[href*='/r/']:visible").last.focus()
    last = page.locator(".waiting > li").last.bounding_box()

    assert page.locator(".waiting > li").count() == 3
    assert button["y"] + button["height"] <= 844
    assert 0 <= last["x"] < last["x"] + last["width"] <= 390


def shown(page):
    return page.locator("#packs > li h2:visible").all_inner_texts()


def look_for(page, fields):
    for name, value in fields.items():
        field = page.locator(f".finder [name={name}]")
        if name == "find":
            field.press_sequentially(value)
        else:
            field.select_option(value)


LOOKED_FOR = [
    ({"find": "CREW deck"}, ["BOMBER BOYS"]),
    ({"players": "1", "weight": "2"}, ["BOMBER BOYS"]),
    (
        {"players": "4", "minutes": "15"},
        ["303 SQUADRON", "NIGHT CROSSING", "THE OLD QUAY", "THE WRECK SALE"],
    ),
    ({"find": "fish", "players": "3"}, []),
]


@pytest.mark.parametrize("has_scripts", [True, False])
def test_games_are_found_by_words_and_filters_as_one_types_and_without_scripts(
    pages, served, has_scripts
):
    page = pages(java_script_enabled=has_scripts)
    for fields, titles in LOOKED_FOR:
        page.goto(f"{served.address}/")
        look_for(page, fields)
        if not has_scripts:
            with page.expect_navigation():
                page.get_by_role("button", name="Search").click()

        assert shown(page) == titles, fields
        assert page.locator("#none-found").is_visible() == (not titles)


def test_all_games_come_back_with_the_filters_taken_away_and_the_search_is_there_after_a_look(
    pages, served
):
    page = pages()
    page.goto(f"{served.address}/")
    everything = shown(page)
    look_for(page, {"find": "squadron"})
    found = shown(page)
    tile(page, "303 Squadron").get_by_role("link", name="303 Squadron", exact=True).click()
    page.wait_for_url("**/new/squadron_303*")
    page.go_back()
    page.wait_for_function("document.querySelector('.finder [name=find]')")
    kept = (page.locator("[name=find]").input_value(), shown(page))
    page.locator("[name=find]").fill("")

    assert len(everything) >= 9
    assert 0 < len(found) < len(everything)
    assert kept in [("squadron", found), ("", everything)]
    assert shown(page) == everything


def test_a_second_person_is_at_the_table_in_four_clicks(pages, served):
    ann, bob = pages(), pages()
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ann.goto(f"{served.address}/")
    tile(ann, "Bomber Run").get_by_role("link", name="With a friend").click()
    ann.get_by_role("button", name="Start game").click()
    ann.get_by_role("button", name="Copy link").click()
    ann.wait_for_selector("text=Link copied.")
    bob.goto(ann.evaluate("navigator.clipboard.readText()"))
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Sit down").click()

    bob.wait_for_selector("#\\@prompt", state="attached")
    ann.wait_for_function("() => !document.querySelector('.invite')")
    with served.room(ann) as room:
        assert "Bob" in room.seating.names.values()
        assert not any(seat.is_open for seat in room.seating.seats.values())


def test_a_game_is_found_set_up_and_started_by_the_keyboard_alone(pages, served):
    page = pages()
    page.goto(f"{served.address}/new/squadron_303")
    page.locator("input[name=setup]:checked").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="Start game").focus()
    page.keyboard.press("Enter")

    page.wait_for_selector("#\\@prompt", state="attached")
    with served.room(page) as room:
        assert room.setup == "Training"
        assert [one.bot for one in room.seating.seats.values()] == [
            "",
            "wingman:errs=0.1",
            "wingman:errs=0.1",
        ]


def test_without_scripts_a_game_is_started_found_again_and_deleted(pages, served):
    page = pages(java_script_enabled=False)
    page.goto(f"{served.address}/new/bomber_run")
    page.locator("input[value=expanded]").check()
    page.get_by_role("button", name="Start game").click()
    page.goto(f"{served.address}/games")
    page.get_by_text("More for").click()
    page.get_by_role("link", name="Delete").click()
    page.get_by_role("button", name="Delete it").click()
    page.locator("summary", has_text="Deleted (1)").click()
    page.get_by_role("button", name="Bring it back").click()

    assert page.locator("h3", has_text="Bomber Run").count() == 1


def test_without_scripts_a_friend_comes_and_each_form_around_a_game_works(pages, served):
    ann, bob = pages(java_script_enabled=False), pages(java_script_enabled=False)
    ann.goto(f"{served.address}/me")
    ann.get_by_label("What others read").fill("Ann")
    ann.get_by_role("button", name="Save").first.click()
    ann.goto(f"{served.address}/new/bomber_run?with=friends")
    ann.get_by_role("button", name="Start game").click()
    room = ann.url
    bob.goto(served.address + ann.locator(".invite a[href*='/s/']").get_attribute("href"))
    invitation = bob.locator("main").inner_text()
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Sit down").click()
    bob.goto(f"{room}/sure/resign?seat=east")
    bob.get_by_role("button", name="Resign").click()
    ann.goto(f"{room}/end")
    headline = ann.locator("h1").inner_text()
    ann.get_by_role("button", name="Play again").click()
    again = ann.url
    ann.goto(f"{served.address}/games")
    row = ann.locator(".rows > li").filter(has=ann.locator(f"a[href$='{again[-12:]}']")).first
    row.get_by_text("More for").click()
    row.get_by_label("Name").fill("Second try")
    row.get_by_role("button", name="Rename").click()

    assert "Ann asks you to play" in invitation
    assert headline.lower() == "the game was given up"
    assert again != room
    assert ann.locator("h3", has_text="Second try").count() == 1


def test_a_form_that_was_sent_is_not_sent_again_by_a_double_click(pages, served):
    page = pages()
    page.goto(f"{served.address}/")
    tile(page, "Bomber Boys").get_by_role("button", name="Play now").dblclick()
    page.wait_for_selector(".ask", state="attached")
    page.goto(f"{served.address}/games")

    assert page.locator(".rows > li").count() == 1


def test_options_without_effect_and_seats_of_nobody_are_hidden(pages, served):
    page = pages()
    page.goto(f"{served.address}/new/wing_and_prayer")
    page.locator("summary", has_text="Options").click()
    page.locator("input[value=single]").check()
    single = (
        page.locator("label[for=target]").is_visible(),
        page.locator("[data-seat='2']").is_visible(),
    )
    page.locator("input[value=full]").check()
    page.locator("input[name='option:players'][value='2']").check()

    assert single == (True, False)
    assert not page.locator("label[for=target]").is_visible()
    assert page.locator("[data-seat='2']").is_visible()


def test_no_page_is_wider_than_the_window(pages, served):
    page, wider = pages(), []
    for path in ("/", "/new/squadron_303", "/games", "/history", "/me"):
        page.goto(f"{served.address}{path}")
        for width in (390, 768, 1280, 1920):
            page.set_viewport_size({"width": width, "height": 844})
            if page.evaluate("document.documentElement.scrollWidth") > width:
                wider.append((path, width))

    assert wider == []


def test_a_new_game_needs_one_screen_of_a_phone(pages, served):
    page = pages(viewport={"width": 390, "height": 844})
    for pack in ("squadron_303", "bomber_run", "wing_and_prayer", "bomber_boys"):
        page.goto(f"{served.address}/new/{pack}")
        button = page.get_by_role("button", name="Start game").bounding_box()

        assert button["y"] + button["height"] <= 844, pack
        assert page.evaluate("document.documentElement.scrollHeight") <= 844 * 1.1, pack


def test_axe_finds_nothing_on_the_pages_after_a_game(seated, served):
    page = seated("wing_and_prayer", setup="single")
    room, adviser = page.url, Adviser(served, page)
    with served.room(page) as one:
        while (decision := one.match.decision) is not None:
            answer, _ = adviser.answer()
            texts = list(answer) if decision.several else [answer]
            person = one.seating.person_at(decision.seat)
            given = Choices(decision).with_ids(texts)
            one.answer(person, decision.seat, given, decision.token)
    faults = {}
    for path in (f"{room}/end", "/history", "/me", "/games", "/learn/bomber_boys"):
        page.goto(path if path.startswith("http") else f"{served.address}{path}")
        faults[path] = faults_by_axe(page)
        page.set_viewport_size({"width": 390, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path

    assert {path: found for path, found in faults.items() if found} == {}


def test_axe_finds_nothing_on_the_pages_of_somebody_who_plays(pages, served):
    page = pages()
    page.goto(f"{served.address}/")
    tile(page, "Bomber Boys").get_by_role("button", name="Play now").click()
    page.wait_for_selector(".ask", state="attached")
    room = page.url
    faults = {}
    for path in ("/", "/games", "/history", "/new/squadron_303", "/new/wing_and_prayer"):
        page.goto(f"{served.address}{path}")
        faults[path] = faults_by_axe(page)
    page.goto(f"{room}/sure/delete")
    faults["sure"] = faults_by_axe(page)

    assert {path: found for path, found in faults.items() if found} == {}


@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing_on_an_invitation_a_replay_and_where_nothing_is(
    seated, pages, served, width
):
    ann = seated(others="open", screen={"viewport": {"width": width, "height": 844}})
    room = ann.url
    invitation = ann.locator(".invite a[href*='/s/']").get_attribute("href")
    somebody = pages(viewport={"width": width, "height": 844})
    faults = {}
    for page, path in (
        (somebody, f"{served.address}{invitation}"),
        (somebody, f"{served.address}/rules"),
        (somebody, f"{served.address}/r/nothing"),
        (ann, f"{room}/replay"),
    ):
        page.goto(path)
        faults[path] = faults_by_axe(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path

    assert {path: found for path, found in faults.items() if found} == {}
