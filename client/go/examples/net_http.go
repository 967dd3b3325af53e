//go:build ignore

// A form with net/http. BOLLARD_SECRET_KEY=bsec_… go run net_http.go
package main

import (
	"log"
	"net/http"
	"os"

	"bollard.invalid/bollard"
)

func main() {
	client := bollard.Must(bollard.New(os.Getenv("BOLLARD_SECRET_KEY"), "https://captcha.example.org"))
	// #region verify
	signup := func(w http.ResponseWriter, r *http.Request) { w.Write([]byte("Thank you.")) }
	protect := client.Protect(bollard.Guard{Action: "signup"})
	http.Handle("/signup", protect(http.HandlerFunc(signup)))
	// #endregion
	log.Fatal(http.ListenAndServe(":3000", nil))
}
