import CarillonDetail
import CarillonText
import CarillonTime

/// What is known to the distributor, and of it. (C3)
package struct Registration: Hashable, Codable, Sendable {
  /// Identifies us at the distributor; the same in every process.
  ///
  /// Who knows it can pretend to be us.
  package let token: String
  /// The bus name of the distributor in use.
  package var distributor: String?
  /// Where senders post to; nil while there is none.
  package var endpoint: String?

  package init(token: String, distributor: String? = nil, endpoint: String? = nil) {
    self.token = token
    self.distributor = distributor
    self.endpoint = endpoint
  }
}

/// The registration to have. (C3)
package struct RegistrationWish: Hashable, Codable, Sendable {
  /// The setting `distributor`: nil for none, `auto`, or a bus name.
  package var setting: String?
  package var former: Registration
  /// Since when no message could come, as a former process knew; nil if they could, or never did.
  package var deafSince: Instant?

  package init(setting: String?, former: Registration, deafSince: Instant?) {
    self.setting = setting
    self.former = former
    self.deafSince = deafSince
  }
}

extension Carrier {
  /// The name of the one that a distributor brings messages by. (C3)
  package static let unifiedPush = "unifiedpush"
}

extension Registration {
  /// Names of distributors begin with it.
  package static let prefix = "org.unifiedpush.Distributor."
}
