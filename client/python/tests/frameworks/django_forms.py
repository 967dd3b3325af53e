"""The application of client/framework-cases.json, with Django; with the argument `async` its views are async."""

import json
import os
import sys
from dataclasses import asdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "src"))

from django.conf import settings  # noqa: E402
from django.core.management import execute_from_command_line  # noqa: E402
from django.http import HttpResponse, JsonResponse  # noqa: E402
from django.urls import path  # noqa: E402

settings.configure(
    ALLOWED_HOSTS=["*"],
    INSTALLED_APPS=["bollard.django"],
    ROOT_URLCONF=__name__,
    SECRET_KEY="of a test",
    USE_TZ=True,
    BOLLARD={
        "SECRET_KEY": os.environ["BOLLARD_SECRET_KEY"],
        "HOST": os.environ["BOLLARD_HOST"],
        "FAIL_POLICY": os.environ["BOLLARD_FAIL_POLICY"],
    },
)

from bollard.django import protect  # noqa: E402


def answer(request):
    is_json = request.content_type == "application/json"
    name = json.loads(request.body)["name"] if is_json else request.POST["name"]
    verdict = asdict(request.bollard)
    return JsonResponse({"name": name, "verdict": {**verdict, "decidedBy": verdict["decided_by"]}})


async def answer_async(request):
    return answer(request)


def form(address, **expected):
    return path(address, protect(**expected)(answer_async if "async" in sys.argv else answer))


urlpatterns = [
    form("signup", action="signup"),
    form("shop", hostnames=["shop.example"]),
    form("elsewhere", hostnames=["other.example"]),
    form("delete-account", action="delete-account"),
    form("with-address", remote_ip=lambda request: request.META["REMOTE_ADDR"]),
    form(
        "own-answer",
        on_refused=lambda request, refusal, verdict: HttpResponse(f"own answer: {refusal.code}", status=422),
    ),
]

if __name__ == "__main__":
    execute_from_command_line(["forms", "runserver", "--noreload", f"127.0.0.1:{os.environ['PORT']}"])
