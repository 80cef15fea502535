import CarillonEngine
import CarillonGLib
import CarillonRehearsal

/// What the process of the windows and the one with the engine say to each other, over a socket of their own.
///
/// Orders, queries and answers go as JSON text, as they do in recordings; an empty text stands for nil.
nonisolated enum WindowDoor {
  /// In the process with the engine.
  static let engine = BusObject("", "/engine", "org.carillon.Carillon.Engine")
  /// In the process of the windows.
  static let windows = BusObject("", "/windows", "org.carillon.Carillon.Windows")

  enum EngineMethod: String, CaseIterable {
    case ask = "Ask"
    case read = "Read"
    /// Its file is a descriptor.
    case export = "Export"
    case rehearse = "Rehearse"
    case focused = "Focused"
    case findPicture = "FindPicture"
    case copy = "Copy"
    case unlockKeyring = "UnlockKeyring"
    case quit = "Quit"
    /// The last window was closed; how many requests for one had been taken until then. Answers whether
    /// that were all, so that the process may end.
    case closed = "Closed"

    fileprivate var signature: (arguments: [String], answer: String?) {
      switch self {
      case .ask, .read, .findPicture, .rehearse: (["s"], "s")
      case .export: (["h"], "s")
      case .copy: (["s"], nil)
      case .focused: (["b"], nil)
      case .closed: (["u"], "b")
      case .unlockKeyring, .quit: ([], nil)
      }
    }
  }

  enum WindowsMethod: String, CaseIterable {
    case open = "Open"
    case complain = "Complain"
    case copy = "Copy"
    case copied = "Copied"
    /// A question whose answer is the user's consent. (C5)
    case question = "Question"
    case attention = "Attention"
    case changed = "Changed"
    case told = "Told"

    fileprivate var signature: (arguments: [String], answer: String?) {
      switch self {
      case .open, .copy: (["s", "s"], nil)
      case .question: (["s", "s"], "s")
      case .complain, .changed, .told: (["s"], nil)
      case .copied, .attention: ([], nil)
      }
    }

    /// Whether it opens a window if there is none: such requests are counted.
    var opens: Bool {
      switch self {
      case .open, .complain, .copy, .question: true
      case .copied, .attention, .changed, .told: false
      }
    }
  }

  /// Introspection XML.
  static let engineDescription = description(
    engine, EngineMethod.allCases.map { ($0.rawValue, $0.signature) })
  static let windowsDescription = description(
    windows, WindowsMethod.allCases.map { ($0.rawValue, $0.signature) })

  private static func description(
    _ object: BusObject,
    _ methods: [(name: String, signature: (arguments: [String], answer: String?))]
  ) -> String {
    let lines = methods.map { name, signature in
      let arguments =
        signature.arguments.map { "<arg direction=\"in\" type=\"\($0)\"/>" }
        + (signature.answer.map { ["<arg direction=\"out\" type=\"\($0)\"/>"] } ?? [])
      return "<method name=\"\(name)\">\(arguments.joined())</method>"
    }
    return "<node><interface name=\"\(object.interface)\">\(lines.joined())</interface></node>"
  }
}

/// A rehearsal's answer, as the windows' process gets it.
struct RehearsalReply: Codable {
  var week: WeekAhead?
  var refusal: Refusal?
  /// Why the database could not be read.
  var problem: String?

  init(_ result: Result<WeekAhead, WeekQuestion.Failure>) {
    switch result {
    case .success(let week): self.week = week
    case .failure(.refused(let refusal)): self.refusal = refusal
    case .failure(.store(let failure)): problem = failure.detail
    case .failure(.canceled): break
    }
  }

  var result: Result<WeekAhead, WeekQuestion.Failure> {
    if let week { return .success(week) }
    if let refusal { return .failure(.refused(refusal)) }
    if let problem { return .failure(.store(StoreFailure(.broken, problem))) }
    return .failure(.canceled)
  }
}
