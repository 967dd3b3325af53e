"""Runs the cases of BOLLARD_CASES and prints what the client did; AsyncBollard with the argument `async`. See client/README.md."""

import asyncio
import json
import os
import sys
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "src"))

from bollard import AsyncBollard, Bollard, BollardConfigurationError  # noqa: E402


def client(options):
    timeout = {"timeout": options["timeoutMs"] / 1000} if "timeoutMs" in options else {}
    policy = {"fail_policy": options["failPolicy"]} if "failPolicy" in options else {}
    kind = AsyncBollard if "async" in sys.argv else Bollard
    return kind(options["secretKey"], host=options["host"], site_key=options.get("siteKey"), **timeout, **policy)


def verdict(case):
    call = case["call"]
    answer = client(case["options"]).verify(
        case["token"], remote_ip=call.get("remoteIp"), action=call.get("action"), hostnames=call.get("hostnames")
    )
    answer = asyncio.run(answer) if "async" in sys.argv else answer
    return {
        "passed": answer.passed,
        "decidedBy": answer.decided_by,
        "failure": answer.failure,
        "codes": list(answer.codes),
        "retryAfterSeconds": answer.retry_after_seconds,
        "score": answer.score,
        "action": answer.action,
        "hostname": answer.hostname,
        "verificationId": answer.verification_id,
    }


def fault(options):
    try:
        client(options)
    except BollardConfigurationError as error:
        return error.code
    return None


with urllib.request.urlopen(os.environ["BOLLARD_CASES"]) as response:
    prepared = json.load(response)
report = {
    "cases": {case["id"]: verdict(case) for case in prepared["cases"]},
    "configurations": {one["id"]: fault(one["options"]) for one in prepared["configurations"]},
}
print(json.dumps(report))
