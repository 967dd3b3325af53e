// A form without a framework
import bollard.groovy.Captcha
import com.sun.net.httpserver.HttpServer

def captcha = new Captcha(secretKey: System.getenv('BOLLARD_SECRET_KEY'), host: 'https://captcha.example.org')
def server = HttpServer.create(new InetSocketAddress(3000), 0)
server.createContext('/signup') { exchange ->
    def fields = exchange.requestBody.getText('UTF-8').split('&').collect { it.split('=', 2) }
    def token = fields.find { it[0] == 'bollard-response' && it.size() == 2 }?.getAt(1)
    // #region verify
    def verdict = captcha.verify(token ? URLDecoder.decode(token, 'UTF-8') : null, action: 'signup')
    def answer = verdict.passed() ? 'Thank you.' : 'Please go back and try again.'
    exchange.sendResponseHeaders(verdict.passed() ? 200 : 403, answer.length())
    // #endregion
    exchange.responseBody << answer.bytes
    exchange.close()
}
server.start()
