// As much of Ktor's interfaces as the part for it uses, so that it is compiled. Nothing here runs.
package io.ktor.http

class ContentType {
    object Text { val Html = ContentType() }
    object Application { val Json = ContentType() }
}

class HttpStatusCode {
    companion object { val Forbidden = HttpStatusCode() }
}

interface Parameters {
    fun getAll(name: String): List<String>?
    operator fun get(name: String): String?
}
