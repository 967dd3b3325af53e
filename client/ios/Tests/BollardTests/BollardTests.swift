import XCTest

@testable import Bollard

final class BollardTests: XCTestCase {
  private struct Table: Decodable {
    struct Expected: Decodable {
      let type: String
      let token: String?
      let code: String?
      let height: Double?
    }
    struct Case: Decodable {
      let says: String
      let data: String
      let expect: Expected?
    }
    let channel: String
    let cases: [Case]
  }

  func testMessagesAreReadAsTheTableSays() throws {
    let file = try XCTUnwrap(Bundle.module.url(forResource: "app-messages", withExtension: "json"))
    let table = try JSONDecoder().decode(Table.self, from: Data(contentsOf: file))
    for one in table.cases {
      let expected = one.expect.map {
        AppMessage(type: $0.type, token: $0.token ?? "", code: $0.code ?? "", height: $0.height ?? 0)
      }
      XCTAssertEqual(AppMessage.read(one.data, channel: table.channel), expected, one.says)
    }
  }

  func testNothingAnAppGivesLeavesItsAttribute() throws {
    var options = CaptchaOptions()
    options.action = "\"><script>alert(1)</script>{{channel}}"
    let page = try AppPage.html(host: "https://captcha.example.org", siteKey: "bsk_key", channel: "c", options: options)
    XCTAssertFalse(page.contains("<script>alert"))
    XCTAssertTrue(page.contains("{{channel}}"))
  }

  func testOnlyOriginsAreTaken() {
    for bad in ["", "http://captcha.example.org", "https://a@b.example", "https://a.example/path", "https://a.example\n"] {
      XCTAssertFalse(AppPage.isOrigin(bad), bad)
    }
    XCTAssertTrue(AppPage.isOrigin("https://captcha.example.org"))
  }

  @MainActor
  func testWhatIsAskedBeforeThePageIsThereIsAskedWhenItIs() async throws {
    var ran: [String] = []
    let tokens = PendingTokens { ran.append($0) }
    let asked = Task { try await tokens.ask() }
    while ran.isEmpty {
      await Task.yield()
      tokens.hear(AppMessage(type: "ready"))
    }
    tokens.hear(AppMessage(type: "executed", token: "token"))
    let token = try await asked.value
    XCTAssertEqual(token, "token")
  }
}
