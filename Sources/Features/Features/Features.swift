import CarillonBrews
package import CarillonEngine
import CarillonJourneys
import CarillonMaintenance
import CarillonSlots

/// All features of Carillon, one line each.
extension Features {
  package static let all = Features(
    plugs: [Slots.plug, Journeys.plug],
    kinds: [Brews.self, Statuses.self] + Maintenance.kinds + [
      Trips.self, Offers.self, General.self,
    ],
    accounts: [MaintenanceAccount.self])
}
