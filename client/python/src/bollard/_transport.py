"""One request within a deadline, on the standard library alone."""

from __future__ import annotations

import http.client
import json
import re
import socket
import ssl
import time
from dataclasses import dataclass
from typing import Optional, Union
from urllib.parse import urlsplit

ANSWER_BYTES_MAX = 65_536


@dataclass(frozen=True)
class NoVerdict:
    """Why a request brought no verdict; ``is_transient`` if that may be over in a moment."""

    failure: str
    retry_after_seconds: Optional[int] = None
    is_transient: bool = False


def post(address: str, body: bytes, deadline: float) -> Union[dict, NoVerdict]:
    """The answer as an object with the bool ``success``. ``deadline`` is of ``time.monotonic()``."""
    url = urlsplit(address)
    try:
        # Redirects are not followed: the secret key goes to the configured host and nowhere else.
        connection = _connection(url.scheme, url.hostname or "", url.port, _rest(deadline))
        try:
            connection.request(
                "POST", url.path, body, {"Content-Type": "application/json", "Accept": "application/json"}
            )
            return _read(connection, deadline)
        finally:
            connection.close()
    except (socket.timeout, TimeoutError):
        return NoVerdict("timeout")
    except (OSError, http.client.HTTPException):
        return NoVerdict("unreachable", is_transient=True)


def _connection(scheme: str, host: str, port: Optional[int], timeout: float) -> http.client.HTTPConnection:
    if scheme == "http":
        return http.client.HTTPConnection(host, port, timeout=timeout)
    return http.client.HTTPSConnection(host, port, timeout=timeout, context=ssl_context())


def ssl_context() -> ssl.SSLContext:
    """Checks certificates and names as the system does."""
    return ssl.create_default_context()


def _read(connection: http.client.HTTPConnection, deadline: float) -> Union[dict, NoVerdict]:
    sock = connection.sock
    sock.settimeout(_rest(deadline))
    response = connection.getresponse()
    status = response.status
    if status == 200:
        return verdict_of(_body(response, sock, deadline))
    return no_verdict_of(status, response.getheader("Retry-After", ""))


def no_verdict_of(status: int, retry_after: str) -> NoVerdict:
    """Of a status other than 200."""
    seconds = int(retry_after) if re.fullmatch(r"[0-9]{1,9}", retry_after) else None
    if status == 429:
        return NoVerdict("rate-limited", seconds)
    if 300 <= status < 400:
        return NoVerdict("redirected")
    return NoVerdict("unavailable", seconds, status in (502, 503, 504))


def _body(response: http.client.HTTPResponse, sock: socket.socket, deadline: float) -> Optional[bytes]:
    """None if it is longer than any answer."""
    parts = bytearray()
    while True:
        # Each read may wait for the rest of the time only, so a body that trickles in ends with it, too.
        sock.settimeout(_rest(deadline))
        part = response.read1(8_192)
        if not part:
            return bytes(parts)
        parts += part
        if len(parts) > ANSWER_BYTES_MAX:
            return None


def _rest(deadline: float) -> float:
    rest = deadline - time.monotonic()
    if rest <= 0:
        raise TimeoutError
    return rest


def verdict_of(body: Optional[bytes]) -> Union[dict, NoVerdict]:
    """The answer in a body, if it is one; None stands for a body that is longer than any answer."""
    if body is None:
        return NoVerdict("answer-too-large")
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError):
        return NoVerdict("answer-invalid")
    is_verdict = isinstance(answer, dict) and isinstance(answer.get("success"), bool)
    return answer if is_verdict else NoVerdict("answer-invalid")
