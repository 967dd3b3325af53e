"""The application of client/framework-cases.json, with Flask."""

import os
import sys
from dataclasses import asdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "src"))

from flask import Flask, g, jsonify, request  # noqa: E402

from bollard.flask import Bollard  # noqa: E402

app = Flask(__name__)
app.config.update({name: os.environ[name] for name in ("BOLLARD_SECRET_KEY", "BOLLARD_HOST", "BOLLARD_FAIL_POLICY")})
bollard = Bollard(app)


def answer():
    name = request.get_json()["name"] if request.is_json else request.form["name"]
    verdict = asdict(g.bollard)
    return jsonify(name=name, verdict={**verdict, "decidedBy": verdict["decided_by"]})


def form(path, **expected):
    app.add_url_rule(path, path, bollard.protect(**expected)(answer), methods=["POST"])


form("/signup", action="signup")
form("/shop", hostnames=["shop.example"])
form("/elsewhere", hostnames=["other.example"])
form("/delete-account", action="delete-account")
form("/with-address", remote_ip=lambda: request.remote_addr)
form("/own-answer", on_refused=lambda refusal, verdict: (f"own answer: {refusal.code}", 422))
app.run("127.0.0.1", int(os.environ["PORT"]))
