// A form with Ktor
import bollard.kotlin.Captcha
import bollard.ktor.verified
import io.ktor.server.engine.embeddedServer
import io.ktor.server.netty.Netty
import io.ktor.server.request.receiveParameters
import io.ktor.server.response.respondText
import io.ktor.server.routing.*

fun main() {
    val captcha = Captcha(System.getenv("BOLLARD_SECRET_KEY"), "https://captcha.example.org")
    embeddedServer(Netty, port = 3000) {
        routing {
            // #region verify
            post("/signup") {
                val verdict = call.verified(captcha, call.receiveParameters(), action = "signup")
                if (verdict != null) call.respondText("Thank you, verification ${verdict.verificationId()}.")
            }
            // #endregion
        }
    }.start(wait = true)
}
