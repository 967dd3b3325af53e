"""The application of client/framework-cases.json, with FastAPI."""

import os
import sys
from dataclasses import asdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "src"))

import uvicorn  # noqa: E402
from fastapi import Depends, FastAPI, Request  # noqa: E402
from fastapi.responses import PlainTextResponse  # noqa: E402

from bollard import AsyncBollard, Verdict  # noqa: E402
from bollard.fastapi import CaptchaRefused, answer_refused, protect  # noqa: E402

app = FastAPI()
bollard = AsyncBollard(
    os.environ["BOLLARD_SECRET_KEY"], host=os.environ["BOLLARD_HOST"], fail_policy=os.environ["BOLLARD_FAIL_POLICY"]
)


@app.exception_handler(CaptchaRefused)
async def refused(request, error):
    if request.url.path == "/own-answer":
        return PlainTextResponse(f"own answer: {error.refusal.code}", 422)
    return await answer_refused(request, error)


def form(path, **expected):
    @app.post(path)
    async def answer(request: Request, verdict: Verdict = Depends(protect(bollard, **expected))):
        is_json = request.headers["content-type"].startswith("application/json")
        fields = await request.json() if is_json else await request.form()
        seen = asdict(verdict)
        return {"name": fields["name"], "verdict": {**seen, "decidedBy": seen["decided_by"]}}


form("/signup", action="signup")
form("/shop", hostnames=["shop.example"])
form("/elsewhere", hostnames=["other.example"])
form("/delete-account", action="delete-account")
form("/with-address", remote_ip=lambda request: request.client.host)
form("/own-answer")
uvicorn.run(app, host="127.0.0.1", port=int(os.environ["PORT"]))
