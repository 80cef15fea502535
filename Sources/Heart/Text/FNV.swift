/// FNV-1a of the text's bytes: the same in every process, unlike Swift's own.
package func fnv(_ text: String) -> UInt64 {
  text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
}
