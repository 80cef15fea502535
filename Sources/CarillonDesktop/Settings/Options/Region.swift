import Glibc

/// What the user's region has by custom.
enum Region {
  /// Whether temperatures are in degrees Fahrenheit, by `LC_MEASUREMENT`. (B25)
  static var usesFahrenheit: Bool {
    // A number in place of a text: 1 is metric, 2 is that of the United States.
    guard let text = nl_langinfo(nl_item(_NL_MEASUREMENT_MEASUREMENT)) else { return false }
    return text.pointee == 2
  }
}
