import Testing

import CarillonFeatures
@testable import CarillonDesktop

/// The list of a digest, and the notification in the window's frame. (§5, T38, D3)
@Suite struct DigestModelTests {
  private let today = LocalDate(year: 2026, month: 11, day: 21) ?? LocalDate(dayNumber: 0)

  private func row(
    _ id: String, at: String, unread: Bool? = nil, response: String? = nil
  ) -> DigestReport.Row {
    .init(
      entry: .init(
        requestId: id, kind: "message", at: at, title: "", channel: "general", status: "merged",
        text: "", responseText: response, unread: unread),
      sender: "Other messages", arrivedAt: at, title: "Ladder", body: "Tomáš needs one",
      picture: "/cache/1", buttons: [.init(id: "see", label: "See")])
  }

  private func digest(_ rows: [DigestReport.Row]) -> DigestModel {
    DigestModel(
      .init(
        requestId: "9", title: "2 notifications", at: "2026-11-21T08:00:00+01:00", entries: rows),
      today: today, keepsDays: 14, words: .english)
  }

  @Test("§5: a row says who, what and when, with the day if it is another one, and what is unread")
  func rows() throws {
    let digest = digest([
      row("1", at: "2026-11-20T22:15:00+01:00", unread: true),
      row("2", at: "2026-11-21T06:30:00+01:00", response: "Opened"),
    ])
    #expect(digest.detail == "Shown today at 08:00")
    #expect(digest.rows.map(\.time) == ["Yesterday 22:15", "06:30"])
    #expect(
      digest.rows.map(\.spoken) == [
        "Unread, Yesterday 22:15, Other messages, Ladder, Tomáš needs one",
        "06:30, Other messages, Ladder, Tomáš needs one, Opened",
      ])
    #expect(digest.isUnread && digest.nothing == nil)
    #expect(!self.digest([row("2", at: "2026-11-21T06:30:00+01:00")]).isUnread)
  }

  @Test("T29: a list whose rows are no longer kept says so")
  func pruned() {
    #expect(
      digest([]).nothing
        == "What it stood for is no longer kept: the history keeps 14 days.")
    #expect(
      DigestModel(goneAfter: 1, words: .english).nothing
        == "What it stood for is no longer kept: the history keeps one day.")
  }

  @Test("§5: a row that became read keeps its text, and one that did not change is not touched")
  func changes() {
    func rows(unread: Bool, answered: Int? = nil) -> [DigestModel.Row] {
      digest(
        (1...250).map { (number: Int) in
          row(
            String(number), at: "2026-11-21T06:30:00+01:00",
            unread: unread && number != answered ? true : nil,
            response: number == answered ? "Opened" : nil)
        }
      ).rows
    }
    var list = DigestRows()
    func counts(_ rows: [DigestModel.Row]) -> [DigestRows.Change: Int] {
      #expect(list.want(rows).isEmpty)
      var counts: [DigestRows.Change: Int] = [:]
      while let step = list.next() {
        #expect(rows[step.place] == step.row)
        counts[step.change, default: 0] += 1
      }
      return counts
    }
    #expect(counts(rows(unread: true)) == [.built: 250])
    #expect(counts(rows(unread: true)) == [:])
    #expect(counts(rows(unread: true, answered: 7)) == [.built: 1])
    #expect(counts(rows(unread: false, answered: 7)) == [.marked: 249])
    #expect(counts(rows(unread: true, answered: 7)) == [.marked: 249])
  }

  @Test("§5: where other rows are wanted meanwhile, it goes on with those, and names what is gone")
  func interrupted() {
    let all = digest((1...4).map { row(String($0), at: "2026-11-21T06:30:00+01:00") }).rows
    var list = DigestRows()
    #expect(list.want(all).isEmpty)
    #expect(list.next()?.row.id == "1")
    #expect(list.next()?.row.id == "2")
    #expect(list.want(Array(all.dropFirst())) == ["1"])
    #expect(list.next() == .init(row: all[2], place: 1, change: .built))
    #expect(list.next()?.row.id == "4")
    #expect(list.next() == nil)
    #expect(list.want([]) == ["2", "3", "4"])
    #expect(list.next() == nil)
  }

  private func banner(_ id: String, urgent: Bool = false) -> StateReport.Banner {
    .init(requestId: id, title: "Parcel", body: "Sent", urgent: urgent, buttons: [])
  }

  @Test("D3: the newest is shown, urgent ones first, with how many there are")
  func banners() throws {
    let words = Words.english
    #expect(BannerModel([], words: words) == nil)
    let one = try #require(BannerModel([banner("1")], words: words))
    #expect(one.count == "" && one.spoken == "Parcel, Sent")
    let newest = try #require(BannerModel([banner("1"), banner("2")], words: words))
    #expect(newest.banner.requestId == "2" && newest.count == "1 of 2")
    let urgent = try #require(
      BannerModel(
        [banner("1", urgent: true), banner("2", urgent: true), banner("3")], words: words))
    #expect(urgent.banner.requestId == "2" && urgent.spoken == "Parcel, Sent, 1 of 3")
  }
}
