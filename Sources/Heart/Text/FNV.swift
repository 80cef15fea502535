/// The FNV-1a hash of the text's bytes.
///
/// Unlike Swift's own hash, it is the same in every process.
package func fnv(_ text: String) -> UInt64 {
  text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
}
