import CarillonGate
import CarillonInbox
import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

/// Which Carillon this is; all its programs are of one release.
package enum Release {
  package static let version = "0.1.0"
}
