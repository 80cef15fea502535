import CarillonFeatures

/// Stands in for 003's six calls: gives prepared answers and records the calls.
final class StandInNotifications: MultiDailyNotification {
  private(set) var calls: [String] = []
  var refusal: Refusal?
  var sources: [PipelineReport.Source] = []
  var state = StateReport.calm

  func requestPermissions(_ answer: @escaping (Result<PermissionReport, Refusal>) -> Void) {
    reply("requestPermissions", PermissionReport(granted: true, server: "present"), answer)
  }

  func configure(
    _ options: ConfigureOptions, _ answer: @escaping (Result<Void, Refusal>) -> Void
  ) { reply("configure", (), answer) }

  func runFullPipelineNow(_ answer: @escaping (Result<PipelineReport, Refusal>) -> Void) {
    reply("runFullPipelineNow", PipelineReport(sources: sources, pendingCount: 1), answer)
  }

  func deliverStoredNow(
    _ slot: SlotID?, _ answer: @escaping (Result<HistoryEntry, Refusal>) -> Void
  ) {
    let entry = HistoryEntry(
      requestId: "1", kind: "ring-now", at: "", title: "", channel: "", status: "shown", text: "")
    reply("deliverStoredNow \(slot?.description ?? "next")", entry, answer)
  }

  func reschedule(_ answer: @escaping (Result<Void, Refusal>) -> Void) {
    reply("reschedule", (), answer)
  }

  func getState(_ answer: @escaping (Result<StateReport, Refusal>) -> Void) {
    answer(.success(state))
  }

  private func reply<Value>(
    _ call: String, _ value: Value, _ answer: (Result<Value, Refusal>) -> Void
  ) {
    calls.append(call)
    answer(refusal.map { .failure($0) } ?? .success(value))
  }
}
