/// Reports events as long as it is held.
///
/// Releasing it ends it. Nothing is reported after `cancel` has returned.
package final class Subscription {
  private var end: (() -> Void)?

  package init(end: @escaping () -> Void) {
    self.end = end
  }

  deinit {
    cancel()
  }

  package func cancel() {
    // Ending may release the owner of this subscription.
    let end = self.end
    self.end = nil
    end?()
  }
}
