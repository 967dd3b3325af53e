package io.ktor.server.engine

import io.ktor.server.application.Application

class EmbeddedServer {
    fun start(wait: Boolean): EmbeddedServer = throw NotImplementedError("$wait")
}

fun embeddedServer(factory: Any, port: Int, module: Application.() -> Unit): EmbeddedServer =
    throw NotImplementedError("$factory $port $module")
