import Testing

import CarillonFeatures
@testable import CarillonDesktop

@Suite struct ContentModelTests {
  private let words = Words.english
  private let today = LocalDate(dayNumber: 20_778)

  // Templates.

  @Test("T9: tokens are found as in the template, with character and byte positions")
  func tokens() {
    let spans = TokenSpan.all(in: "ä {{ headline }} {{}} {{x{{y}} {{open")
    #expect(spans.map(\.name) == ["headline", "", "x{{y"])
    #expect(spans.map(\.scalars) == [2..<16, 17..<21, 22..<30])
    #expect(spans.map(\.bytes) == [3..<17, 18..<22, 23..<31])
    for text in ["a {{b}} c {{ d}}", "{{{x}}}", "{{a}}}}", "}} {{", "{{ä}}{{b}}"] {
      let rendered = Template(title: text, body: "").render([:])
      #expect(TokenSpan.all(in: text).map(\.name) == rendered.missing)
    }
  }

  private func report(
    _ title: String, _ values: [String: String] = [:], stored: Bool = true
  ) -> PreviewReport {
    var values = values
    values["time"] = "18:00"
    let rendered = Template(title: title, body: "").render(values)
    return PreviewReport(
      title: rendered.title, body: rendered.body, titleLength: rendered.titleLength,
      bodyLength: rendered.bodyLength, missing: rendered.missing, values: values,
      stored: stored
        ? .init(
          fetchedAt: "2026-11-21T12:00:00Z", validatedAt: "2026-11-21T12:00:00Z", etag: nil,
          expired: false) : nil, unreadable: nil)
  }

  private func preview(_ report: PreviewReport, source: String? = nil) -> PreviewModel {
    PreviewModel(
      report, of: Template(title: "{{headline}}: {{time}}", body: "{{summary}}"),
      PreviewHour(StateReport(), .init(), today: today, words: words), source: source,
      words: words)
  }

  @Test("T9: a text that is too long shows its length, and its shortened form")
  func tooLong() {
    let model = preview(report(String(repeating: "x", count: 51)))
    #expect(model.title == String(repeating: "x", count: 49) + "…")
    #expect(model.titleCounter.text == "51 of 50, shortened")
    #expect(model.titleCounter.isTooLong)
    let fits = preview(report(String(repeating: "x", count: 50)))
    #expect(fits.titleCounter.text == "50 of 50")
    #expect(!fits.titleCounter.isTooLong)
    #expect(fits.time == "18:00")
  }

