package jakarta.ws.rs.core; public class Response { public final String said; public Response(String said) { this.said = said; } }
