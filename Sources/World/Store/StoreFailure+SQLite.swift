import CarillonEngine
import Foundation
import GRDB

extension StoreFailure {
  /// Translates an error of SQLite, GRDB or the file system.
  ///
  /// The detail holds codes and names of constraints and columns, never a value. (T28)
  init(_ error: any Error) {
    switch error {
    case let failure as StoreFailure: self = failure
    case let error as DatabaseError: self.init(error)
    case let error as CocoaError:
      let kind: Kind = error.code == .fileWriteOutOfSpace ? .full : .broken
      self.init(kind, "file system: \(error.code.rawValue)")
    default: self.init(.broken, "\(type(of: error))")
    }
  }

  private init(_ error: DatabaseError) {
    let kind: Kind =
      switch (error.resultCode, error.extendedResultCode) {
      case (.SQLITE_BUSY, _), (.SQLITE_LOCKED, _): .busy
      // SHMSIZE: the WAL's index cannot grow.
      case (.SQLITE_FULL, _), (_, .SQLITE_IOERR_SHMSIZE): .full
      default: .broken
      }
    let message = error.message ?? "no message"
    self.init(kind, "SQLite \(error.extendedResultCode.rawValue): \(message)")
  }
}
