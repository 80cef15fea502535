import CarillonEngine
import CarillonGLib
import CarillonStore

/// Writes exports, each on a thread of its own. (T29)
final class Exports {
  private let store: SQLiteDataStore

  init(_ store: SQLiteDataStore) {
    self.store = store
  }

  /// `done` is called on the main thread with the bytes written, or with the problem.
  func write(_ job: ExportJob, done: @escaping (Int64, ExportProblem?) -> Void) {
    let exporter = store.exporter()
    let worker = Worker<ExportJob, Result<Int64, ExportProblem>>(name: "export") {
      exporter
    } perform: { exporter, job in
      do throws(ExportProblem) {
        return .success(try exporter.write(job))
      } catch {
        return .failure(error)
      }
    }
    worker.submit(job) { result in
      switch result {
      case .success(let bytes): done(bytes, nil)
      case .failure(let problem): done(0, problem)
      }
      withExtendedLifetime(worker) {}
    }
  }
}
