#if DEBUG
  import CarillonLedger

  /// Stops the program if a message that is not looked at would be decided otherwise.
  ///
  /// Of many, only now and then: to look at all of them at each one's arrival takes for ever.
  extension Gate {
    /// `due`: what is looked at in this turn.
    func expectRest(of live: [Delivery], except due: [Delivery]) throws(StoreFailure) {
      let known = Set(due.map(\.id))
      if resting.leavesNone { try expectHeld(except: known) }
      if !resting.leavesPatient, resting.memory.patience?.after == nil {
        try expectPatient(live.filter { $0.isPatient && !known.contains($0.id) })
      }
    }

    private func expectHeld(except known: Set<Int64>) throws(StoreFailure) {
      guard try rows.restingCount() <= 100 || now.milliseconds % 16 == 0 else { return }
      for resting in try rows.resting(limit: .max)
      where !known.contains(resting.id) && !self.resting.isStillToCome(resting)
        && resting.request?.hasExpired(at: now) != true
      {
        var delivery = resting
        try holding.noteHour(of: &delivery)
        precondition(delivery == resting, "delivery \(delivery.id) rests, and its hour has changed")
        let hold = try holding.hold(on: delivery)
        guard case .hold(let hold, _) = try ask(facts(delivery, .message, heldBy: hold)) else {
          preconditionFailure("delivery \(delivery.id) rests, and is not held")
        }
        precondition(
          delivery.reason == .held(hold.cause), "delivery \(delivery.id) rests for another reason")
      }
    }

    private func expectPatient(_ waiting: [Delivery]) throws(StoreFailure) {
      guard waiting.count <= 100 || now.milliseconds % 16 == 0 else { return }
      for patient in waiting {
        var delivery = patient
        try holding.noteHour(of: &delivery)
        precondition(delivery == patient, "delivery \(delivery.id) waits, and its hour has changed")
        let hold = try holding.hold(on: delivery)
        precondition(hold == nil, "delivery \(delivery.id) waits for a server, and is held")
        guard case .pass = try ask(facts(delivery, .message)) else {
          preconditionFailure("delivery \(delivery.id) waits for a server, and may not be shown")
        }
      }
    }
  }
#endif
