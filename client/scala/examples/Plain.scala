// A form without a framework
import bollard.scaladsl.Captcha
import com.sun.net.httpserver.{HttpExchange, HttpHandler, HttpServer}
import java.net.{InetSocketAddress, URLDecoder}

object Plain extends App with HttpHandler {
  val captcha = new Captcha(sys.env("BOLLARD_SECRET_KEY"), "https://captcha.example.org")

  def handle(exchange: HttpExchange): Unit = {
    val fields = scala.io.Source.fromInputStream(exchange.getRequestBody, "UTF-8").mkString.split("&")
    val token = fields.map(_.split("=", 2)).collectFirst { case Array("bollard-response", value) => value }
    // #region verify
    val verdict = captcha.verify(token.map(URLDecoder.decode(_, "UTF-8")), action = Some("signup"))
    val answer = if (verdict.passed) "Thank you." else "Please go back and try again."
    exchange.sendResponseHeaders(if (verdict.passed) 200 else 403, answer.length)
    // #endregion
    exchange.getResponseBody.write(answer.getBytes)
    exchange.close()
  }

  val server = HttpServer.create(new InetSocketAddress(3000), 0)
  server.createContext("/signup", this)
  server.start()
}
