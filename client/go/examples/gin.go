//go:build ignore

// A form with gin. BOLLARD_SECRET_KEY=bsec_… go run gin.go
package main

import (
	"log"
	"os"

	"bollard.invalid/bollard"
	"bollard.invalid/bollard/bollardgin"
	"github.com/gin-gonic/gin"
)

func main() {
	client := bollard.Must(bollard.New(os.Getenv("BOLLARD_SECRET_KEY"), "https://captcha.example.org"))
	router := gin.Default()
	// #region verify
	router.POST("/signup", bollardgin.Protect(client, bollardgin.Guard{Action: "signup"}), func(c *gin.Context) {
		c.String(200, "Thank you.")
	})
	// #endregion
	log.Fatal(router.Run(":3000"))
}
