package bollard.spring;

import bollard.Bollard;
import bollard.Expectations;
import bollard.Refusal;
import bollard.Verdict;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.ModelAndView;

/** Does what {@link Protect} says. Register it as interceptor and as argument resolver. */
public final class ProtectInterceptor implements HandlerInterceptor, HandlerMethodArgumentResolver {
  private static final String VERDICT = Verdict.class.getName();

  private final Bollard bollard;
  private final RefusalAnswer answer;

  public ProtectInterceptor(Bollard bollard) {
    this(bollard, RefusalAnswer.DEFAULT);
  }

  /** Answers refused visitors as you say. */
  public ProtectInterceptor(Bollard bollard, RefusalAnswer answer) {
    this.bollard = bollard;
    this.answer = answer;
  }

  @Override
  public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) throws Exception {
    Protect protect = handler instanceof HandlerMethod ? protectionOf((HandlerMethod) handler) : null;
    if (protect == null) {
      return true;
    }
    Expectations expected =
        Expectations.NONE
            .action(protect.action().isEmpty() ? null : protect.action())
            .remoteIp(protect.sendAddress() ? request.getRemoteAddr() : null);
    if (protect.hostnames().length > 0) {
      expected = expected.hostnames(List.of(protect.hostnames()));
    }
    Verdict verdict = bollard.verify(tokenOf(request, protect.field()), expected);
    request.setAttribute(VERDICT, verdict);
    if (!verdict.passed()) {
      answer.answer(Refusal.of(verdict), verdict, request, response);
    }
    return verdict.passed();
  }

  @Override
  public void postHandle(HttpServletRequest request, HttpServletResponse response, Object handler, ModelAndView view) {}

  @Override
  public void afterCompletion(HttpServletRequest request, HttpServletResponse response, Object handler, Exception error) {}

  @Override
  public boolean supportsParameter(MethodParameter parameter) {
    return parameter.getParameterType() == Verdict.class;
  }

  @Override
  public Object resolveArgument(
      MethodParameter parameter, ModelAndViewContainer view, NativeWebRequest request, WebDataBinderFactory binders) {
    return request.getAttribute(VERDICT, RequestAttributes.SCOPE_REQUEST);
  }

  private static Protect protectionOf(HandlerMethod method) {
    Protect own = method.getMethodAnnotation(Protect.class);
    return own == null ? method.getBeanType().getAnnotation(Protect.class) : own;
  }

  /** Of the body, else of the header. A field that came twice, or in the address, which gets logged, is no token. */
  private static String tokenOf(HttpServletRequest request, String field) {
    Object json = request.getAttribute(JsonBodyFilter.BODY);
    String query = request.getQueryString();
    String[] values = query != null && query.contains(field) ? new String[2] : request.getParameterValues(field);
    if (values != null) {
      return values.length == 1 ? values[0] : null;
    }
    String token = json instanceof byte[] ? Refusal.tokenOfJson((byte[]) json, field) : null;
    return token == null ? request.getHeader("bollard-response") : token;
  }
}
