import android.app.Activity;
import android.os.Bundle;
import bollard.android.BollardCaptchaView;
import bollard.android.CaptchaCallback;

public final class ContactActivity extends Activity {
  private BollardCaptchaView captcha;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    captcha = new BollardCaptchaView(this);
    captcha.load("https://captcha.example.org", "YOUR_SITE_KEY", "https://app.example.org");
    setContentView(captcha);
  }

  void send(String message) {
    captcha.execute(new CaptchaCallback() {
      @Override
      public void onToken(String token) {
        post("https://app.example.org/contact", message, token);
      }

      @Override
      public void onFailed(String code) {
        show("Please try again.");
      }
    });
  }

  /** Your own call: the server verifies the token. */
  private void post(String address, String message, String token) {}

  private void show(String text) {}
}
