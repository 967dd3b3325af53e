package io.ktor.server.request

import io.ktor.http.Parameters
import io.ktor.server.application.ApplicationCall

interface ApplicationRequest

fun ApplicationRequest.header(name: String): String? = throw NotImplementedError(name)

suspend fun ApplicationCall.receiveParameters(): Parameters = throw NotImplementedError()
