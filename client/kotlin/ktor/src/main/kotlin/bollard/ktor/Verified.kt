package bollard.ktor

import bollard.Refusal
import bollard.Verdict
import bollard.kotlin.Captcha
import io.ktor.http.ContentType
import io.ktor.http.HttpStatusCode
import io.ktor.http.Parameters
import io.ktor.server.application.ApplicationCall
import io.ktor.server.request.header
import io.ktor.server.response.respondText
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.withContext

/**
 * The verdict of a form whose token passed. Others were answered when this returns null: with 403, or by [onRefused].
 *
 * @param form what `call.receiveParameters()` gave; the header `bollard-response` counts, too
 * @param action the action that the form gave the widget
 * @param hostnames host names on which the form may have been
 * @param remoteIp the visitor's address, such as `call.request.origin.remoteHost`; it stays here unless you give it
 */
suspend fun ApplicationCall.verified(
    captcha: Captcha,
    form: Parameters,
    action: String? = null,
    hostnames: Collection<String>? = null,
    remoteIp: String? = null,
    onRefused: suspend (Refusal) -> Unit = { refuse(it) }
): Verdict? {
    // A field that came twice is no token.
    val fields = form.getAll("bollard-response")
    val token = if (fields == null) request.header("bollard-response") else fields.singleOrNull()
    val verdict = withContext(Dispatchers.IO) { captcha.verify(token, remoteIp, action, hostnames) }
    if (verdict.passed()) return verdict
    onRefused(Refusal.of(verdict))
    return null
}

private suspend fun ApplicationCall.refuse(refusal: Refusal) {
    val isPage = request.header("Accept")?.contains("text/html") == true
    val type = if (isPage) ContentType.Text.Html else ContentType.Application.Json
    respondText(if (isPage) refusal.asPage() else refusal.asJson(), type, HttpStatusCode.Forbidden)
}
