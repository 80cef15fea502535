import CarillonEngine
import CarillonGLib

/// The calls of a distributor, in both versions of its interface. (C3)
///
/// The bus starts a distributor that does not run.
enum DistributorCalls {
  /// Who registers.
  struct Applicant {
    /// The bus name.
    var service: String
    var token: String
    /// For people.
    var label: String
    var vapid: String?
  }

  private static let path = "/org/unifiedpush/Distributor"

  static func register(
    _ applicant: Applicant, at distributor: String, _ version: UnifiedPushRegistration.Version,
    on bus: Bus, answer: @escaping (UnifiedPushRegistration.Answer) -> Void
  ) -> PendingCall {
    // The registration itself gives up first.
    let timeout = UnifiedPushRegistration.patience + .seconds(5)
    return bus.call(
      object(distributor, version), "Register", arguments(applicant, version), timeout: timeout
    ) { result in
      switch result {
      case .success(let values): answer(read(values, version))
      case .failure(let error): answer(read(error))
      }
    }
  }

  /// Nobody waits for the answer.
  static func unregister(
    _ token: String, at distributor: String, _ version: UnifiedPushRegistration.Version, on bus: Bus
  ) {
    let argument: Variant =
      version == .first ? .string(token) : .dictionary(["token": .string(token)])
    bus.call(object(distributor, version), "Unregister", [argument]) { result in
      guard version == .second, case .failure(let error) = result, read(error) == .unknownMethod
      else { return }
      unregister(token, at: distributor, .first, on: bus)
    }
  }

  private static func object(
    _ distributor: String, _ version: UnifiedPushRegistration.Version
  ) -> BusObject {
    BusObject(distributor, path, "org.unifiedpush.Distributor\(version.rawValue)")
  }

  private static func arguments(
    _ applicant: Applicant, _ version: UnifiedPushRegistration.Version
  ) -> [Variant] {
    guard version == .second else {
      return [.string(applicant.service), .string(applicant.token), .string(applicant.label)]
    }
    var values: [String: Variant] = [
      "service": .string(applicant.service), "token": .string(applicant.token),
      "description": .string(applicant.label),
    ]
    if let vapid = applicant.vapid { values["vapid"] = .string(vapid) }
    return [.dictionary(values)]
  }

  static func read(
    _ values: [Variant], _ version: UnifiedPushRegistration.Version
  ) -> UnifiedPushRegistration.Answer {
    let isOld = version == .first
    let result = isOld ? values[at: 0]?.stringValue : values[at: 0]?["success"]?.stringValue
    let reason = isOld ? values[at: 1]?.stringValue : values[at: 0]?["reason"]?.stringValue
    switch result {
    // The second is how the old version began.
    case "REGISTRATION_SUCCEEDED", "NEW_ENDPOINT": return .succeeded
    case nil: return .failed
    default: return .refused(reason.flatMap { .init(rawValue: $0) } ?? .internalError)
    }
  }

  static func read(_ error: GLibError) -> UnifiedPushRegistration.Answer {
    let domain = "org.freedesktop.DBus.Error."
    switch error.remoteName {
    case domain + "UnknownMethod", domain + "UnknownInterface": return .unknownMethod
    case domain + "NoReply": return .silent
    default: return error.isTimeout ? .silent : .failed
    }
  }
}
