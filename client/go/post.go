package bollard

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
)

const answerBytesMax = 65_536

// noVerdict says why a request brought no verdict; isTransient if that may be over in a moment.
type noVerdict struct {
	failure           Failure
	retryAfterSeconds *int
	isTransient       bool
}

func (c *Client) post(ctx context.Context, body []byte) (*answer, *noVerdict) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.address, bytes.NewReader(body))
	if err != nil {
		return nil, &noVerdict{failure: Unreachable}
	}
	// Go itself would repeat a request whose body it can read again; a retry is counted here.
	request.GetBody = nil
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json")
	response, err := c.http.Do(request)
	if err != nil {
		return nil, failed(ctx, err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, ofStatus(response)
	}
	text, err := io.ReadAll(io.LimitReader(response.Body, answerBytesMax+1))
	switch {
	case len(text) > answerBytesMax:
		return nil, &noVerdict{failure: AnswerTooLarge}
	case err != nil:
		return nil, failed(ctx, err)
	}
	var read answer
	if json.Unmarshal(text, &read) != nil || read.Success == nil {
		return nil, &noVerdict{failure: AnswerInvalid}
	}
	return &read, nil
}

func failed(ctx context.Context, err error) *noVerdict {
	if ctx.Err() != nil || errors.Is(err, context.DeadlineExceeded) {
		return &noVerdict{failure: TimedOut}
	}
	return &noVerdict{failure: Unreachable, isTransient: true}
}

func ofStatus(response *http.Response) *noVerdict {
	status := response.StatusCode
	var retryAfter *int
	if text := response.Header.Get("Retry-After"); len(text) <= 9 {
		if seconds, err := strconv.ParseUint(text, 10, 31); err == nil {
			value := int(seconds)
			retryAfter = &value
		}
	}
	switch {
	case status == http.StatusTooManyRequests:
		return &noVerdict{failure: RateLimited, retryAfterSeconds: retryAfter}
	case status >= 300 && status < 400:
		return &noVerdict{failure: Redirected}
	}
	isTransient := status >= 502 && status <= 504
	return &noVerdict{failure: Unavailable, retryAfterSeconds: retryAfter, isTransient: isTransient}
}
