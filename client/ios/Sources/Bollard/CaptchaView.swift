#if canImport(UIKit)
  import UIKit
  import WebKit

  /// The captcha in a web view. Ask it for a token when the visitor sends the form.
  @MainActor
  public final class CaptchaView: UIView {
    private let host: String
    private let baseURL: String
    private let channel = AppPage.randomChannel()
    private let webView: WKWebView
    private lazy var tokens = PendingTokens { [weak self] script in self?.webView.evaluateJavaScript(script) }
    private lazy var height = heightAnchor.constraint(equalToConstant: 72)

    /// - Parameters:
    ///   - host: origin of your Bollard, such as `https://captcha.example.org`
    ///   - siteKey: `bsk_…`
    ///   - baseURL: origin that the page has, such as `https://app.example.org`; a domain of the captcha's environment
    /// - Throws: `CaptchaError` with `host-invalid`, `base-url-invalid` or `site-key-missing`
    public init(host: String, siteKey: String, baseURL: String, options: CaptchaOptions = CaptchaOptions()) throws {
      guard AppPage.isOrigin(host) else { throw CaptchaError(code: "host-invalid") }
      guard AppPage.isOrigin(baseURL), let address = URL(string: baseURL + "/") else {
        throw CaptchaError(code: "base-url-invalid")
      }
      guard !siteKey.isEmpty else { throw CaptchaError(code: "site-key-missing") }
      self.host = host
      self.baseURL = baseURL
      let html = try AppPage.html(host: host, siteKey: siteKey, channel: channel, options: options)
      let configuration = WKWebViewConfiguration()
      // Nothing is kept from one form to the next.
      configuration.websiteDataStore = .nonPersistent()
      webView = WKWebView(frame: .zero, configuration: configuration)
      super.init(frame: .zero)
      configuration.userContentController.add(Ear(self), name: "BollardApp")
      webView.navigationDelegate = self
      webView.isOpaque = false
      webView.backgroundColor = .clear
      webView.scrollView.isScrollEnabled = false
      webView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      addSubview(webView)
      height.isActive = true
      webView.loadHTMLString(html, baseURL: address)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) {
      fatalError("Create it with its keys")
    }

    /// A token that nobody got before. Send it to your server, which verifies it.
    public func execute() async throws -> String {
      try await tokens.ask()
    }

    /// Clears token and state.
    public func reset() {
      webView.evaluateJavaScript("bollard.reset()")
    }

    override public func willMove(toWindow window: UIWindow?) {
      super.willMove(toWindow: window)
      if window == nil { tokens.end("removed") }
    }

    fileprivate func hear(_ sent: WKScriptMessage) {
      let origin = sent.frameInfo.securityOrigin
      guard sent.frameInfo.isMainFrame, URL(string: baseURL)?.host == origin.host, let data = sent.body as? String,
        let message = AppMessage.read(data, channel: channel)
      else { return }
      if message.type == "size" { height.constant = max(1, message.height) }
      tokens.hear(message)
    }
  }

  extension CaptchaView: WKNavigationDelegate {
    /// The page loads no other page; a link, such as to the privacy page, opens in the visitor's browser.
    public func webView(
      _ webView: WKWebView, decidePolicyFor action: WKNavigationAction
    ) async -> WKNavigationActionPolicy {
      let address = action.request.url?.absoluteString ?? ""
      guard action.targetFrame?.isMainFrame ?? true else {
        return address.hasPrefix(host + "/") || address == "about:blank" ? .allow : .cancel
      }
      if address == baseURL + "/" || address == "about:blank" { return .allow }
      if let url = action.request.url, url.scheme == "https" { await UIApplication.shared.open(url) }
      return .cancel
    }

    public func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: Error) {
      tokens.end("page-failed")
    }

    public func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
      tokens.end("page-failed")
    }
  }

  /// A web view keeps what hears it; this keeps the view only as long as somebody else does.
  private final class Ear: NSObject, WKScriptMessageHandler {
    private weak var view: CaptchaView?

    init(_ view: CaptchaView) {
      self.view = view
    }

    func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage) {
      view?.hear(message)
    }
  }
#endif
