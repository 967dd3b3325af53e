import Foundation

/// What the page tells the app.
struct AppMessage: Equatable {
  let type: String
  /// Empty where there is none.
  var token = ""
  /// Why it failed; empty where there is nothing to say.
  var code = ""
  /// In points, of `size`.
  var height = 0.0

  /// Reads a message; nil where it isn't one of this page. Anything that runs in a web view can send messages, so only
  /// those with the page's own channel and of a known shape count.
  static func read(_ data: String, channel: String) -> AppMessage? {
    guard data.utf16.count <= 16_384,
      let message = try? JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any],
      message["bollard"] as? Int == 1,
      message["channel"] as? String == channel,
      let type = message["type"] as? String
    else { return nil }
    let token = matching(message["token"], "^[\\x21-\\x7e]{1,8192}\\z")
    let code = matching(message["code"], "^[A-Za-z0-9_-]{1,64}\\z")
    switch type {
    case "ready", "started", "expired", "reset":
      return AppMessage(type: type)
    case "solved", "executed":
      return token.isEmpty ? nil : AppMessage(type: type, token: token)
    case "failed":
      // Only during an outage is there something that the form may be sent with.
      let isOutage = message["failover"] as? Bool == true
      return code.isEmpty ? nil : AppMessage(type: type, token: isOutage ? token : "", code: code)
    case "rejected", "unavailable", "throttled":
      return code.isEmpty ? nil : AppMessage(type: type, code: code)
    case "size":
      guard let height = message["height"] as? Double, (0...1_000).contains(height) else { return nil }
      return AppMessage(type: type, height: height)
    default:
      return nil
    }
  }

  private static func matching(_ value: Any?, _ shape: String) -> String {
    guard let text = value as? String, text.range(of: shape, options: .regularExpression) != nil else { return "" }
    return text
  }
}
