"""What Bollard answered, or why it did not."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Iterable, List, Optional, Tuple

from ._configuration import Configuration

_MISCONFIGURED = {"missing-input-secret", "invalid-input-secret", "bad-request"}


@dataclass(frozen=True)
class Reason:
    """One piece of evidence behind a score; weights are log-odds, positive for bots."""

    code: str
    group: str
    weight: float


@dataclass(frozen=True)
class Verdict:
    """Whether to accept a form, and what decided about it."""

    #: Whether to accept the form.
    passed: bool
    #: ``service``: Bollard's verdict; ``client``: a check of this client; ``fail-policy``: there was no verdict.
    decided_by: str
    #: Why there is no verdict, or ``misconfigured``; None when there is one. Log it: visitors can do nothing about it.
    failure: Optional[str] = None
    #: Why the token was refused, the code that other captchas share first. Empty when it passed.
    codes: Tuple[str, ...] = ()
    #: When to ask again, if Bollard said so.
    retry_after_seconds: Optional[int] = None
    #: 0 = person, 1 = bot; None if nobody was scored.
    score: Optional[float] = None
    reasons: Tuple[Reason, ...] = field(default=())
    action: Optional[str] = None
    hostname: Optional[str] = None
    #: Finds the visitor in the dashboard's log.
    verification_id: Optional[str] = None


def read_answer(
    configuration: Configuration, answer: dict, action: Optional[str], hostnames: Optional[Iterable[str]]
) -> Verdict:
    """The verdict of an answer that has one: ``answer["success"]`` is a bool."""
    codes = tuple(code for code in _list(answer.get("error-codes")) if isinstance(code, str))
    if not answer["success"]:
        is_our_fault = not _MISCONFIGURED.isdisjoint(codes)
        return Verdict(False, "service", "misconfigured" if is_our_fault else None, codes)
    verdict = Verdict(
        passed=True,
        decided_by="service",
        score=_number(answer.get("score")),
        reasons=tuple(_reason(one) for one in _list(answer.get("reasons")) if isinstance(one, dict)),
        action=_text(answer.get("action")),
        hostname=_text(answer.get("hostname")),
        verification_id=_text(answer.get("verification_id")),
    )
    decision = answer.get("decision")
    if isinstance(decision, dict) and decision.get("type") == "FAILOVER":
        if configuration.fail_policy == "closed":
            return replace(verdict, passed=False, decided_by="fail-policy", codes=("failover-not-accepted",))
        return verdict
    if action is not None and verdict.action != action:
        return replace(verdict, passed=False, decided_by="client", codes=("action-mismatch",))
    if hostnames is not None and verdict.hostname not in list(hostnames):
        return replace(verdict, passed=False, decided_by="client", codes=("hostname-mismatch",))
    return verdict


def _list(value: Any) -> List[Any]:
    return value if isinstance(value, list) else []


def _text(value: Any) -> Optional[str]:
    return value if isinstance(value, str) else None


def _number(value: Any) -> Optional[float]:
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def _reason(value: dict) -> Reason:
    return Reason(_text(value.get("code")) or "", _text(value.get("group")) or "", _number(value.get("weight")) or 0.0)
