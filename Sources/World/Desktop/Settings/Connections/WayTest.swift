import CarillonEngine

/// "Send a test to myself", and how far it has come. (C7)
struct WayTest: Hashable {
  /// The connection that is tested.
  let name: String
  private(set) var steps: [TestReport.Step] = []
  /// Why nothing was sent.
  private(set) var refusal: String?
  private(set) var isOver = false

  init(_ name: String) { self.name = name }

  /// Takes steps as they happen; those of other tests are ignored.
  mutating func go(on report: TestReport) {
    guard !isOver, report.carrier == name else { return }
    steps += report.steps
  }

  /// All that has happened: a signal may have been missed.
  mutating func end(_ report: TestReport) {
    steps = report.steps
    isOver = true
  }

  mutating func end(refused sentence: String) {
    refusal = sentence
    isOver = true
  }
}

/// A test as it is shown, one line for each step.
struct WayTestModel: Hashable {
  struct Line: Hashable {
    let time: String
    let icon: String
    let style: String
    let text: String
    var detail = ""
  }

  let lines: [Line]
  let isOver: Bool

  init(_ test: WayTest, words: Words) {
    var lines = test.steps.map { step in
      let isGood = step.problem == nil
      return Line(
        time: words.say("{n} ms", ["n": String(step.afterMs)]),
        icon: isGood ? "object-select-symbolic" : "dialog-error-symbolic",
        style: isGood ? "ok" : "err",
        text: isGood ? step.name : words.say("{step}: failed", ["step": step.name]),
        detail: step.problem ?? "")
    }
    if let refusal = test.refusal {
      lines.append(
        Line(time: "", icon: "dialog-error-symbolic", style: "err", text: refusal))
    }
    if !test.isOver {
      lines.append(
        Line(
          time: "", icon: "view-more-horizontal-symbolic", style: "dim",
          text: words.say("Under way…")))
    }
    self.lines = lines
    isOver = test.isOver
  }
}
