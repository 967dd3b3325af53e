/// What the app has asked of the page: kept until the page is there, and answered once.
@MainActor
final class PendingTokens {
  private let run: (String) -> Void
  private var waiting: [CheckedContinuation<String, Error>] = []
  private var isReady = false

  init(run: @escaping (String) -> Void) {
    self.run = run
  }

  /// Calls that come meanwhile share the answer.
  func ask() async throws -> String {
    try await withCheckedThrowingContinuation { continuation in
      waiting.append(continuation)
      if isReady && waiting.count == 1 { run("bollard.execute()") }
    }
  }

  func hear(_ message: AppMessage) {
    switch message.type {
    case "ready":
      isReady = true
      if !waiting.isEmpty { run("bollard.execute()") }
    case "executed":
      taken().forEach { $0.resume(returning: message.token) }
    case "rejected", "unavailable":
      fail(message.code)
    default:
      break
    }
  }

  /// The page is gone, or never came.
  func end(_ code: String) {
    isReady = false
    fail(code)
  }

  private func fail(_ code: String) {
    taken().forEach { $0.resume(throwing: CaptchaError(code: code)) }
  }

  private func taken() -> [CheckedContinuation<String, Error>] {
    defer { waiting = [] }
    return waiting
  }
}
