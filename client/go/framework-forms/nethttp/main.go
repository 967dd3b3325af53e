// Command nethttp is the application of client/framework-cases.json with net/http.
package main

import (
	"log"
	"net/http"

	"bollard.invalid/bollard/framework-forms/forms"
)

func main() {
	client := forms.Client()
	mux := http.NewServeMux()
	for path, guard := range forms.Guards {
		mux.Handle(path, client.Protect(guard)(http.HandlerFunc(forms.Handler)))
	}
	log.Fatal(http.ListenAndServe(forms.Address(), mux))
}
