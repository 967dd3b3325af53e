package io.ktor.server.routing

import io.ktor.server.application.Application
import io.ktor.server.application.ApplicationCall

interface RoutingContext {
    val call: ApplicationCall
}

interface Routing {
    fun post(path: String, body: suspend RoutingContext.() -> Unit)
}

fun Application.routing(configuration: Routing.() -> Unit) {
    throw NotImplementedError("$configuration")
}
