// A form without a framework. BOLLARD_SECRET_KEY=bsec_… java -cp bollard.jar Plain.java
import bollard.Bollard;
import bollard.Expectations;
import bollard.Verdict;
import com.sun.net.httpserver.HttpServer;
import java.net.*;

public class Plain {
  public static void main(String[] arguments) throws Exception {
    Bollard bollard = Bollard.with(System.getenv("BOLLARD_SECRET_KEY"), "https://captcha.example.org").build();
    HttpServer server = HttpServer.create(new InetSocketAddress(3000), 0);
    server.createContext("/signup", exchange -> {
      String form = new String(exchange.getRequestBody().readAllBytes(), "UTF-8");
      String token = ("&" + form).replaceAll("(?s)(.*&bollard-response=([^&]*).*)?.*", "$2");
      // #region verify
      Verdict verdict = bollard.verify(URLDecoder.decode(token, "UTF-8"), Expectations.NONE.action("signup"));
      String answer = verdict.passed() ? "Thank you." : "Please go back and try again.";
      exchange.sendResponseHeaders(verdict.passed() ? 200 : 403, answer.length());
      // #endregion
      exchange.getResponseBody().write(answer.getBytes());
      exchange.close();
    });
    server.start();
  }
}
