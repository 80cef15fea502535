/// What a message's distributor waits for. (C1, C3)
///
/// It keeps the message until ``committed()`` is called. Dropping the receipt is a refusal, so that nothing
/// is lost that was forgotten here.
@MainActor package final class PushReceipt {
  private var answer: ((Bool) -> Void)?

  init(answer: @escaping (_ isCommitted: Bool) -> Void) {
    self.answer = answer
  }

  isolated deinit {
    refused()
  }

  /// The message is stored for good.
  package func committed() { give(true) }

  /// The message was not taken; the distributor has to bring it again.
  package func refused() { give(false) }

  /// The first answer counts.
  private func give(_ isCommitted: Bool) {
    let answer = answer
    self.answer = nil
    answer?(isCommitted)
  }
}
