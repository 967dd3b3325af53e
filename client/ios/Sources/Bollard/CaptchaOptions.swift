/// What a captcha can be told; everything has a default.
public struct CaptchaOptions {
  /// What the form is for; your server gets it with the result.
  public var action = ""
  /// A BCP 47 tag; the visitor's language otherwise.
  public var language = ""
  /// `light` or `dark`; the system's otherwise.
  public var theme = ""

  public init() {}
}

/// Why there is no token, or no captcha.
public struct CaptchaError: Error, Equatable {
  /// `refused`, `offline`, `script-unreachable`, `page-failed`, `removed`, `host-invalid`, `base-url-invalid`,
  /// `site-key-missing`, or another code of the widget.
  public let code: String
}
