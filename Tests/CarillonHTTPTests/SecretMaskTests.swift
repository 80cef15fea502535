import CarillonFeatures
import Testing

@testable import CarillonHTTP

@Suite("Secrets in the answer to a trial")
struct SecretMaskTests {
  private let mask = SecretMask(["Bearer s3/c\"ret", "k1", ""])

  @Test("T27: a secret that a service repeats is hidden, wherever the answer says it")
  func hidden() throws {
    #expect(
      mask.masking("you: Bearer s3/c\"ret, again s3/c\"ret, k1.") == "you: •••, again •••, •••.")
    let trial = Trial()
    trial.secrets = ["Bearer s3cret"]
    trial.body = Array(#"{"headline":"Hi s3cret","data":["Bearer s3cret"]}"#.utf8)
    let fetched = try Fetched(parsing: #"{"headline":"Hi s3cret"}"#, size: 9)
    guard case .tried(let result, let sample) = trial.told(.payload(fetched, etag: "\"s3cret\""))
    else {
      Issue.record("a trial")
      return
    }
    #expect(sample.text == #"{"headline":"Hi •••","data":["•••"]}"#)
    #expect(sample.places?.map(\.text) == ["Hi •••", "•••"])
    var masked = fetched
    masked.payload = Payload(tokens: ["headline": "Hi •••"])
    #expect(result == .payload(masked, etag: nil))
  }

  @Test(
    "T27: a text with an escaped secret is not shown at all",
    arguments: [
      #"{"a":"s3\/c\"ret"}"#, #"\u0073\u0033\u002f\u0063\u0022\u0072\u0065\u0074"#,
      "&#115;3/c&quot;ret", "s3&#x2f;c&#x22;ret", "%733%2Fc%22ret", "&#107;&#x31;",
    ])
  func escaped(_ text: String) {
    #expect(mask.masking(text) == "•••")
  }

  @Test("T27: without a secret in it a text stays as it is, whatever it contains")
  func others() {
    for text in ["", "\\", "%", "%4", "&", "&#", "&#x", "\\u", "\\ud800k", "&#999999999;", "é%%&&"]
    {
      #expect(mask.masking(text) == text)
      #expect(SecretMask([]).masking(text) == text)
    }
  }
}
