import CarillonEngine
import Foundation
import GRDB

/// A value that can be stored in a column.
protocol Bindable {
  var bound: DatabaseValue { get }
}

extension String: Bindable {
  var bound: DatabaseValue { stored.databaseValue }

  /// The text as it is stored.
  ///
  /// NUL becomes U+FFFD, because GRDB would cut the text there.
  var stored: String {
    guard containsNUL else { return self }
    let scalars = unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }
    return String(String.UnicodeScalarView(scalars))
  }

  /// Every text that is written is searched, most of them several times.
  var containsNUL: Bool {
    utf8.withContiguousStorageIfAvailable { bytes in
      bytes.baseAddress.map { memchr($0, 0, bytes.count) != nil } ?? false
    } ?? utf8.contains(0)
  }
}

extension Data: Bindable {
  var bound: DatabaseValue { databaseValue }
}

extension Int64: Bindable {
  var bound: DatabaseValue { databaseValue }
}

extension Int: Bindable {
  var bound: DatabaseValue { databaseValue }
}

extension Bool: Bindable {
  var bound: DatabaseValue { databaseValue }
}

extension Instant: Bindable {
  var bound: DatabaseValue { milliseconds.databaseValue }
}

extension LocalDate: Bindable {
  var bound: DatabaseValue { description.databaseValue }
}

extension Optional: Bindable where Wrapped: Bindable {
  var bound: DatabaseValue { self?.bound ?? .null }
}
