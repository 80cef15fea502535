package import CarillonEngine
import CarillonFeatures

extension Features {
  /// All that Carillon can do, and two toys: a line each.
  package static let withToys = Features(
    plugs: Features.all.plugs + [Plants.plug],
    kinds: [Parcels.self] + Features.all.kinds.all)
}
