"""Protects forms of Flask.

    bollard = Bollard(app)  # app.config["BOLLARD_SECRET_KEY"] and app.config["BOLLARD_HOST"]

    @app.post("/signup")
    @bollard.protect(action="signup")
    def signup():
        g.bollard.score
"""

from __future__ import annotations

from functools import wraps
from typing import Any, Callable, Iterable, Optional

from flask import Flask, current_app, g, make_response, request

from . import Bollard as Client
from ._guard import TOKEN_NAME, Refusal, field_of_json, refusal_of, token_in, wants_page
from ._verdict import Verdict

__all__ = ["Bollard", "Refusal"]

_OPTIONS = ("SITE_KEY", "TIMEOUT", "FAIL_POLICY")


class Bollard:
    """The extension. It reads BOLLARD_SECRET_KEY, BOLLARD_HOST, BOLLARD_SITE_KEY, BOLLARD_TIMEOUT and
    BOLLARD_FAIL_POLICY of the application's configuration; raises BollardConfigurationError.
    """

    def __init__(self, app: Optional[Flask] = None) -> None:
        if app is not None:
            self.init_app(app)

    def init_app(self, app: Flask) -> None:
        options = {name.lower(): app.config[f"BOLLARD_{name}"] for name in _OPTIONS if f"BOLLARD_{name}" in app.config}
        client = Client(app.config.get("BOLLARD_SECRET_KEY"), host=app.config.get("BOLLARD_HOST"), **options)
        app.extensions["bollard"] = client

    def protect(
        self,
        *,
        action: Optional[str] = None,
        hostnames: Optional[Iterable[str]] = None,
        field: str = TOKEN_NAME,
        remote_ip: Optional[Callable[[], Optional[str]]] = None,
        on_refused: Optional[Callable[[Refusal, Verdict], Any]] = None,
    ) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """A decorator below the route: runs the view if the token passed, and answers others with 403.

        ``remote_ip``   returns the visitor's address, such as ``lambda: request.remote_addr``; it stays here without
        ``on_refused``  answers a refused visitor instead, as a view does

        The verdict is ``g.bollard``.
        """

        def decorate(view: Callable[..., Any]) -> Callable[..., Any]:
            @wraps(view)
            def guarded(*args: Any, **named: Any) -> Any:
                address = remote_ip() if remote_ip is not None else None
                g.bollard = self.verify(_token(field), remote_ip=address, action=action, hostnames=hostnames)
                if g.bollard.passed:
                    return current_app.ensure_sync(view)(*args, **named)
                refusal = refusal_of(g.bollard)
                return _answer(refusal) if on_refused is None else on_refused(refusal, g.bollard)

            return guarded

        return decorate

    def verify(self, token: Optional[str], **expected: Any) -> Verdict:
        """``Bollard.verify`` of the application's client, for a view that does the rest itself."""
        return current_app.extensions["bollard"].verify(token, **expected)


def _token(field: str) -> Optional[str]:
    values = field_of_json(request.get_json(silent=True), field) if request.is_json else request.form.getlist(field)
    return token_in(values, request.headers.get(TOKEN_NAME))


def _answer(refusal: Refusal) -> Any:
    is_page = wants_page(request.headers.get("Accept"))
    response = make_response(refusal.as_page() if is_page else refusal.as_json(), 403)
    response.content_type = "text/html; charset=utf-8" if is_page else "application/json"
    return response
