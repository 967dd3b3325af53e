package io.ktor.server.netty

object Netty
