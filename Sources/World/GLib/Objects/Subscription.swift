/// Something that is told about events for as long as it is held.
///
/// Releasing it ends it. After `cancel` has returned nothing more is reported.
package final class Subscription {
  private var end: (() -> Void)?

  package init(end: @escaping () -> Void) {
    self.end = end
  }

  deinit {
    cancel()
  }

  package func cancel() {
    // Ending may release whoever holds this.
    let end = self.end
    self.end = nil
    end?()
  }
}
