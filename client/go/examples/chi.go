//go:build ignore

// A form with chi. BOLLARD_SECRET_KEY=bsec_… go run chi.go
package main

import (
	"log"
	"net/http"
	"os"

	"bollard.invalid/bollard"
	"github.com/go-chi/chi/v5"
)

func main() {
	client := bollard.Must(bollard.New(os.Getenv("BOLLARD_SECRET_KEY"), "https://captcha.example.org"))
	router := chi.NewRouter()
	// #region verify
	router.With(client.Protect(bollard.Guard{Action: "signup"})).Post("/signup", func(w http.ResponseWriter, r *http.Request) {
		w.Write([]byte("Thank you."))
	})
	// #endregion
	log.Fatal(http.ListenAndServe(":3000", router))
}
