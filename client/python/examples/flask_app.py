# A form with Flask. BOLLARD_SECRET_KEY=bsec_… flask --app flask_app run
import os

from bollard.flask import Bollard
from flask import Flask, g

app = Flask(__name__)
app.config.update(
    BOLLARD_SECRET_KEY=os.environ["BOLLARD_SECRET_KEY"],
    BOLLARD_HOST="https://captcha.example.org",
)
bollard = Bollard(app)


# #region verify
@app.post("/signup")
@bollard.protect(action="signup")
def signup():
    app.logger.info("verification %s", g.bollard.verification_id)
    return "Thank you."
# #endregion
