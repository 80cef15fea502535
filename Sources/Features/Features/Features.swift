import CarillonBrews
package import CarillonEngine
import CarillonSlots

/// All that Carillon can do, a line each.
extension Features {
  package static let all = Features(
    plugs: [Slots.plug],
    kinds: [Brews.self, General.self])
}
