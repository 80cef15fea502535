import CarillonBrews
package import CarillonEngine
import CarillonMaintenance
import CarillonSlots

/// All features of Carillon, one line each.
extension Features {
  package static let all = Features(
    plugs: [Slots.plug],
    kinds: [Brews.self] + Maintenance.kinds + [General.self],
    accounts: [MaintenanceAccount.self])
}
