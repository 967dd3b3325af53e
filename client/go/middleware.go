package bollard

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"mime"
	"net"
	"net/http"
	"strings"
)

const (
	// A form with files larger than this goes to the disk meanwhile, as with ParseMultipartForm itself.
	formMemory = 32 << 20
	// A JSON body is searched for a token as far as this.
	jsonMax = 1 << 20
)

// Guard says what a form expects of its own tokens, and how refused visitors are answered. The zero value expects nothing.
type Guard struct {
	// Action is the action that the form gave the widget.
	Action string
	// Hostnames on which the form may have been.
	Hostnames []string
	// Field is the name of the form's field, if the widget has a name of its own.
	Field string
	// RemoteIP returns the visitor's address, such as DirectIP. It stays here without.
	RemoteIP func(*http.Request) string
	// OnRefused answers a refused visitor in place of the client.
	OnRefused func(http.ResponseWriter, *http.Request, Refusal)
}

type verdictKey struct{}

// VerdictOf returns the verdict of a request that Protect let through; false if there is none.
func VerdictOf(ctx context.Context) (Verdict, bool) {
	verdict, ok := ctx.Value(verdictKey{}).(Verdict)
	return verdict, ok
}

// Protect is a middleware of net/http, and so of chi: it runs the handler if the token passed, and answers others with 403. The handler
// reads the body as usual.
func (c *Client) Protect(guard Guard) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			verdict := c.VerifyRequest(r, guard)
			r = r.WithContext(context.WithValue(r.Context(), verdictKey{}, verdict))
			if verdict.Passed {
				next.ServeHTTP(w, r)
				return
			}
			refusal := RefusalOf(verdict)
			if guard.OnRefused != nil {
				guard.OnRefused(w, r, refusal)
				return
			}
			contentType, body := refusal.Answer(r.Header.Get("Accept"))
			w.Header().Set("Content-Type", contentType)
			w.WriteHeader(http.StatusForbidden)
			_, _ = w.Write(body)
		})
	}
}

// VerifyRequest verifies the token of a form, of JSON or of the header, for middlewares of other frameworks. It leaves the body readable.
func (c *Client) VerifyRequest(r *http.Request, guard Guard) Verdict {
	field := guard.Field
	if field == "" {
		field = TokenName
	}
	token, found := tokenOf(r, field)
	if !found {
		token = r.Header.Get(TokenName)
	}
	expected := Expectations{Action: guard.Action, Hostnames: guard.Hostnames}
	if guard.RemoteIP != nil {
		expected.RemoteIP = guard.RemoteIP(r)
	}
	return c.Verify(r.Context(), token, expected)
}

// DirectIP is the address that the connection came from: the visitor's, unless a proxy stands before your server.
func DirectIP(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return ""
	}
	return host
}

// tokenOf looks into the body. A field that came twice, or is no text, is found and no token.
func tokenOf(r *http.Request, field string) (token string, found bool) {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch {
	case err != nil || r.Body == nil:
		return "", false
	case kind == "application/json" || strings.HasPrefix(kind, "application/") && strings.HasSuffix(kind, "+json"):
		return tokenOfJSON(r, field)
	case kind == "multipart/form-data":
		err = r.ParseMultipartForm(formMemory)
	case kind == "application/x-www-form-urlencoded":
		err = r.ParseForm()
	}
	values := r.PostForm[field]
	if err != nil || len(values) == 0 {
		return "", false
	}
	if len(values) > 1 {
		return "", true
	}
	return values[0], true
}

func tokenOfJSON(r *http.Request, field string) (token string, found bool) {
	read, err := io.ReadAll(io.LimitReader(r.Body, jsonMax+1))
	// The handler reads what was read here, and then the rest.
	r.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(read), r.Body), r.Body}
	var fields map[string]json.RawMessage
	if err != nil || len(read) > jsonMax || json.Unmarshal(read, &fields) != nil {
		return "", false
	}
	value, found := fields[field]
	if json.Unmarshal(value, &token) != nil {
		return "", found
	}
	return token, found
}
