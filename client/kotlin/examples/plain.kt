// A form without a framework
import bollard.kotlin.Captcha
import com.sun.net.httpserver.HttpServer
import java.net.InetSocketAddress
import java.net.URLDecoder

fun main() {
    val captcha = Captcha(System.getenv("BOLLARD_SECRET_KEY"), "https://captcha.example.org")
    val server = HttpServer.create(InetSocketAddress(3000), 0)
    server.createContext("/signup") { exchange ->
        val fields = exchange.requestBody.readBytes().toString(Charsets.UTF_8).split("&")
        val token = fields.map { it.split("=") }.find { it[0] == "bollard-response" }?.getOrNull(1)
        // #region verify
        val verdict = captcha.verify(token?.let { URLDecoder.decode(it, "UTF-8") }, action = "signup")
        val answer = if (verdict.passed()) "Thank you." else "Please go back and try again."
        exchange.sendResponseHeaders(if (verdict.passed()) 200 else 403, answer.length.toLong())
        // #endregion
        exchange.responseBody.write(answer.toByteArray())
        exchange.close()
    }
    server.start()
}
