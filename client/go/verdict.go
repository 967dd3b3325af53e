package bollard

// Failure says why there is no verdict. Log it: visitors can do nothing about it.
type Failure string

// The failures. Misconfigured means that Bollard doesn't accept the secret key, or not for this site key; no fail policy opens it.
const (
	Unreachable    Failure = "unreachable"
	TimedOut       Failure = "timeout"
	Unavailable    Failure = "unavailable"
	RateLimited    Failure = "rate-limited"
	Redirected     Failure = "redirected"
	AnswerTooLarge Failure = "answer-too-large"
	AnswerInvalid  Failure = "answer-invalid"
	Misconfigured  Failure = "misconfigured"
)

// DecidedBy says what decided about a form.
type DecidedBy string

// Bollard's verdict, a check of this client before or after it, or the fail policy because there was no verdict.
const (
	ByService    DecidedBy = "service"
	ByClient     DecidedBy = "client"
	ByFailPolicy DecidedBy = "fail-policy"
)

// Reason is one piece of evidence behind a score; weights are log-odds, positive for bots.
type Reason struct {
	Code   string  `json:"code"`
	Group  string  `json:"group"`
	Weight float64 `json:"weight"`
}

// Verdict says whether to accept a form.
type Verdict struct {
	// Passed: whether to accept the form.
	Passed    bool
	DecidedBy DecidedBy
	// Failure is empty when there is a verdict.
	Failure Failure
	// Codes say why the token was refused, the code that other captchas share first. Empty when it passed.
	Codes []string
	// RetryAfterSeconds: when to ask again, if Bollard said so.
	RetryAfterSeconds *int
	// Score is 0 for a person and 1 for a bot; nil if nobody was scored.
	Score    *float64
	Reasons  []Reason
	Action   string
	Hostname string
	// VerificationID finds the visitor in the dashboard's log.
	VerificationID string
}

type question struct {
	Secret         string `json:"secret"`
	Response       string `json:"response"`
	IdempotencyKey string `json:"idempotency_key"`
	SiteKey        string `json:"sitekey,omitempty"`
	RemoteIP       string `json:"remoteip,omitempty"`
}

type answer struct {
	Success        *bool    `json:"success"`
	Codes          []string `json:"error-codes"`
	Score          *float64 `json:"score"`
	Reasons        []Reason `json:"reasons"`
	Action         string   `json:"action"`
	Hostname       string   `json:"hostname"`
	VerificationID string   `json:"verification_id"`
	Decision       struct {
		Type string `json:"type"`
	} `json:"decision"`
}

func (c *Client) judge(a *answer, expected Expectations) Verdict {
	if !*a.Success {
		verdict := Verdict{DecidedBy: ByService, Codes: a.Codes}
		for _, code := range a.Codes {
			if code == "missing-input-secret" || code == "invalid-input-secret" || code == "bad-request" {
				verdict.Failure = Misconfigured
			}
		}
		return verdict
	}
	verdict := Verdict{
		Passed:         true,
		DecidedBy:      ByService,
		Score:          a.Score,
		Reasons:        a.Reasons,
		Action:         a.Action,
		Hostname:       a.Hostname,
		VerificationID: a.VerificationID,
	}
	switch {
	case a.Decision.Type == "FAILOVER":
		if c.failPolicy == FailClosed {
			return verdict.refused(ByFailPolicy, "failover-not-accepted")
		}
	case expected.Action != "" && expected.Action != a.Action:
		return verdict.refused(ByClient, "action-mismatch")
	case expected.Hostnames != nil && !contains(expected.Hostnames, a.Hostname):
		return verdict.refused(ByClient, "hostname-mismatch")
	}
	return verdict
}

func (v Verdict) refused(by DecidedBy, code string) Verdict {
	v.Passed, v.DecidedBy, v.Codes = false, by, []string{code}
	return v
}

func contains(all []string, one string) bool {
	for _, each := range all {
		if each == one {
			return true
		}
	}
	return false
}
