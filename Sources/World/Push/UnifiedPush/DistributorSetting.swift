/// The distributor that the user wants. (C3)
package enum DistributorSetting: Hashable, Sendable {
  /// None: UnifiedPush is off.
  case off
  case auto
  case named(String)

  /// From the setting `distributor`: nil, `auto`, or a bus name; fails if that is no distributor's.
  package init?(_ text: String?) {
    switch text {
    case nil: self = .off
    case "auto": self = .auto
    case .some(let name):
      guard Distributors.isName(name) else { return nil }
      self = .named(name)
    }
  }
}
