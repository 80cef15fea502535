/// The calls that led to nothing, since the start. (C3)
package struct UnifiedPushCounts: Hashable, Sendable {
  /// Not as the protocol wants it.
  package internal(set) var malformed = 0
  /// With a token that is not ours.
  package internal(set) var unknownToken = 0
  /// Of another process than the distributor.
  package internal(set) var strangers = 0
  /// Too many at a time; the distributor was told to keep them.
  package internal(set) var refused = 0
}
