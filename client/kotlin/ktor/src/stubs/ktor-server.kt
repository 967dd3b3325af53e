package io.ktor.server.application

import io.ktor.server.request.ApplicationRequest

interface ApplicationCall {
    val request: ApplicationRequest
}

class Application
