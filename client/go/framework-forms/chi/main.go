//go:build frameworks

// Command chi is the application of client/framework-cases.json with chi.
package main

import (
	"log"
	"net/http"

	"bollard.invalid/bollard/framework-forms/forms"
	"github.com/go-chi/chi/v5"
)

func main() {
	client := forms.Client()
	router := chi.NewRouter()
	for path, guard := range forms.Guards {
		router.With(client.Protect(guard)).Post(path, forms.Handler)
	}
	log.Fatal(http.ListenAndServe(forms.Address(), router))
}
