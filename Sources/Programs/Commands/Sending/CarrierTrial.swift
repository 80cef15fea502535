import CarillonBus
import CarillonEngine
import CarillonGLib

/// `test --carrier`: prints the steps of the whole way as they happen. (C7)
final class CarrierTrial {
  private let name: String
  private let start: StartOptions
  private let loop = MainLoop()
  /// The steps that were printed.
  private var count = 0
  private var failure: Failure?

  init(of name: String, start: StartOptions) {
    self.name = name
    self.start = start
  }

  func run() throws(Failure) {
    let bus = try Bus.ofSession()
    let steps = bus.onSignal("TestStep", from: Door.name, at: Door.path, interface: Door.interface)
    { [self] signal in
      guard !start.options.json, let document = signal.arguments[at: 0]?.stringValue else {
        return
      }
      attempt { () throws(Failure) in
        try show(start.options.read(document, as: TestReport.self).steps)
      }
    }
    let call = bus.call(
      Door.carillon, "TestCarrier", [.string(name)], timeout: .seconds(65), mayStart: !start.mustRun
    ) { [self] result in
      attempt { () throws(Failure) in try end(result) }
      loop.quit()
    }
    withExtendedLifetime((steps, call)) { loop.run() }
    if let failure { throw failure }
  }

  private func attempt(_ body: () throws(Failure) -> Void) {
    do throws(Failure) {
      try body()
    } catch {
      failure = failure ?? error
      loop.quit()
    }
  }

  private func end(_ result: Result<[Variant], GLibError>) throws(Failure) {
    let answer: String
    switch result {
    case .success(let values): answer = values[at: 0]?.stringValue ?? ""
    case .failure(let error):
      let failure = CallFailure(error)
      guard case .refused(let refusal) = failure, !start.options.json else {
        throw Failure(failure)
      }
      throw .refused(Text().refused(refusal))
    }
    let report = try start.options.read(answer, as: TestReport.self)
    if start.options.json {
      try Terminal.print(answer + "\n")
    } else {
      // A signal may have been missed, but no answer.
      try show(Array(report.steps.dropFirst(count)))
    }
    guard !report.succeeded else { return }
    throw .refused(
      report.steps.lazy.compactMap(\.problem).first ?? say("The message did not arrive."))
  }

  private func show(_ steps: [TestReport.Step]) throws(Failure) {
    for step in steps {
      count += 1
      try Terminal.print(CarrierTrial.line(for: step))
    }
  }

  /// Such as ` 0.123 s  Sent`.
  static func line(for step: TestReport.Step) -> String {
    let thousandths = String(step.afterMs % 1000 + 1000).dropFirst()
    let seconds = String(step.afterMs / 1000)
    let time =
      String(repeating: " ", count: max(0, 2 - seconds.count)) + "\(seconds).\(thousandths)"
    let text =
      step.problem == nil ? step.name : say("{step}: failed", ["step": step.name])
    return "\(time) s  \(text)\n"
  }
}
