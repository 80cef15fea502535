import Testing

import CarillonFeatures
@testable import CarillonDesktop

/// What a user sees of a source that is tried out. (T25)
@Suite struct TrialModelTests {
  private let words = Words.english

  private let clock = TrialClock(
    today: LocalDate(dayNumber: 20_778), zone: FixedZone()
  ) { "\($0) bytes" }

  private var form: SourceForm {
    var form = SourceForm()
    form.kind = .address
    form.address = "https://example.org/feed"
    return form
  }

  private func tried(_ change: (inout TrialReport) -> Void) -> TrialState.Stage {
    var report = TrialReport(ok: true, fetchedAt: "2026-11-21T15:00:00Z")
    change(&report)
    return .done(report, of: form, took: .milliseconds(430))
  }

  private func shown(
    _ stage: TrialState.Stage, stored: PreviewReport.Stored? = nil, instead: String? = nil
  ) -> TrialModel? {
    TrialModel(stage, form, stored: stored, instead: instead, clock: clock, words: words)
  }

  @Test("T25: a feed is described by its kind and number of items, along with the result")
  func feed() throws {
    let model = try #require(
      shown(
        tried {
          $0.format = "rss"
          $0.items = 12
          $0.headline = "Tea"
          $0.summary = "At five."
          $0.status = 200
          $0.size = 18_000
          $0.etag = "\"a\""
          $0.published = "2026-11-21T12:20:00Z"
          $0.payload = "<rss>"
        }))
    #expect(model.look == .good)
    #expect(model.title == "News feed (RSS) with 12 items; the newest is used")
    #expect(model.detail == "Saved. It is fetched again before each hour.")
    #expect(
      model.facts.map { "\($0.name): \($0.value)" } == [
        "Headline: Tea", "Summary: At five.", "Answer: status 200 · 430 ms · 18000 bytes",
        "Next time: Unchanged content is not sent again (ETag)", "ETag: \"a\"",
        "Dated: today at 13:20",
      ])
    #expect(model.payload == "<rss>")
  }

  @Test("T25: a failure shows a sentence, its consequence, and its code on demand")
  func failure() throws {
    let stage = tried {
      $0.ok = false
      $0.code = "FETCH_TIMEOUT"
      $0.text = "The source did not answer in time."
    }
    let stored = PreviewReport.Stored(
      fetchedAt: "2026-11-21T14:30:00+01:00", validatedAt: "2026-11-21T15:30:00+01:00", etag: nil,
      expired: false)
    let going = try #require(shown(stage, stored: stored))
    #expect(going.look == .failed)
    #expect(going.title == "example.org did not answer within 10 seconds")
    #expect(going.detail == "Your hours keep using the content from today at 15:30.")
    #expect(going.facts.last?.value == "FETCH_TIMEOUT")
    #expect(shown(stage)?.detail == "Nothing can be shown until this is fixed.")
    #expect(going.offersKeeping == false)
  }

  @Test("T25: a source that failed its first trial is not saved, but the user may insist")
  func notSaved() throws {
    let late = tried {
      $0.ok = false
      $0.code = "FETCH_TIMEOUT"
    }
    let model = try #require(shown(late, instead: "Daily thoughts"))
    #expect(model.detail == "Not saved. Your hours keep using “Daily thoughts”.")
    #expect(model.offersKeeping)
    // What is no content will not become content by waiting.
    let page = tried {
      $0.ok = false
      $0.code = "FETCH_PAYLOAD"
      $0.detail = "a web page, not a feed"
    }
    #expect(
      shown(page, instead: "e.org")?.title == "This address leads to a web page, not to a feed")
    #expect(shown(page, instead: "e.org")?.offersKeeping == false)
  }

  @Test("T25: a web page offers the feeds that it names")
  func feedsOffered() throws {
    let page = tried {
      $0.ok = false
      $0.code = "FETCH_PAYLOAD"
      $0.feeds = [.init(url: "https://example.org/rss", title: "News")]
    }
    let model = try #require(shown(page, instead: "Daily thoughts"))
    #expect(model.look == .incomplete)
    #expect(model.title == "This is a web page, and it has a feed")
    #expect(model.feeds.map(\.url) == ["https://example.org/rss"])
  }

  @Test("T9: an answer with one text only is good, and says what stays empty")
  func oneText() throws {
    let model = try #require(shown(tried { $0.headline = "Tea" }))
    #expect(model.look == .good)
    #expect(
      model.detail
        == "There is no summary; the body stays empty. Saved. It is fetched again before each hour."
    )
  }

  @Test("T25: only JSON without headline and summary asks for pointers")
  func pointersWanted() {
    let json = tried {
      $0.ok = false
      $0.code = "FETCH_PAYLOAD"
      $0.places = [.init(pointer: "/a", text: "Tea")]
    }
    #expect(shown(json)?.look == .incomplete)
    #expect(PointerModel.areWanted(form, json))
    #expect(PointerModel(.headline, in: form, json).places.map(\.pointer) == ["/a"])
    let page = tried {
      $0.ok = false
      $0.code = "FETCH_PAYLOAD"
    }
    #expect(shown(page)?.look == .failed)
    #expect(!PointerModel.areWanted(form, page))
    #expect(!PointerModel.areWanted(form, .none))
    var pointed = form
    pointed.summaryPointer = "/x"
    #expect(PointerModel.areWanted(pointed, .none))
  }

  @Test(
    "T25: a pointer shows its value, even before a trial if that is known",
    arguments: [
      ("", PointerModel.Finding.none), ("/a", .text("Tea")), ("/b", .nothing),
      ("/c", .untried), ("/n", .untried),
    ])
  func findings(pointer: String, finding: PointerModel.Finding) {
    var triedForm = form
    triedForm.headlinePointer = "/b"
    var report = TrialReport(ok: false, fetchedAt: "2026-11-21T15:00:00Z")
    report.code = "FETCH_PAYLOAD"
    report.places = [.init(pointer: "/a", text: "Tea")]
    var now = form
    now.headlinePointer = pointer
    let stage = TrialState.Stage.done(report, of: triedForm, took: .zero)
    #expect(PointerModel(.headline, in: now, stage).finding == finding)
  }

  @Test("T25: a pointer to a number shows the number")
  func foundNumber() {
    var pointed = form
    pointed.headlinePointer = "/n"
    var report = TrialReport(ok: true, fetchedAt: "2026-11-21T15:00:00Z")
    report.headline = "7"
    report.places = []
    let stage = TrialState.Stage.done(report, of: pointed, took: .zero)
    #expect(PointerModel(.headline, in: pointed, stage).finding == .text("7"))
  }

  @Test("T25: the answer to an abandoned or restarted trial is ignored")
  func givenUp() {
    var trial = TrialState()
    let report = TrialReport(ok: true, fetchedAt: "")
    let now = Instant(milliseconds: 1000)
    let first = trial.begin(form, at: now)
    #expect(trial.isAsking)
    trial.drop()
    let second = trial.begin(form, at: now)
    let wasFirst = trial.end(first, report, at: now)
    #expect(!wasFirst)
    #expect(trial.isAsking(second) && !trial.isAsking(first))
    let later = Instant(milliseconds: 1500)
    let wasSecond = trial.end(second, report, at: later)
    #expect(wasSecond)
    guard case .done(_, of: form, let took) = trial.stage else {
      Issue.record("no result")
      return
    }
    #expect(took == .milliseconds(500))
    let wasAgain = trial.end(second, report, at: later)
    #expect(!wasAgain)
  }

  @Test("T25: a refused trial leaves the result before it, whose pointers the user is correcting")
  func refused() {
    var trial = TrialState()
    let now = Instant(milliseconds: 0)
    let first = trial.begin(form, at: now)
    _ = trial.end(first, TrialReport(ok: false, fetchedAt: ""), at: now)
    _ = trial.begin(form, at: now)
    trial.refused()
    #expect(trial.hasResult && !trial.isAsking)
    _ = trial.begin(form, at: now)
    trial.drop()
    #expect(!trial.hasResult)
  }

  @Test("T25: a result is kept as long as the request stays the same")
  func outdated() {
    func stands(_ change: (inout SourceForm) -> Void) -> Bool {
      var trial = TrialState()
      let number = trial.begin(form, at: .distantPast)
      _ = trial.end(number, TrialReport(ok: true, fetchedAt: ""), at: .distantPast)
      var changed = form
      change(&changed)
      trial.changed(from: form, to: changed)
      return trial.hasResult
    }
    #expect(stands { $0.headlinePointer = "/a" })
    #expect(stands { $0.headers = [HeaderForm()] })
    #expect(stands { $0.body = "{" })
    #expect(!stands { $0.address += "x" })
    #expect(!stands { $0.method = .post })
    #expect(!stands { $0.timeout = .seconds(5) })
    #expect(!stands { $0.headers = [HeaderForm("A", "x")] })
  }

  @Test("T4: without a trial, the page describes the stored content")
  func untried() {
    let stored = PreviewReport.Stored(
      fetchedAt: "2026-11-20T08:00:00+01:00", validatedAt: "2026-11-21T15:30:00+01:00", etag: nil,
      expired: false)
    #expect(shown(.none, stored: stored)?.title == "Fetched yesterday at 08:00")
    #expect(shown(.none, stored: stored)?.detail == "Last checked today at 15:30.")
    #expect(shown(.none)?.title == "Not fetched yet")
    let pack = TrialModel(.none, SourceForm(), stored: stored, clock: clock, words: words)
    #expect(pack == nil)
  }
}
