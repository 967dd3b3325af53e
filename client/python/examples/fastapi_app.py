# A form with FastAPI. BOLLARD_SECRET_KEY=bsec_… uvicorn fastapi_app:app
import os

from bollard import AsyncBollard, Verdict
from bollard.fastapi import CaptchaRefused, answer_refused, protect
from fastapi import Depends, FastAPI, Form

bollard = AsyncBollard(os.environ["BOLLARD_SECRET_KEY"], host="https://captcha.example.org")
app = FastAPI()
app.add_exception_handler(CaptchaRefused, answer_refused)


# #region verify
@app.post("/signup")
async def signup(name: str = Form(), verdict: Verdict = Depends(protect(bollard, action="signup"))):
    return {"message": "Thank you.", "verification": verdict.verification_id}
# #endregion
