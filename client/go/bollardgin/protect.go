// Package bollardgin protects forms of gin.
package bollardgin

import (
	"net/http"

	"bollard.invalid/bollard"
	"github.com/gin-gonic/gin"
)

const verdictKey = "bollard.verdict"

// Guard says what a form expects of its own tokens, and how refused visitors are answered. The zero value expects nothing.
type Guard struct {
	// Action is the action that the form gave the widget.
	Action string
	// Hostnames on which the form may have been.
	Hostnames []string
	// Field is the name of the form's field, if the widget has a name of its own.
	Field string
	// SendIP tells Bollard the visitor's address, ClientIP of gin.
	SendIP bool
	// OnRefused answers a refused visitor in place of the client.
	OnRefused func(*gin.Context, bollard.Refusal)
}

// Protect is a middleware: it runs the handlers after it if the token passed, and answers others with 403.
func Protect(client *bollard.Client, guard Guard) gin.HandlerFunc {
	return func(c *gin.Context) {
		expected := bollard.Guard{Action: guard.Action, Hostnames: guard.Hostnames, Field: guard.Field}
		if guard.SendIP {
			expected.RemoteIP = func(*http.Request) string { return c.ClientIP() }
		}
		verdict := client.VerifyRequest(c.Request, expected)
		c.Set(verdictKey, verdict)
		if verdict.Passed {
			c.Next()
			return
		}
		c.Abort()
		refusal := bollard.RefusalOf(verdict)
		if guard.OnRefused != nil {
			guard.OnRefused(c, refusal)
			return
		}
		contentType, body := refusal.Answer(c.GetHeader("Accept"))
		c.Data(http.StatusForbidden, contentType, body)
	}
}

// VerdictOf returns the verdict of a request that Protect let through; false if there is none.
func VerdictOf(c *gin.Context) (bollard.Verdict, bool) {
	value, _ := c.Get(verdictKey)
	verdict, ok := value.(bollard.Verdict)
	return verdict, ok
}
