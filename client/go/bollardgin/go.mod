module bollard.invalid/bollard/bollardgin

go 1.19

require (
	bollard.invalid/bollard v0.1.0
	github.com/gin-gonic/gin v1.8.1
)

replace bollard.invalid/bollard => ../
