import CarillonEngine
import Foundation
import GRDB
import GRDBSQLite

/// Leaves room on a disk that is almost full. (T23)
extension SQLiteRows {
  /// Refuses a text of so many bytes, if the disk has no room for it twice, and for a while of short commits.
  ///
  /// It is written into the WAL and then moved into the database. If there were room for one of these only, it would
  /// stay in the WAL, no checkpoint could end, and the next short commit would be refused.
  func checkRoom(for size: Int) throws(StoreFailure) {
    guard size >= SQLiteRows.long, let room else { return }
    guard room >= 2 * size + SQLiteRows.reserve else {
      throw StoreFailure(.full, "\(room) bytes are left on the disk, too few for a text of \(size)")
    }
  }

  /// Shorter texts are like any other commit.
  private static let long = 64 << 10
  /// About forty commits.
  private static let reserve = 1 << 20

  /// The bytes that are left on the disk; nil in memory, or if nobody knows.
  private var room: Int? {
    guard let path = sqlite3_db_filename(db.sqliteConnection, "main"), path.pointee != 0 else {
      return nil
    }
    var disk = statvfs()
    guard statvfs(path, &disk) == 0 else { return nil }
    let (bytes, isTooLarge) = disk.f_bavail.multipliedReportingOverflow(by: disk.f_frsize)
    return isTooLarge ? .max : Int(clamping: bytes)
  }
}
