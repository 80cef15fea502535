#if DEBUG
  import CarillonEngine
  import Glibc

  /// Kills this process, like a crash, at the point named by `CARILLON_KILL_AT`. (T32)
  ///
  /// `before:show` is before the first effect of that name is performed, `after:post:2` after the
  /// second. `before:commit` is inside a transaction whose rows are all written, `after:commit`
  /// before the first effect that follows from it. Not compiled into release builds.
  nonisolated final class SuddenDeath {
    private let point: String
    private var left: Int

    /// Nil if no point is named.
    static var wanted: SuddenDeath? {
      getenv("CARILLON_KILL_AT").map { SuddenDeath(at: String(cString: $0)) }
    }

    init(at value: String) {
      let parts = value.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 2 || parts.count == 3, ["before", "after"].contains(parts[0]),
        let count = parts.count == 3 ? Int(parts[2]) : 1, count > 0
      else { preconditionFailure("CARILLON_KILL_AT names a side, an effect and perhaps a number") }
      point = parts[0] + ":" + parts[1]
      left = count
    }

    func pass(_ name: String) {
      guard name == point else { return }
      left -= 1
      // Ends all threads at once, without any cleanup.
      if left == 0 { kill(getpid(), SIGKILL) }
    }

    /// Wraps `store` so that its commits are such points too.
    func watching(_ store: any DataStore) -> any DataStore { WatchedStore(store, by: self) }

    private final class WatchedStore: DataStore {
      private let store: any DataStore
      private let death: SuddenDeath

      init(_ store: any DataStore, by death: SuddenDeath) {
        self.store = store
        self.death = death
      }

      func transaction<R>(
        _ body: (any Rows) throws(StoreFailure) -> R
      ) throws(StoreFailure) -> R {
        let result = try store.transaction { rows throws(StoreFailure) in
          let result = try body(rows)
          death.pass("before:commit")
          return result
        }
        death.pass("after:commit")
        return result
      }

      func read<R>(_ body: (any Rows) throws(StoreFailure) -> R) throws(StoreFailure) -> R {
        try store.read(body)
      }
    }
  }
#endif
