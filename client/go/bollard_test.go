package bollard

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"
)

// What needs no service; the rest is client/cases.json.

func TestTheSecretKeyIsNotPrinted(t *testing.T) {
	client, err := New(" bsec_secret\n", "https://example.org/captcha/")
	if err != nil {
		t.Fatal(err)
	}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s"} {
		if text := fmt.Sprintf(verb, client); strings.Contains(text, "bsec_secret") {
			t.Errorf("%s prints %s", verb, text)
		}
	}
	if want := "https://example.org/captcha/captcha/v1/siteverify"; client.address != want {
		t.Errorf("asks %s, not %s", client.address, want)
	}
	if client.secretKey != "bsec_secret" {
		t.Errorf("spaces around the key stay: %q", client.secretKey)
	}
}

func TestTheCallersContextEndsTheCall(t *testing.T) {
	client, err := New("bsec_secret", "http://127.0.0.1:9", WithTimeout(time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if verdict := client.Verify(ctx, "token", Expectations{}); verdict.Passed || verdict.Failure != TimedOut {
		t.Errorf("got %+v", verdict)
	}
}
