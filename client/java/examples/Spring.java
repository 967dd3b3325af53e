import bollard.Bollard;
import bollard.Verdict;
import bollard.spring.Protect;
import bollard.spring.ProtectInterceptor;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.config.annotation.*;

@RestController
class Signup implements WebMvcConfigurer {
  private final Bollard bollard = Bollard.with(System.getenv("BOLLARD_SECRET_KEY"), "https://captcha.example.org").build();

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry.addInterceptor(new ProtectInterceptor(bollard));
  }

  // #region verify
  @PostMapping("/signup")
  @Protect(action = "signup")
  String signup() {
    return "Thank you.";
  }
  // #endregion
}
