package bollard

import (
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// FailPolicy says what a form is worth that nobody could check.
type FailPolicy string

const (
	// FailClosed lets only visitors pass who were checked.
	FailClosed FailPolicy = "closed"
	// FailInRecordedOutage also lets visitors pass whose browser couldn't reach Bollard, if Bollard itself recorded that outage.
	FailInRecordedOutage FailPolicy = "recorded-outage"
	// FailOpen also lets visitors pass while your server can't reach Bollard.
	FailOpen FailPolicy = "open"
)

// ConfigurationError is returned when a client is created. Code is stable.
type ConfigurationError struct{ Code string }

var messages = map[string]string{
	"secret-key-missing":  "set the secret key of your captcha (bsec_…)",
	"host-missing":        "set the host to the address of your Bollard installation, such as https://captcha.example.org",
	"host-invalid":        "the host must be an address such as https://captcha.example.org, without user name, query or fragment",
	"host-not-https":      "the host must begin with https://, or the secret key could be read on its way",
	"timeout-invalid":     "the timeout must be above 0",
	"fail-policy-unknown": "the fail policy must be closed, recorded-outage or open",
}

func (e *ConfigurationError) Error() string { return "bollard: " + messages[e.Code] }

// Option changes a default of New.
type Option func(*Client) error

// WithSiteKey accepts tokens of this site key alone, not those of every environment that the secret key is good for.
func WithSiteKey(siteKey string) Option {
	return func(c *Client) error { c.siteKey = strings.TrimSpace(siteKey); return nil }
}

// WithTimeout limits the whole call, a retry included; 5 seconds unless given.
func WithTimeout(timeout time.Duration) Option {
	return func(c *Client) error {
		if timeout <= 0 {
			return &ConfigurationError{"timeout-invalid"}
		}
		c.timeout = timeout
		return nil
	}
}

// WithFailPolicy decides what can't be checked; FailInRecordedOutage unless given.
func WithFailPolicy(policy FailPolicy) Option {
	return func(c *Client) error {
		if policy != FailClosed && policy != FailInRecordedOutage && policy != FailOpen {
			return &ConfigurationError{"fail-policy-unknown"}
		}
		c.failPolicy = policy
		return nil
	}
}

// WithTransport goes through your own transport, such as a proxy.
func WithTransport(transport http.RoundTripper) Option {
	return func(c *Client) error { c.http.Transport = transport; return nil }
}

// New makes a client; make one when your server starts. secretKey ("bsec_…") never leaves your server, host is the address of the
// Bollard installation. The error is a *ConfigurationError.
func New(secretKey, host string, options ...Option) (*Client, error) {
	client := &Client{
		secretKey:  strings.TrimSpace(secretKey),
		timeout:    5 * time.Second,
		failPolicy: FailInRecordedOutage,
		// The secret key goes to the configured host and nowhere else.
		http: &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
	}
	if client.secretKey == "" {
		return nil, &ConfigurationError{"secret-key-missing"}
	}
	address, err := addressOf(strings.TrimSpace(host))
	if err != nil {
		return nil, err
	}
	client.address = address
	for _, option := range options {
		if err := option(client); err != nil {
			return nil, err
		}
	}
	return client, nil
}

// Must returns a client, or panics with what is wrong with its configuration: for a server that can't start without.
func Must(client *Client, err error) *Client {
	if err != nil {
		panic(err)
	}
	return client
}

func addressOf(host string) (string, error) {
	if host == "" {
		return "", &ConfigurationError{"host-missing"}
	}
	u, err := url.Parse(host)
	if err != nil || u.Hostname() == "" || u.User != nil || u.RawQuery != "" || u.ForceQuery || u.Fragment != "" {
		return "", &ConfigurationError{"host-invalid"}
	}
	switch {
	case u.Scheme == "https", u.Scheme == "http" && isLoopback(u.Hostname()):
		return u.Scheme + "://" + u.Host + strings.TrimRight(u.EscapedPath(), "/") + "/captcha/v1/siteverify", nil
	case u.Scheme == "http":
		return "", &ConfigurationError{"host-not-https"}
	default:
		return "", &ConfigurationError{"host-invalid"}
	}
}

func isLoopback(name string) bool {
	ip := net.ParseIP(name)
	return name == "localhost" || ip != nil && ip.IsLoopback()
}

// String leaves out the secret key, which does not belong in logs.
func (c *Client) String() string { return "bollard.Client{" + c.address + "}" }

// GoString leaves out the secret key, too.
func (c *Client) GoString() string { return c.String() }
