// Runs the cases of BOLLARD_CASES and prints what the client did. See client/README.md.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"time"

	"bollard.invalid/bollard"
)

type options struct {
	SecretKey  string
	Host       string
	SiteKey    string
	FailPolicy *string
	TimeoutMs  *int
}

type prepared struct {
	Cases []struct {
		ID      string
		Options options
		Token   *string
		Call    struct {
			RemoteIP  string `json:"remoteIp"`
			Action    string
			Hostnames []string
		}
	}
	Configurations []struct {
		ID      string
		Options options
	}
}

func client(o options) (*bollard.Client, error) {
	given := []bollard.Option{bollard.WithSiteKey(o.SiteKey)}
	if o.FailPolicy != nil {
		given = append(given, bollard.WithFailPolicy(bollard.FailPolicy(*o.FailPolicy)))
	}
	if o.TimeoutMs != nil {
		given = append(given, bollard.WithTimeout(time.Duration(*o.TimeoutMs)*time.Millisecond))
	}
	return bollard.New(o.SecretKey, o.Host, given...)
}

func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	response, err := http.Get(os.Getenv("BOLLARD_CASES") + "/")
	check(err)
	defer response.Body.Close()
	var all prepared
	check(json.NewDecoder(response.Body).Decode(&all))
	cases, configurations := map[string]any{}, map[string]any{}
	for _, one := range all.Cases {
		c, err := client(one.Options)
		check(err)
		token := ""
		if one.Token != nil {
			token = *one.Token
		}
		expected := bollard.Expectations{RemoteIP: one.Call.RemoteIP, Action: one.Call.Action, Hostnames: one.Call.Hostnames}
		v := c.Verify(context.Background(), token, expected)
		codes := v.Codes
		if codes == nil {
			codes = []string{}
		}
		cases[one.ID] = map[string]any{
			"passed": v.Passed, "decidedBy": v.DecidedBy, "failure": orNull(string(v.Failure)), "codes": codes,
			"retryAfterSeconds": v.RetryAfterSeconds, "score": v.Score, "action": orNull(v.Action),
			"hostname": orNull(v.Hostname), "verificationId": orNull(v.VerificationID),
		}
	}
	for _, one := range all.Configurations {
		_, err := client(one.Options)
		var fault *bollard.ConfigurationError
		if errors.As(err, &fault) {
			configurations[one.ID] = fault.Code
		} else {
			configurations[one.ID] = nil
		}
	}
	check(json.NewEncoder(os.Stdout).Encode(map[string]any{"cases": cases, "configurations": configurations}))
}
