import CarillonEngine

/// The distributor, and tests of the whole way. (C3, C7)
extension ConnectionsPage {
  /// Looks for distributors as long as the page is in front.
  func look(_ isInFront: Bool) {
    watch = nil
    guard isInFront else { return }
    watch = exits.distributors { [weak self] found in
      guard let self else { return }
      distributors = found
      if let truth = model.truthNow { show(truth) }
    }
  }

  func choose(distributor value: JSONValue) {
    model.set(["distributor": value]) { [weak self] _ in self?.model.refresh() }
  }

  func testWay(_ name: String) {
    guard wayTest?.isOver != false else { return }
    wayTest = WayTest(name)
    model.onTestStep = { [weak self] report in
      self?.wayTest?.go(on: report)
      self?.showWayTest()
    }
    showWayTest()
    model.link.ask(.testCarrier(name: name)) { [weak self] answer in
      guard let self else { return }
      switch answer {
      case .done(let reply):
        if let report = reply.value(as: TestReport.self) { wayTest?.end(report) }
      case .refused(let refusal): wayTest?.end(refused: refusal.message)
      }
      showWayTest()
    }
  }

  func closeTest() {
    guard let name = wayTest?.name else { return }
    wayTest = nil
    showWayTest()
    view.takeFocus(atTestOf: name)
  }

  func showWayTest() {
    view.show(
      wayTest.map { ($0.name, WayTestModel($0, words: model.words)) },
      isBusy: wayTest?.isOver == false)
  }
}
