// Package forms is what the applications of client/framework-cases.json share.
package forms

import (
	"encoding/json"
	"log"
	"net/http"
	"os"

	"bollard.invalid/bollard"
)

// Client is that of the environment.
func Client() *bollard.Client {
	policy := bollard.FailPolicy(os.Getenv("BOLLARD_FAIL_POLICY"))
	client, err := bollard.New(os.Getenv("BOLLARD_SECRET_KEY"), os.Getenv("BOLLARD_HOST"), bollard.WithFailPolicy(policy))
	if err != nil {
		log.Fatal(err)
	}
	return client
}

// Address to listen on.
func Address() string { return "127.0.0.1:" + os.Getenv("PORT") }

// Guards of the addresses, as far as they are the same for all.
var Guards = map[string]bollard.Guard{
	"/signup":         {Action: "signup"},
	"/shop":           {Hostnames: []string{"shop.example"}},
	"/elsewhere":      {Hostnames: []string{"other.example"}},
	"/delete-account": {Action: "delete-account"},
	"/with-address":   {RemoteIP: bollard.DirectIP},
	"/own-answer": {OnRefused: func(w http.ResponseWriter, _ *http.Request, refusal bollard.Refusal) {
		w.WriteHeader(http.StatusUnprocessableEntity)
		_, _ = w.Write([]byte("own answer: " + refusal.Code))
	}},
}

// Answer is what an application answers a visitor who passed.
func Answer(r *http.Request, verdict bollard.Verdict) map[string]any {
	var fields struct{ Name string }
	if json.NewDecoder(r.Body).Decode(&fields) != nil {
		fields.Name = r.FormValue("name")
	}
	return map[string]any{"name": fields.Name, "verdict": map[string]any{
		"passed": verdict.Passed, "decidedBy": verdict.DecidedBy, "failure": verdict.Failure,
		"action": verdict.Action, "hostname": verdict.Hostname,
	}}
}

// Handler answers a visitor who passed.
func Handler(w http.ResponseWriter, r *http.Request) {
	verdict, ok := bollard.VerdictOf(r.Context())
	if !ok {
		http.Error(w, "no verdict", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(Answer(r, verdict))
}
