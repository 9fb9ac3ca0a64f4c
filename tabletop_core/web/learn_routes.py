"""The page of a game's lesson, from which its room is made or entered again."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ..presentation.lessons import lesson_of
from .security import read_form
from .site import Site


async def learn(site: Site, request: Request) -> Response:
    """Show the introduction of a lesson, or start it; resume one in progress.

    The form may ask for a new start with `again`.
    """
    pack = request.path_params["pack"]
    game = await site.with_rules(site.registry.game, pack)
    if request.method == "GET":
        lesson = await site.with_rules(lesson_of, game)
        room = await site.in_thread(site.registry.lesson_in_progress, site.person_id(request), pack)
        return site.page(request, "learn", game=game, pack=pack, lesson=lesson, room=room)
    form = await read_form(request)
    async with site.person_for(request, form["name"]) as (person, key):
        room = ""
        if not form["again"]:
            room = await site.in_thread(site.registry.lesson_in_progress, person["id"], pack)
        if not room:
            site.count_room(request)
            room = await site.with_rules(site.registry.new_lesson, person["id"], pack)
    return site.cookies.keep(RedirectResponse(site.addresses.room(room), 303), key)
