// Package bollard verifies the tokens of Bollard's captcha on your server.
package bollard

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
	"unicode/utf8"
)

const (
	tokenMax = 2048
	// A service that asks for more patience than this is not asked again within a call.
	patienceSeconds = 1
	pause           = 100 * time.Millisecond
)

// Client is a client for one captcha. It is safe for concurrent use.
type Client struct {
	secretKey  string
	address    string
	siteKey    string
	timeout    time.Duration
	failPolicy FailPolicy
	http       *http.Client
}

// Expectations are what a form knows of its own tokens. The zero value expects nothing.
type Expectations struct {
	// RemoteIP is the visitor's address as your server sees it.
	RemoteIP string
	// Action is the action that the form gave the widget.
	Action string
	// Hostnames on which the form may have been.
	Hostnames []string
}

// Verify says whether the visitor who sent a form passed. token is the form's field "bollard-response". It returns no error: what
// can't be checked is decided by the fail policy, and Verdict.Failure says why. The context may end it earlier than the timeout.
func (c *Client) Verify(ctx context.Context, token string, expected Expectations) Verdict {
	if token == "" {
		return Verdict{DecidedBy: ByClient, Codes: []string{"missing-input-response"}}
	}
	if utf8.RuneCountInString(token) > tokenMax {
		return Verdict{DecidedBy: ByClient, Codes: []string{"invalid-input-response", "token-malformed"}}
	}
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	answer, none := c.ask(ctx, token, expected.RemoteIP)
	if none != nil {
		return Verdict{
			Passed:            c.failPolicy == FailOpen,
			DecidedBy:         ByFailPolicy,
			Failure:           none.failure,
			RetryAfterSeconds: none.retryAfterSeconds,
		}
	}
	return c.judge(answer, expected)
}

func (c *Client) ask(ctx context.Context, token, remoteIP string) (*answer, *noVerdict) {
	body, err := json.Marshal(question{
		Secret:   c.secretKey,
		Response: token,
		// The same in the retry, so that a token whose answer got lost isn't taken for a replayed one.
		IdempotencyKey: newUUID(),
		SiteKey:        c.siteKey,
		RemoteIP:       remoteIP,
	})
	if err != nil {
		return nil, &noVerdict{failure: AnswerInvalid}
	}
	first, none := c.post(ctx, body)
	if none == nil || !none.isTransient || seconds(none) > patienceSeconds {
		return first, none
	}
	wait := pause
	if asked := seconds(none); asked > 0 {
		wait = time.Duration(asked) * time.Second
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return nil, none
	case <-timer.C:
		return c.post(ctx, body)
	}
}

func seconds(none *noVerdict) int {
	if none.retryAfterSeconds == nil {
		return 0
	}
	return *none.retryAfterSeconds
}

func newUUID() string {
	var b [16]byte
	if _, err := rand.Read(b[:]); err != nil {
		panic("bollard: the system gives no random bytes: " + err.Error())
	}
	b[6] = b[6]&0x0f | 0x40
	b[8] = b[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[0:4], b[4:6], b[6:8], b[8:10], b[10:16])
}
