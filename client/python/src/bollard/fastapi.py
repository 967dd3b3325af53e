"""Protects forms of FastAPI, and of Starlette.

    bollard = AsyncBollard("bsec_…", host="https://captcha.example.org")

    @app.post("/signup")
    async def signup(verdict: Verdict = Depends(protect(bollard, action="signup"))):
        verdict.score
"""

from __future__ import annotations

from typing import Any, Awaitable, Callable, Iterable, Optional

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from . import AsyncBollard
from ._guard import TOKEN_NAME, Refusal, field_of_json, refusal_of, token_in, wants_page
from ._verdict import Verdict

__all__ = ["CaptchaRefused", "Refusal", "answer_refused", "protect"]


class CaptchaRefused(HTTPException):
    """Answered with 403 and the refusal as ``detail``, unless the application has a handler for this exception:
    ``app.add_exception_handler(CaptchaRefused, answer_refused)``, or one of its own.
    """

    def __init__(self, refusal: Refusal, verdict: Verdict) -> None:
        super().__init__(403, {"code": refusal.code, "message": refusal.message})  # type: ignore[arg-type]
        self.refusal = refusal
        self.verdict = verdict


async def answer_refused(request: Request, refused: CaptchaRefused) -> Response:
    """Answers with the refusal, as a page if the visitor's browser asks for one."""
    refusal = refused.refusal
    if wants_page(request.headers.get("Accept")):
        return Response(refusal.as_page(), 403, media_type="text/html")
    return Response(refusal.as_json(), 403, media_type="application/json")


def protect(
    bollard: AsyncBollard,
    *,
    action: Optional[str] = None,
    hostnames: Optional[Iterable[str]] = None,
    field: str = TOKEN_NAME,
    remote_ip: Optional[Callable[[Request], Optional[str]]] = None,
) -> Callable[[Request], Awaitable[Verdict]]:
    """A dependency whose value is the verdict of a token that passed; for others it raises CaptchaRefused.

    ``remote_ip`` returns the visitor's address, such as ``lambda request: request.client.host``; it stays here without.
    Forms need ``python-multipart``, as they do in FastAPI itself.
    """

    async def dependency(request: Request) -> Verdict:
        token = token_in(await _values(request, field), request.headers.get(TOKEN_NAME))
        address = remote_ip(request) if remote_ip is not None else None
        verdict = await bollard.verify(token, remote_ip=address, action=action, hostnames=hostnames)
        request.state.bollard = verdict
        if not verdict.passed:
            raise CaptchaRefused(refusal_of(verdict), verdict)
        return verdict

    return dependency


async def _values(request: Request, field: str) -> Any:
    """Starlette keeps what is read of a body for whoever reads it next."""
    kind = request.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    if kind == "application/json" or kind.endswith("+json"):
        try:
            return field_of_json(await request.json(), field)
        except (ValueError, RecursionError):
            return []
    if kind in ("application/x-www-form-urlencoded", "multipart/form-data"):
        return (await request.form()).getlist(field)
    return []
