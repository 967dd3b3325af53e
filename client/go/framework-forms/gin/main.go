//go:build frameworks

// Command gin is the application of client/framework-cases.json with gin.
package main

import (
	"log"
	"net/http"

	"bollard.invalid/bollard"
	"bollard.invalid/bollard/bollardgin"
	"bollard.invalid/bollard/framework-forms/forms"
	"github.com/gin-gonic/gin"
)

func main() {
	client := forms.Client()
	router := gin.New()
	for path, expected := range forms.Guards {
		guard := bollardgin.Guard{Action: expected.Action, Hostnames: expected.Hostnames, SendIP: expected.RemoteIP != nil}
		if expected.OnRefused != nil {
			guard.OnRefused = func(c *gin.Context, refusal bollard.Refusal) {
				c.String(http.StatusUnprocessableEntity, "own answer: "+refusal.Code)
			}
		}
		router.POST(path, bollardgin.Protect(client, guard), func(c *gin.Context) {
			verdict, ok := bollardgin.VerdictOf(c)
			if !ok {
				c.Status(http.StatusInternalServerError)
				return
			}
			c.JSON(http.StatusOK, forms.Answer(c.Request, verdict))
		})
	}
	log.Fatal(router.Run(forms.Address()))
}
