import Foundation

/// The page that shows one captcha in a web view.
enum AppPage {
  /// Whether an address is an origin that can be used: `https://…` without a path, or this device while you develop.
  static func isOrigin(_ address: String) -> Bool {
    let shape = "^(https://[a-z0-9.-]+(:[0-9]{1,5})?|http://(localhost|127(\\.[0-9]{1,3}){3})(:[0-9]{1,5})?)\\z"
    return address.range(of: shape, options: .regularExpression) != nil
  }

  /// The page's HTML.
  static func html(host: String, siteKey: String, channel: String, options: CaptchaOptions) throws -> String {
    guard let file = Bundle.module.url(forResource: "page", withExtension: "html") else {
      throw CaptchaError(code: "page-missing")
    }
    let template = try String(contentsOf: file, encoding: .utf8)
    let values = [
      "host": host, "origin": host, "siteKey": siteKey, "channel": channel,
      "action": options.action, "language": options.language, "theme": options.theme,
    ]
    // One pass, so that nothing an app gives is taken for a place to fill.
    var page = ""
    for (index, part) in template.components(separatedBy: "{{").enumerated() {
      guard index > 0, let close = part.range(of: "}}") else {
        page += part
        continue
      }
      page += quoted(values[String(part[..<close.lowerBound])] ?? "") + part[close.upperBound...]
    }
    return page
  }

  /// 128 bits, in hexadecimal: names a page to its view, and nobody else can know it.
  static func randomChannel() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<16).map { _ in String(format: "%02x", UInt8.random(in: .min ... .max, using: &random)) }.joined()
  }

  private static func quoted(_ value: String) -> String {
    value.unicodeScalars.map { "&<>\"'".unicodeScalars.contains($0) ? "&#\($0.value);" : String($0) }.joined()
  }
}
