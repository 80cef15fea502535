package import CarillonEngine

/// 003's six calls, carried out by the Host.
package struct DailyNotifications: MultiDailyNotification {
  private let ask: (Order, @escaping (Answer) -> Void) -> Void
  private let read: (Query) -> Answer

  package init(
    ask: @escaping (Order, @escaping (Answer) -> Void) -> Void,
    read: @escaping (Query) -> Answer
  ) {
    self.ask = ask
    self.read = read
  }

  package init(_ host: Host) {
    self.init(ask: { host.ask($0, answer: $1) }, read: { host.read($0) })
  }

  package func requestPermissions(
    _ answer: @escaping (Result<PermissionReport, Refusal>) -> Void
  ) { carryOut(.requestPermissions, answer) }

  package func configure(
    _ options: ConfigureOptions, _ answer: @escaping (Result<Void, Refusal>) -> Void
  ) { carryOut(.configure(options.document), answer) }

  package func runFullPipelineNow(
    _ answer: @escaping (Result<PipelineReport, Refusal>) -> Void
  ) { carryOut(.runFullPipelineNow, answer) }

  package func deliverStoredNow(
    _ slot: SlotID?, _ answer: @escaping (Result<HistoryEntry, Refusal>) -> Void
  ) { carryOut(.deliverStoredNow(slotID: slot?.description ?? ""), answer) }

  package func reschedule(_ answer: @escaping (Result<Void, Refusal>) -> Void) {
    carryOut(.reschedule, answer)
  }

  package func getState(_ answer: @escaping (Result<StateReport, Refusal>) -> Void) {
    do throws(Refusal) {
      answer(.success(try read(.state).value(of: .state)))
    } catch {
      answer(.failure(error))
    }
  }

  /// Asks an order whose answer has no value.
  private func carryOut(_ order: Order, _ answer: @escaping (Result<Void, Refusal>) -> Void) {
    ask(order) {
      switch $0 {
      case .done: answer(.success(()))
      case .refused(let refusal): answer(.failure(refusal))
      }
    }
  }

  private func carryOut<Value>(
    _ order: Order, _ answer: @escaping (Result<Value, Refusal>) -> Void
  ) {
    ask(order) {
      switch $0 {
      case .done(let reply):
        guard let value = reply.value(as: Value.self) else {
          preconditionFailure("\(order) is not answered with \(Value.self)")
        }
        answer(.success(value))
      case .refused(let refusal): answer(.failure(refusal))
      }
    }
  }
}

extension TypedQuery where Value == PreviewReport {
  /// Without a slot, of the next one, or of any. (T9)
  package static func preview(_ slot: SlotID?, _ template: Template?) -> TypedQuery {
    TypedQuery(.preview(slotID: slot?.description, template))
  }
}
