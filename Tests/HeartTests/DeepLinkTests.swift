import CarillonFeatures
import Testing
@testable import CarillonEngine
@testable import CarillonInbox

@Suite struct DeepLinkTests {
  @Test(
    "D5: the links that open something",
    arguments: [
      ("carillon://settings/hours", Page.settings("hours")),
      ("carillon://settings/content", .settings("content")),
      ("carillon://settings/alarms", .settings("alarms")),
      ("carillon://settings/history", .settings("history")),
      ("carillon://settings/status", .settings("status")),
      ("carillon://settings/settings", .settings("settings")),
      ("carillon://settings/privacy", .settings("privacy")),
      ("carillon://settings/week", .settings("week")),
      ("CARILLON://settings/hours/", .settings("hours")),
      ("carillon://history/7", .history(7)),
      ("carillon://history/999999999999999999", .history(999_999_999_999_999_999)),
    ])
  func known(link: String, page: Page) { #expect(Features.all.kinds.page(link) == page) }

  @Test(
    "D5: no other link opens anything",
    arguments: [
      "", "carillon:", "carillon://", "carillon:///", "carillon://settings", "carillon://settings/",
      "carillon://settings/nope", "carillon://settings/hours/more", "carillon://settings//hours",
      "carillon://settings/../hours", "carillon://settings/hours?x=1",
      "carillon://settings/hours#x",
      "carillon://settings/hours//", "carillon://settings/%68ours", "carillon://history",
      "carillon://history/", "carillon://history/-1", "carillon://history/+1",
      "carillon://history/1.0", "carillon://history/0x1", "carillon://history/١",
      "carillon://history/9999999999999999999", "carillon://history/7/..",
      "carillon://user@settings/hours", "carillon://settings:80/hours",
      " carillon://settings/hours",
      "carillon://settings/hours ", "carillon://settings/hours\n", "http://settings/hours",
      "file:///etc/passwd", "javascript:alert(1)", "carillon://run/7", "//settings/hours",
      "carillon://settings/hours" + String(repeating: "/", count: 300),
    ])
  func unknown(link: String) { #expect(Features.all.kinds.page(link) == nil) }

  @Test("D5: a link that opens nothing is refused and recorded; a known one opens")
  func door() throws {
    let device = try Device(at: at("2026-11-21T09:00:00+01:00"))
    let before = try device.events().count
    guard case .refused(let refusal) = device.ask(.open(link: "carillon://x", activation: nil))
    else {
      Issue.record("an unknown link is refused")
      return
    }
    #expect(refusal.kind == .invalidArgument)
    #expect(refusal.message.hasPrefix("deepLink:"))
    #expect(device.opened.isEmpty)
    #expect(try device.events().count == before + 1)
    #expect(
      device.ask(.open(link: "carillon://history/7", activation: "t")) == .done(Reply(text: "")))
    #expect(device.opened == [.history(7)])
  }
}
