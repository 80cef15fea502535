import CarillonDetail
import CarillonText
import CarillonTime

extension Command {
  /// Why a command failed; stored as the raw value. (B17)
  ///
  /// Each case has its sentence in `Wording+Commands.swift`.
  package enum Failure: Hashable, Sendable {
    /// The store refused it for so long that it would have come too late.
    case late
    case offline
    /// Its subject was over before it could be carried out.
    case over
    /// The process ended before the machine answered.
    case restarted
    case timeout
    /// The machine answered with this HTTP status.
    case status(Int)
    case unsent(FetchFailure.Code)
    /// The machine reported a failure, perhaps in its own words. They are shown, but not stored.
    case machine(saying: String?)
    /// A code that this version does not have; only for reading what is stored.
    case unknown(String)

    private static let fixed: [Failure] =
      [.late, .offline, .over, .restarted, .timeout, .machine(saying: nil)]
      + FetchFailure.Code.allCases.map(Failure.unsent)

    /// Every case once, with every failure and one status; without ``unknown(_:)``.
    package static let all: [Failure] = fixed + [.status(404)]

    private static let byText = Dictionary(
      uniqueKeysWithValues: fixed.map { ($0.rawValue, $0) })

    package init(rawValue: String) {
      if let failure = Failure.byText[rawValue] {
        self = failure
      } else if rawValue.hasPrefix(Failure.statusPrefix),
        let status = Int(rawValue.dropFirst(Failure.statusPrefix.count)),
        "\(Failure.statusPrefix)\(status)" == rawValue
      {
        self = .status(status)
      } else {
        self = .unknown(rawValue)
      }
    }

    package var rawValue: String {
      switch self {
      case .late: "late"
      case .offline: "offline"
      case .over: "over"
      case .restarted: "restarted"
      case .timeout: "timeout"
      case .status(let status): "\(Failure.statusPrefix)\(status)"
      case .unsent(let code): code.rawValue
      case .machine: "machine"
      case .unknown(let code): code
      }
    }

    private static let statusPrefix = "status-"
  }
}
