package bollard

import (
	"encoding/json"
	"strings"
)

// TokenName is the name of the form's field, of the property of its JSON, and of the header.
const TokenName = "bollard-response"

// Refusal is what a refused visitor is told: nothing that helps a bot.
type Refusal struct {
	// Code is CaptchaMissing, CaptchaRefused or CaptchaUnavailable.
	Code    string `json:"code"`
	Message string `json:"message"`
}

const (
	// CaptchaMissing: the form has no token.
	CaptchaMissing = "captcha-missing"
	// CaptchaRefused: Bollard or an expectation of the form refused the token.
	CaptchaRefused = "captcha-refused"
	// CaptchaUnavailable: there is no verdict, and the fail policy lets nobody pass without one.
	CaptchaUnavailable = "captcha-unavailable"
)

var refusals = map[string]string{
	CaptchaMissing:     "Complete the captcha, then submit the form again.",
	CaptchaRefused:     "The captcha wasn't accepted. Reload the page, then submit the form again.",
	CaptchaUnavailable: "The captcha can't be verified at the moment. Submit the form again in a few minutes.",
}

// RefusalOf says what to tell the visitor of a verdict that didn't pass.
func RefusalOf(verdict Verdict) Refusal {
	code := CaptchaRefused
	if verdict.Failure != "" || verdict.DecidedBy == ByFailPolicy {
		code = CaptchaUnavailable
	}
	for _, each := range verdict.Codes {
		if each == "missing-input-response" {
			code = CaptchaMissing
		}
	}
	return Refusal{code, refusals[code]}
}

// Answer is the refusal as the body of an answer, as a page if the visitor's browser asks for one in its header Accept.
func (r Refusal) Answer(accept string) (contentType string, body []byte) {
	if strings.Contains(accept, "text/html") {
		head := `<!doctype html><html lang="en"><meta charset="utf-8"><title>Form not submitted</title>`
		return "text/html; charset=utf-8", []byte(head + "<p>" + r.Message + "</p></html>")
	}
	// Two strings can always be written.
	body, _ = json.Marshal(r)
	return "application/json", body
}
