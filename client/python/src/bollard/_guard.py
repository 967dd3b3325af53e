"""What the parts for Flask, Django and FastAPI share: where a token is, and what a refused visitor is told."""

from __future__ import annotations

import json
from dataclasses import dataclass
from html import escape
from typing import Any, Iterable, Optional

from ._verdict import Verdict

#: The form's field, the property of its JSON, or the header.
TOKEN_NAME = "bollard-response"

_MESSAGES = {
    "captcha-missing": "Complete the captcha, then submit the form again.",
    "captcha-refused": "The captcha wasn't accepted. Reload the page, then submit the form again.",
    "captcha-unavailable": "The captcha can't be verified at the moment. Submit the form again in a few minutes.",
}


@dataclass(frozen=True)
class Refusal:
    """What a refused visitor is told: nothing that helps a bot.

    ``code`` is ``captcha-missing`` (the form has no token), ``captcha-refused`` (Bollard or an expectation of the form
    refused it) or ``captcha-unavailable`` (there is no verdict, and the fail policy lets nobody pass without one).
    """

    code: str
    message: str

    def as_json(self) -> str:
        return json.dumps({"code": self.code, "message": self.message})

    def as_page(self) -> str:
        head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Form not submitted</title>'
        return f"{head}<p>{escape(self.message, quote=False)}</p></html>"


def refusal_of(verdict: Verdict) -> Refusal:
    """What to tell the visitor of a verdict that didn't pass."""
    if "missing-input-response" in verdict.codes:
        code = "captcha-missing"
    elif verdict.failure is not None or verdict.decided_by == "fail-policy":
        code = "captcha-unavailable"
    else:
        code = "captcha-refused"
    return Refusal(code, _MESSAGES[code])


def token_in(fields: Iterable[Any], header: Any) -> Optional[str]:
    """The token among the values of its field, or in the header. What came twice, or is no text, is none."""
    values = list(fields)
    given = values[0] if len(values) == 1 else None if values else header
    return given if isinstance(given, str) else None


def field_of_json(value: Any, name: str) -> list:
    """The values of a field in JSON, of which there is at most one."""
    return [value[name]] if isinstance(value, dict) and name in value else []


def wants_page(accept: Optional[str]) -> bool:
    """Whether the visitor's browser asks for a page rather than JSON."""
    return "text/html" in (accept or "")
