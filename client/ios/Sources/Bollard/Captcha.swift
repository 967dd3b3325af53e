#if canImport(UIKit)
  import SwiftUI

  /// The captcha in SwiftUI. Keep the view that it hands over, and ask it for a token.
  public struct Captcha: UIViewRepresentable {
    private let make: () throws -> CaptchaView
    private let onReady: (CaptchaView) -> Void

    /// `onReady` gets the view once; `execute()` of it gives tokens. Wrong settings show nothing, and `onReady` isn't
    /// called.
    public init(
      host: String, siteKey: String, baseURL: String, options: CaptchaOptions = CaptchaOptions(),
      onReady: @escaping (CaptchaView) -> Void
    ) {
      make = { try CaptchaView(host: host, siteKey: siteKey, baseURL: baseURL, options: options) }
      self.onReady = onReady
    }

    public func makeUIView(context: Context) -> UIView {
      guard let view = try? make() else { return UIView() }
      onReady(view)
      return view
    }

    public func updateUIView(_ view: UIView, context: Context) {}
  }
#endif
