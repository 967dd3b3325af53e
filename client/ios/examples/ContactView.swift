import Bollard
import SwiftUI

struct ContactView: View {
  @State private var message = ""
  @State private var answer = ""
  @State private var captcha: CaptchaView?

  var body: some View {
    Form {
      TextField("Message", text: $message)
      Captcha(host: "https://captcha.example.org", siteKey: "YOUR_SITE_KEY", baseURL: "https://app.example.org") {
        captcha = $0
      }
      Button("Send") { Task { await send() } }
      Text(answer)
    }
  }

  private func send() async {
    do {
      guard let token = try await captcha?.execute() else { return }
      var request = URLRequest(url: URL(string: "https://app.example.org/contact")!)
      request.httpMethod = "POST"
      request.setValue("application/json", forHTTPHeaderField: "content-type")
      request.httpBody = try JSONEncoder().encode(["message": message, "bollard-response": token])
      let (_, response) = try await URLSession.shared.data(for: request)
      answer = (response as? HTTPURLResponse)?.statusCode == 200 ? "Thank you." : "Please try again."
    } catch {
      answer = "Please try again."
    }
  }
}
