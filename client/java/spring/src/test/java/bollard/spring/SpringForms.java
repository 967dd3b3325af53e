package bollard.spring;

import bollard.Bollard;
import bollard.FailPolicy;
import bollard.Verdict;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.http.HttpServletRequest;
import java.io.File;
import java.nio.file.Files;
import java.util.List;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.context.support.StaticWebApplicationContext;
import org.springframework.web.multipart.support.StandardServletMultipartResolver;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** The application of client/framework-cases.json, with Spring MVC in Tomcat. */
public final class SpringForms {
  /** Its methods differ in what they expect. */
  @Controller
  @RequestMapping(produces = {"application/json;charset=UTF-8", "text/html;charset=UTF-8"})
  public static class Forms {
    @Protect(action = "signup")
    @ResponseBody
    @RequestMapping(value = "/signup", method = RequestMethod.POST)
    public String signup(HttpServletRequest request, Verdict verdict) throws Exception {
      return answer(request, verdict);
    }

    @Protect(hostnames = "shop.example")
    @ResponseBody
    @RequestMapping(value = "/shop", method = RequestMethod.POST)
    public String shop(HttpServletRequest request, Verdict verdict) throws Exception {
      return answer(request, verdict);
    }

    @Protect(hostnames = "other.example")
    @ResponseBody
    @RequestMapping(value = "/elsewhere", method = RequestMethod.POST)
    public String elsewhere(HttpServletRequest request, Verdict verdict) throws Exception {
      return answer(request, verdict);
    }

    @Protect(action = "delete-account")
    @ResponseBody
    @RequestMapping(value = "/delete-account", method = RequestMethod.POST)
    public String deleteAccount(HttpServletRequest request, Verdict verdict) throws Exception {
      return answer(request, verdict);
    }

    @Protect(sendAddress = true)
    @ResponseBody
    @RequestMapping(value = "/with-address", method = RequestMethod.POST)
    public String withAddress(HttpServletRequest request, Verdict verdict) throws Exception {
      return answer(request, verdict);
    }

    @Protect
    @ResponseBody
    @RequestMapping(value = "/own-answer", method = RequestMethod.POST)
    public String ownAnswer(HttpServletRequest request, Verdict verdict) throws Exception {
      return answer(request, verdict);
    }

    private static String answer(HttpServletRequest request, Verdict verdict) throws Exception {
      boolean isJson = String.valueOf(request.getContentType()).startsWith("application/json");
      String name = request.getParameter("name");
      if (isJson) {
        name = new String(request.getInputStream().readAllBytes(), "UTF-8").replaceAll("(?s).*\"name\":\"([^\"]*)\".*", "$1");
      }
      return String.format(
          "{\"name\":\"%s\",\"verdict\":{\"passed\":%s,\"decidedBy\":\"%s\",\"failure\":%s,\"action\":\"%s\",\"hostname\":\"%s\"}}",
          name, verdict.passed(), verdict.decidedBy(), verdict.failure().map(code -> "\"" + code + "\"").orElse("null"),
          verdict.action().orElse(""), verdict.hostname().orElse(""));
    }
  }

  public static void main(String[] arguments) throws Exception {
    Bollard bollard =
        Bollard.with(System.getenv("BOLLARD_SECRET_KEY"), System.getenv("BOLLARD_HOST"))
            .failPolicy(FailPolicy.of(System.getenv("BOLLARD_FAIL_POLICY")))
            .build();
    ProtectInterceptor protect =
        new ProtectInterceptor(
            bollard,
            (refusal, verdict, request, response) -> {
              if (!request.getRequestURI().equals("/own-answer")) {
                RefusalAnswer.DEFAULT.answer(refusal, verdict, request, response);
                return;
              }
              response.setStatus(422);
              response.getWriter().write("own answer: " + refusal.code());
            });
    RequestMappingHandlerMapping mapping = new RequestMappingHandlerMapping();
    mapping.setInterceptors(new Object[] {protect});
    RequestMappingHandlerAdapter adapter = new RequestMappingHandlerAdapter();
    adapter.setCustomArgumentResolvers(List.of(protect));
    StaticWebApplicationContext context = new StaticWebApplicationContext();
    context.getBeanFactory().registerSingleton("mapping", mapping);
    context.registerSingleton("forms", Forms.class);
    context.getBeanFactory().registerSingleton("adapter", adapter);
    context.getBeanFactory().registerSingleton("multipartResolver", new StandardServletMultipartResolver());
    mapping.setApplicationContext(context);
    adapter.setApplicationContext(context);

    File scratch = Files.createTempDirectory("bollard-spring").toFile();
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(scratch.getPath());
    tomcat.setHostname("127.0.0.1");
    tomcat.setPort(Integer.parseInt(System.getenv("PORT")));
    tomcat.getConnector().setURIEncoding("UTF-8");
    Context app = tomcat.addContext("", scratch.getPath());
    app.setRequestCharacterEncoding("UTF-8");
    context.setServletContext(app.getServletContext());
    context.refresh();
    mapping.afterPropertiesSet();
    adapter.afterPropertiesSet();
    Wrapper servlet = Tomcat.addServlet(app, "spring", new DispatcherServlet(context));
    servlet.setMultipartConfigElement(new MultipartConfigElement(scratch.getPath()));
    app.addServletMappingDecoded("/", "spring");
    FilterDef filter = new FilterDef();
    filter.setFilterName("json");
    filter.setFilter(new JsonBodyFilter());
    app.addFilterDef(filter);
    FilterMap everything = new FilterMap();
    everything.setFilterName("json");
    everything.addURLPattern("/*");
    app.addFilterMap(everything);
    tomcat.start();
    tomcat.getServer().await();
  }
}
