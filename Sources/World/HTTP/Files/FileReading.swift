import CarillonEngine
import CarillonGLib

/// Reads files as if they were fetched, each on a thread of its own. (T25)
///
/// A disk that does not answer keeps its thread for as long as it likes; there are never more than a
/// few of them.
final class FileReading {
  private static let mostAtOnce = 4

  private var running = 0
  private var waiting: [(attempt: Attempt<FetchResult>, turn: () -> Void)] = []

  /// Reads the file `path`, unless the attempt ends first.
  ///
  /// `trial` records the raw bytes.
  func read(
    _ path: String, for job: FetchJob, attempt: Attempt<FetchResult>, trial: Trial?
  ) {
    guard running < Self.mostAtOnce else {
      waiting.removeAll { $0.attempt.isOver }
      return waiting.append(
        (attempt, { self.read(path, for: job, attempt: attempt, trial: trial) }))
    }
    running += 1
    let worker = Worker(name: "file", state: { () }) { _, job in FileAnswer(to: job) }
    worker.submit(FileJob(path: path, etag: job.etag)) { answer in
      self.running -= 1
      if !attempt.isOver { Self.end(attempt, with: answer, job, trial) }
      self.next()
    }
  }

  private func next() {
    waiting.removeAll { $0.attempt.isOver }
    if !waiting.isEmpty { waiting.removeFirst().turn() }
  }

  private static func end(
    _ attempt: Attempt<FetchResult>, with answer: FileAnswer, _ job: FetchJob, _ trial: Trial?
  ) {
    switch answer {
    case .bytes(let bytes, let etag):
      trial?.body = bytes
      attempt.end(.reading(bytes, for: job.spec, etag: etag))
    case .notModified: attempt.end(.notModified)
    case .failed(let failure): attempt.fail(failure)
    }
  }
}