  @Test("T9: a token without a value is reported once, with its replacement")
  func missing() {
    let model = preview(report("{{price}} {{price}}"))
    #expect(
      model.notes == ["Your source has no “price”. [Content] is shown instead."])
    #expect(
      preview(report("{{price}}"), source: "“Daily thoughts”").notes == [
        "“Daily thoughts” has no “price”. [Content] is shown instead."
      ])
    #expect(
      preview(report("{{}}")).notes == [
        "A token has no name. [Content] is shown instead."
      ])
  }

  @Test("T9: before the first fetch, missing values are not blamed on the template")
  func nothingYet() {
    let model = preview(report("{{headline}} {{price}}", stored: false))
    #expect(
      model.notes == [
        "Nothing has been fetched yet.",
        "Your source has no “price”. [Content] is shown instead.",
      ])
    #expect(preview(report("Plain", stored: false)).notes == [])
    #expect(model.isPlaceholder)
    #expect(model.title == "(headline): 18:00" && model.body == "(summary)")
    #expect(model.caption == "Nothing is shown until there is content.")
    #expect(!preview(report("{{headline}}", ["headline": "Tea"])).isPlaceholder)
    #expect(!preview(report("Plain", stored: false)).isPlaceholder)
  }

  @Test("T28: content that cannot be read has its reason in words")
  func unreadable() {
    var sealed = report("{{headline}}")
    sealed.unreadable = "sealed"
    #expect(preview(sealed).notes.first?.hasPrefix("The keyring is locked") == true)
    sealed.unreadable = "lost"
    #expect(preview(sealed).notes.first?.contains("its key is missing") == true)
  }

  @Test("T5: expired content is reported")
  func expired() {
    var old = report("Plain")
    old.stored?.expired = true
    #expect(preview(old).notes == ["The fetched content is too old and would not be shown."])
  }

  private func slot(_ id: String, fetch: Bool = false, template: Bool = false) throws -> Slot {
    var slot = Slot(id: try #require(SlotID(id)), label: "", considered: today)
    if fetch { slot.fetch = FetchSpec(url: "https://e.org/") }
    if template { slot.template = Template.standard }
    return slot
  }

  @Test("T9: the previewed hour has no content or text of its own, if there is such an hour")
  func hour() throws {
    // The next ones are 18:00, 12:00, and 07:30 on Monday.
    func chosen(_ slots: [Slot]) -> PreviewHour {
      PreviewHour(.calm, .init(slots: slots), today: today, words: words)
    }
    let evening = try slot("1800")
    #expect(chosen([evening, try slot("1200")]).slotID == SlotID("1800"))
    #expect(chosen([evening]).caption == "As it would look today at 18:00")
    #expect(chosen([try slot("1800", fetch: true), try slot("1200")]).slotID == SlotID("1200"))
    let own = try slot("1800", template: true)
    #expect(chosen([own, try slot("1200", fetch: true)]).slotID == SlotID("1200"))
    #expect(chosen([own, try slot("0300")]).slotID == SlotID("0300"))
    #expect(chosen([try slot("0300")]).caption == "As it would look at 03:00")
    #expect(chosen([]).slotID == nil)
  }

  // Drafts.

  @Test("a change from elsewhere does not overwrite what is being typed")
  func draftStays() {
    var draft = Draft("old")
    draft.edit("ty")
    let wasShown = draft.arrived("other")
    #expect(!wasShown)
    #expect(draft.current == "ty")
    let begun = draft.begin()
    #expect(begun == "ty")
    _ = draft.ended(saved: true)
    #expect(!draft.isEdited)
    let isShown = draft.arrived("other 2")
    #expect(isShown)
    #expect(draft.current == "other 2")
  }

  @Test("after a failed save the saved value is shown, unless typing went on")
  func draftFails() {
    var draft = Draft("old")
    draft.edit("new")
    _ = draft.begin()
    // The saved value is shown before the failure is reported, so that nothing flickers.
    _ = draft.arrived("old")
    #expect(draft.current == "new")
    let wentBack = draft.ended(saved: false)
    #expect(wentBack)
    #expect(draft.current == "old")
    draft.edit("new")
    _ = draft.begin()
    draft.edit("newer")
    _ = draft.ended(saved: false)
    #expect(draft.current == "newer")
    #expect(draft.wantsSaving)
  }

  @Test(
    "the form that the engine gives a value is the saved one, also when it comes early (T27)")
  func draftArrivesFirst() {
    var draft = Draft("old")
    draft.edit("secret")
    _ = draft.begin()
    // Anything else may be reported first, with the old value.
    _ = draft.arrived("old")
    _ = draft.arrived("reference")
    #expect(draft.current == "secret")
    let isShown = draft.ended(saved: true)
    #expect(isShown)
    #expect(draft.current == "reference")
    #expect(draft.saved == "reference")
    draft.edit("newer")
    _ = draft.begin()
    draft.edit("newest")
    _ = draft.arrived("reference to newer")
    _ = draft.ended(saved: true)
    #expect(draft.current == "newest")
    #expect(draft.saved == "reference to newer")
  }

  @Test("of two values that are being saved the last one stays in sight")
  func draftTwice() {
    var draft = Draft("old")
    draft.edit("first")
    _ = draft.begin()
    _ = draft.arrived("first reference")
    draft.edit("second")
    _ = draft.begin()
    let isShown = draft.ended(saved: true)
    #expect(!isShown && draft.current == "second" && !draft.wantsSaving)
    _ = draft.arrived("second reference")
    _ = draft.ended(saved: true)
    #expect(draft.current == "second reference" && !draft.isEdited)
  }

  @Test("nothing is saved twice, and what is typed meanwhile is saved afterwards")
  func draftOnce() {
    var draft = Draft("old")
    draft.edit("new")
    _ = draft.begin()
    #expect(!draft.wantsSaving)
    draft.edit("newer")
    #expect(draft.wantsSaving)
    _ = draft.ended(saved: true)
    #expect(draft.wantsSaving)
  }

  // The parts below the text.

  private var form: SourceForm {
    var form = SourceForm()
    form.kind = .address
    form.address = "https://example.org/feed"
    return form
  }

  private func surroundings(_ configuration: ConfigurationReport) -> SurroundingsModel {
    SurroundingsModel(
      .init(
        state: .calm, configuration: configuration,
        now: Instant(iso: "2026-11-21T16:00:00+01:00") ?? .distantPast, zone: FixedZone()),
      words: words)
  }

  @Test("T1: hours with their own content or text are listed")
  func own() throws {
    let slots = [
      try slot("0730", template: true), try slot("1200"), try slot("1800", fetch: true),
      try slot("2000", fetch: true, template: true),
    ]
    let model = surroundings(.init(slots: slots))
    #expect(
      model.own == [
        .init(slotID: "0730", title: "07:30 has a text of its own"),
        .init(slotID: "1800", title: "18:00 has content of its own"),
        .init(slotID: "2000", title: "20:00 has content and text of its own"),
      ])
    #expect(model.told == [])
  }

  @Test("T24: reports to a service are listed with its host, not the whole address")
  func told() {
    var settings = Settings()
    settings.callbacks = CallbackProfile(
      ackDelivery: FetchSpec(method: .post, url: "https://a.example.org/ack?key=1"),
      heartbeat: FetchSpec(method: .post, url: "https://b.example.org/"), heartbeatMinutes: 30)
    #expect(
      surroundings(.init(settings: settings)).told == [
        .init(title: "Your service is told what was shown", host: "a.example.org"),
        .init(
          title: "Your service is told every 30 minutes that Carillon is running",
          host: "b.example.org"),
      ])
  }

  @Test(
    "T27: the place of secrets is named if there are secrets",
    arguments: [
      ("open", "Secrets are stored in your keyring and never shown again."),
      ("locked", "Your keyring is locked. New secrets are stored when you unlock it."),
      ("none", "No keyring found. Secrets are kept only until Carillon quits."),
    ])
  func keyring(state: String, note: String) {
    func told(of form: SourceForm) -> String? {
      SourceModel(
        form: form, problems: [:], trial: nil,
        headline: PointerModel(.headline, in: form, .none),
        summary: PointerModel(.summary, in: form, .none),
        linkPointer: PointerModel(.link, in: form, .none), wantsPointers: false,
        hasResult: false, keyring: state, forgets: []
      ).secretsNote(words)
    }
    var secret = form
    secret.headers = [HeaderForm("A", .secret(SecretReference("r")))]
    #expect(told(of: secret) == note)
    #expect(told(of: form) == nil)
  }
}
