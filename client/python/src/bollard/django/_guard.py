"""A decorator for views."""

from __future__ import annotations

import json
from asyncio import iscoroutinefunction
from functools import wraps
from typing import Any, Callable, Dict, Iterable, List, Optional

from django.http import HttpRequest, HttpResponse

from .._guard import TOKEN_NAME, Refusal, field_of_json, refusal_of, token_in, wants_page
from .._verdict import Verdict
from ._settings import async_client, client

View = Callable[..., Any]


def protect(
    *,
    action: Optional[str] = None,
    hostnames: Optional[Iterable[str]] = None,
    field: str = TOKEN_NAME,
    remote_ip: Optional[Callable[[HttpRequest], Optional[str]]] = None,
    on_refused: Optional[Callable[[HttpRequest, Refusal, Verdict], HttpResponse]] = None,
) -> Callable[[View], View]:
    """A decorator: runs the view if the token passed, and answers others with 403. Works for async views, too.

    ``remote_ip``   returns the visitor's address, such as ``lambda request: request.META["REMOTE_ADDR"]``; it stays here
                    without
    ``on_refused``  answers a refused visitor instead

    The verdict is ``request.bollard``. Requests of the method GET or HEAD are not checked, so that one view can show the
    form and receive it.
    """

    def expected(request: HttpRequest) -> Dict[str, Any]:
        address = remote_ip(request) if remote_ip is not None else None
        return {"remote_ip": address, "action": action, "hostnames": hostnames}

    def refused(request: HttpRequest) -> Optional[HttpResponse]:
        verdict = request.bollard
        if verdict.passed:
            return None
        refusal = refusal_of(verdict)
        return _answer(request, refusal) if on_refused is None else on_refused(request, refusal, verdict)

    def decorate(view: View) -> View:
        if iscoroutinefunction(view):

            @wraps(view)
            async def guarded_async(request: HttpRequest, *args: Any, **named: Any) -> Any:
                if request.method not in ("GET", "HEAD"):
                    request.bollard = await async_client().verify(_token(request, field), **expected(request))
                    answer = refused(request)
                    if answer is not None:
                        return answer
                return await view(request, *args, **named)

            return guarded_async

        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **named: Any) -> Any:
            if request.method not in ("GET", "HEAD"):
                request.bollard = client().verify(_token(request, field), **expected(request))
                answer = refused(request)
                if answer is not None:
                    return answer
            return view(request, *args, **named)

        return guarded

    return decorate


def _token(request: HttpRequest, field: str) -> Optional[str]:
    return token_in(_values(request, field), request.headers.get(TOKEN_NAME))


def _values(request: HttpRequest, field: str) -> List[Any]:
    kind = request.content_type.lower()
    if kind == "application/json" or kind.endswith("+json"):
        try:
            return field_of_json(json.loads(request.body), field)
        except (ValueError, RecursionError):
            return []
    return request.POST.getlist(field)


def _answer(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    if wants_page(request.headers.get("Accept")):
        return HttpResponse(refusal.as_page(), status=403)
    return HttpResponse(refusal.as_json(), status=403, content_type="application/json")
