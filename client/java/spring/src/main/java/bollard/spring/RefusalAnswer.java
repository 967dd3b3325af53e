package bollard.spring;

import bollard.Refusal;
import bollard.Verdict;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Answers a visitor who was refused. */
public interface RefusalAnswer {
  void answer(Refusal refusal, Verdict verdict, HttpServletRequest request, HttpServletResponse response)
      throws IOException;

  /** 403 with the refusal as JSON, as a page if the visitor's browser asks for one. */
  RefusalAnswer DEFAULT =
      (refusal, verdict, request, response) -> {
        String accept = request.getHeader("Accept");
        boolean isPage = accept != null && accept.contains("text/html");
        response.setStatus(HttpServletResponse.SC_FORBIDDEN);
        response.setContentType(isPage ? "text/html" : "application/json");
        response.setCharacterEncoding("UTF-8");
        response.getWriter().write(isPage ? refusal.asPage() : refusal.asJson());
      };
}
