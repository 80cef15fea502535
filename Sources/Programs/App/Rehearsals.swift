import CarillonEngine
import CarillonGLib
import CarillonRehearsal
import CarillonStore

/// Rehearses the coming days, each time on a thread of its own that ends with the answer. (T11)
final class Rehearsals {
  typealias Answer = Result<WeekAhead, WeekQuestion.Failure>

  /// What a thread needs, and what happens with its answer.
  private struct Job {
    let question: WeekQuestion
    let cancellation: Cancellation
    let done: (Answer) -> Void
  }

  private let store: SQLiteDataStore
  private let host: Host
  private let features: Features
  private let words: Words
  private let defaultPack: String
  /// Made for the first question, and used by one thread at a time.
  private var stores: RehearsalStores?
  private var isRunning = false
  /// What is asked next, once those of an earlier question are free.
  private var next: Job?

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
  /// `cancellation`, or if another question comes before this one has begun.
  func rehearse(
    _ patch: Patch?, _ cancellation: Cancellation, done: @escaping (Answer) -> Void
  ) {
    guard let situation = host.situation else { return done(.failure(.canceled)) }
    let question = WeekQuestion(at: WallClock.now(), situation: situation, patch: patch)
    let job = Job(question: question, cancellation: cancellation, done: done)
    guard !isRunning else {
      next?.done(.failure(.canceled))
      next = job
      return
    }
    run(job)
  }

  private func run(_ job: Job) {
    do throws(StoreFailure) {
      if stores == nil { stores = try RehearsalStores() }
      guard let stores else { return }
      isRunning = true
      start(job, stores)
    } catch {
      job.done(.failure(.store(error)))
    }
  }

  private func start(_ job: Job, _ stores: RehearsalStores) {
    let cancellation = job.cancellation
    let (path, features, words, defaultPack) = (store.path, features, words, defaultPack)
    let worker = Worker<WeekQuestion, Answer>(name: "rehearsal") {
      ZoneTable()
    } perform: { zones, question in
      let zones = zones
      let environment = Environment(
        zone: { zones.zone(named: $0) }, words: words, defaultPack: defaultPack,
        version: Release.version, build: Release.version)
      // Two databases go with the answer.
      defer { Heap.giveBack() }
      do throws(WeekQuestion.Failure) {
        return .success(
          try Rehearsals.week(question, path, stores, environment, features, cancellation))
      } catch {
        return .failure(error)
      }
    }
    worker.submit(job.question) { [weak self] answer in
      withExtendedLifetime(worker) {}
      job.done(answer)
      guard let self else { return }
      isRunning = false
      guard let next else { return }
      self.next = nil
      run(next)
    }
  }

  private nonisolated static func week(
    _ question: WeekQuestion, _ path: String, _ stores: RehearsalStores,
    _ environment: Environment, _ features: Features, _ cancellation: Cancellation
  ) throws(WeekQuestion.Failure) -> WeekAhead {
    guard !cancellation.isCanceled else { throw .canceled }
    let result: Answer
    do throws(StoreFailure) {
      let (online, offline) = try stores.fill(from: path, at: question.at)
      do throws(WeekQuestion.Failure) {
        result = .success(
          try WeekAhead(
            question, online: online, offline: offline, environment: environment,
            features: features, isCanceled: { cancellation.isCanceled }))
      } catch {
        result = .failure(error)
      }
      try stores.clear()
    } catch {
      throw .store(error)
    }
    return try result.get()
  }
}
