import CarillonEngine
import CarillonGLib
import CarillonRehearsal
import CarillonStore

/// Rehearses the coming days, each time on a thread of its own that ends with the answer. (T11)
final class Rehearsals {
  private let store: SQLiteDataStore
  private let host: Host
  private let features: Features
  private let words: Words
  private let defaultPack: String

  init(
    _ store: SQLiteDataStore, _ host: Host, _ features: Features, _ words: Words,
    defaultPack: String
  ) {
    self.store = store
    self.host = host
    self.features = features
    self.words = words
    self.defaultPack = defaultPack
  }

  /// `done` is called once, on the main thread; with ``WeekQuestion/Failure/canceled`` soon after
  /// `cancellation`.
  func rehearse(
    _ patch: Patch?, _ cancellation: Cancellation,
    done: @escaping (Result<WeekAhead, WeekQuestion.Failure>) -> Void
  ) {
    guard let situation = host.situation else { return done(.failure(.canceled)) }
    let question = WeekQuestion(at: WallClock.now(), situation: situation, patch: patch)
    let (path, features, words, defaultPack) = (store.path, features, words, defaultPack)
    let worker = Worker<WeekQuestion, Result<WeekAhead, WeekQuestion.Failure>>(name: "rehearsal") {
      ZoneTable()
    } perform: { zones, question in
      // Two databases go with the answer.
      defer { Heap.giveBack() }
      let zones = zones
      let environment = Environment(
        zone: { zones.zone(named: $0) }, words: words, defaultPack: defaultPack,
        version: Release.version, build: Release.version)
      do throws(WeekQuestion.Failure) {
        return .success(
          try Rehearsals.week(question, path, environment, features, cancellation))
      } catch {
        return .failure(error)
      }
    }
    worker.submit(question) { result in
      done(result)
      withExtendedLifetime(worker) {}
    }
  }

  private nonisolated static func week(
    _ question: WeekQuestion, _ path: String, _ environment: Environment, _ features: Features,
    _ cancellation: Cancellation
  ) throws(WeekQuestion.Failure) -> WeekAhead {
    let copies: (SQLiteDataStore, SQLiteDataStore)
    do throws(StoreFailure) {
      copies = try SQLiteDataStore.rehearsalCopies(of: path, at: question.at)
    } catch {
      throw .store(error)
    }
    return try WeekAhead(
      question, online: copies.0, offline: copies.1, environment: environment, features: features,
      isCanceled: { cancellation.isCanceled })
  }
}
