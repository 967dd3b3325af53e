package bollard.android;

import android.annotation.SuppressLint;
import android.content.Context;
import android.content.Intent;
import android.net.Uri;
import android.util.AttributeSet;
import android.webkit.JavascriptInterface;
import android.webkit.RenderProcessGoneDetail;
import android.webkit.WebResourceError;
import android.webkit.WebResourceRequest;
import android.webkit.WebView;
import android.webkit.WebViewClient;
import java.util.Collections;
import java.util.Map;

/**
 * The captcha in a WebView. Call {@link #load} once, then {@link #execute} when the visitor sends the form. All methods
 * belong on the main thread.
 */
public final class BollardCaptchaView extends WebView {
  private final PendingTokens tokens = new PendingTokens(script -> evaluateJavascript(script, null));
  private String channel = "";
  private String baseUrl = "";
  private String host = "";

  public BollardCaptchaView(Context context) {
    this(context, null);
  }

  public BollardCaptchaView(Context context, AttributeSet attributes) {
    super(context, attributes);
    prepare();
  }

  /** {@link #load(String, String, String, Map)} without options. */
  public void load(String host, String siteKey, String baseUrl) {
    load(host, siteKey, baseUrl, Collections.emptyMap());
  }

  /**
   * Shows the captcha.
   *
   * @param host origin of your Bollard, such as {@code https://captcha.example.org}
   * @param siteKey {@code bsk_…}
   * @param baseUrl origin that the page has, such as {@code https://app.example.org}; a domain of the captcha's
   *   environment
   * @param options {@code action}, {@code language}, {@code theme}
   * @throws IllegalArgumentException {@code host-invalid}, {@code base-url-invalid}, {@code site-key-missing}
   */
  public void load(String host, String siteKey, String baseUrl, Map<String, String> options) {
    require(AppPage.isOrigin(host), "host-invalid");
    require(AppPage.isOrigin(baseUrl), "base-url-invalid");
    require(siteKey != null && !siteKey.isEmpty(), "site-key-missing");
    tokens.end("reset");
    this.host = host;
    this.baseUrl = baseUrl;
    channel = AppPage.randomChannel();
    loadDataWithBaseURL(baseUrl + "/", AppPage.of(host, siteKey, channel, options), "text/html", "UTF-8", null);
  }

  /**
   * Asks for a token; the visitor sees the check run. Each call gets one of its own, unless it comes while another one
   * waits.
   */
  public void execute(CaptchaCallback callback) {
    tokens.ask(callback);
  }

  /** Clears token and state. */
  public void reset() {
    evaluateJavascript("bollard.reset()", null);
  }

  @Override
  protected void onDetachedFromWindow() {
    tokens.end("removed");
    super.onDetachedFromWindow();
  }

  @SuppressLint({"SetJavaScriptEnabled", "AddJavascriptInterface"})
  private void prepare() {
    getSettings().setJavaScriptEnabled(true);
    getSettings().setAllowFileAccess(false);
    getSettings().setAllowContentAccess(false);
    setBackgroundColor(0);
    addJavascriptInterface(new Ear(), "BollardApp");
    setWebViewClient(new Client());
  }

  private void hear(String data) {
    AppMessage message = AppMessage.read(data, channel);
    if (message == null) {
      return;
    }
    if (message.type.equals("size")) {
      setMinimumHeight((int) Math.ceil(message.height * getResources().getDisplayMetrics().density));
    }
    tokens.hear(message);
  }

  private static void require(boolean holds, String code) {
    if (!holds) {
      throw new IllegalArgumentException(code);
    }
  }

  /** What the page's scripts can call. They run on a thread of the WebView's. */
  private final class Ear {
    @JavascriptInterface
    public void postMessage(String data) {
      post(() -> hear(data));
    }
  }

  private final class Client extends WebViewClient {
    /** The page loads no other page; a link, such as to the privacy page, opens in the visitor's browser. */
    @Override
    public boolean shouldOverrideUrlLoading(WebView view, WebResourceRequest request) {
      String address = request.getUrl().toString();
      if (!request.isForMainFrame()) {
        return !address.startsWith(host + "/");
      }
      if (address.startsWith("https://") && !address.startsWith(baseUrl + "/")) {
        getContext().startActivity(
            new Intent(Intent.ACTION_VIEW, Uri.parse(address)).addFlags(Intent.FLAG_ACTIVITY_NEW_TASK)
        );
      }
      return true;
    }

    @Override
    public void onReceivedError(WebView view, WebResourceRequest request, WebResourceError error) {
      if (request.isForMainFrame()) {
        tokens.end("page-failed");
      }
    }

    @Override
    public boolean onRenderProcessGone(WebView view, RenderProcessGoneDetail detail) {
      tokens.end("page-failed");
      return true;
    }
  }
}
