"""Asks Bollard about the token of a form."""

from __future__ import annotations

import asyncio
import json
import time
import uuid
from typing import Iterable, Optional, Union

from . import _async_transport, _transport
from ._configuration import Configuration, read_configuration
from ._transport import NoVerdict
from ._verdict import Verdict, read_answer

_TOKEN_MAX = 2_048
#: A service that asks for more patience than this is not asked again within a call.
_PATIENCE_SECONDS = 1
_PAUSE_SECONDS = 0.1


class _Client:
    """What both clients know."""

    def __init__(
        self,
        secret_key: str,
        *,
        host: str,
        site_key: Optional[str] = None,
        timeout: float = 5.0,
        fail_policy: str = "recorded-outage",
    ) -> None:
        self._configuration = read_configuration(secret_key, host, site_key, timeout, fail_policy)

    def _verdict_of(
        self, answer: Union[dict, NoVerdict], action: Optional[str], hostnames: Optional[Iterable[str]]
    ) -> Verdict:
        if isinstance(answer, NoVerdict):
            passed = self._configuration.fail_policy == "open"
            return Verdict(passed, "fail-policy", answer.failure, (), answer.retry_after_seconds)
        return read_answer(self._configuration, answer, action, hostnames)


class Bollard(_Client):
    """A client for one captcha; make one when your server starts. Safe to share between threads.

    ``secret_key``   the captcha's secret key, ``bsec_…``; it never leaves your server
    ``host``         address of the Bollard installation, such as ``https://captcha.example.org``
    ``site_key``     only tokens of this site key pass; without it, those of every environment of the secret key
    ``timeout``      seconds for the whole call, a retry included
    ``fail_policy``  ``closed``: only visitors who were checked pass; ``recorded-outage``: also those whose browser
                     couldn't reach Bollard, if Bollard itself recorded that outage; ``open``: also those who come
                     while your server can't reach Bollard

    Raises BollardConfigurationError.
    """

    def verify(
        self,
        token: Optional[str],
        *,
        remote_ip: Optional[str] = None,
        action: Optional[str] = None,
        hostnames: Optional[Iterable[str]] = None,
    ) -> Verdict:
        """Whether the visitor who sent a form passed. Never raises.

        ``token``      the form's field ``bollard-response``
        ``remote_ip``  the visitor's address as your server sees it
        ``action``     the action that the form gave the widget
        ``hostnames``  host names on which the form may have been
        """
        refused = _refused_here(token)
        if refused is not None:
            return refused
        deadline = time.monotonic() + self._configuration.timeout
        body = _body(self._configuration, token, remote_ip)
        answer = _transport.post(self._configuration.address, body, deadline)
        pause = _pause_after(answer, deadline)
        if pause is not None:
            time.sleep(pause)
            answer = _transport.post(self._configuration.address, body, deadline)
        return self._verdict_of(answer, action, hostnames)

    async def verify_async(
        self,
        token: Optional[str],
        *,
        remote_ip: Optional[str] = None,
        action: Optional[str] = None,
        hostnames: Optional[Iterable[str]] = None,
    ) -> Verdict:
        """As ``verify``, on a thread of the event loop. ``AsyncBollard`` needs no threads."""

        def call() -> Verdict:
            return self.verify(token, remote_ip=remote_ip, action=action, hostnames=hostnames)

        return await asyncio.get_running_loop().run_in_executor(None, call)


class AsyncBollard(_Client):
    """As ``Bollard``, for asyncio: takes the same arguments, and one connection of the event loop for each call."""

    async def verify(
        self,
        token: Optional[str],
        *,
        remote_ip: Optional[str] = None,
        action: Optional[str] = None,
        hostnames: Optional[Iterable[str]] = None,
    ) -> Verdict:
        """As ``Bollard.verify``. Never raises, unless its task is cancelled."""
        refused = _refused_here(token)
        if refused is not None:
            return refused
        deadline = time.monotonic() + self._configuration.timeout
        body = _body(self._configuration, token, remote_ip)
        answer = await _async_transport.post(self._configuration.address, body, deadline)
        pause = _pause_after(answer, deadline)
        if pause is not None:
            await asyncio.sleep(pause)
            answer = await _async_transport.post(self._configuration.address, body, deadline)
        return self._verdict_of(answer, action, hostnames)


def _refused_here(token: Optional[str]) -> Optional[Verdict]:
    if not isinstance(token, str) or token == "":
        return Verdict(False, "client", codes=("missing-input-response",))
    if len(token) > _TOKEN_MAX:
        return Verdict(False, "client", codes=("invalid-input-response", "token-malformed"))
    return None


def _body(configuration: Configuration, token: str, remote_ip: Optional[str]) -> bytes:
    # The idempotency key is the same in the retry, so that a token whose answer got lost isn't taken for a replayed one.
    fields = {"secret": configuration.secret_key, "response": token, "idempotency_key": str(uuid.uuid4())}
    if configuration.site_key:
        fields["sitekey"] = configuration.site_key
    if remote_ip:
        fields["remoteip"] = remote_ip
    return json.dumps(fields).encode("ascii")


def _pause_after(first: Union[dict, NoVerdict], deadline: float) -> Optional[float]:
    """Seconds until Bollard is asked again; None if it isn't."""
    if isinstance(first, dict) or not first.is_transient or (first.retry_after_seconds or 0) > _PATIENCE_SECONDS:
        return None
    pause = first.retry_after_seconds or _PAUSE_SECONDS
    return pause if time.monotonic() + pause < deadline else None
