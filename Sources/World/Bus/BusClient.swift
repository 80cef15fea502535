package import CarillonEngine
package import CarillonGLib

/// Calls the running app from another process: `carillonctl`, or a second launch.
///
/// Blocks until each answer arrives.
package struct BusClient {
  private let bus: Bus
  private let startsApp: Bool
  /// Fetching may take a minute.
  private let timeout: Span

  package init(on bus: Bus, startsApp: Bool, timeout: Span = .seconds(65)) {
    self.bus = bus
    self.startsApp = startsApp
    self.timeout = timeout
  }

  /// Connects to the session bus.
  ///
  /// With `startsApp`, the bus starts the app if it is not running.
  package init(startsApp: Bool) throws(CallFailure) {
    do throws(GLibError) {
      self.init(on: try Bus.open(.session), startsApp: startsApp)
    } catch {
      throw .noSession(error.message)
    }
  }

  /// The document that answers `question`; empty if there is none.
  package func ask(_ question: DoorCall) throws(CallFailure) -> String {
    if let (method, texts) = question.doorCall {
      let files = question.file.map { [$0] } ?? []
      let arguments = texts.map { Variant.string($0) } + files.map { _ in .handle(0) }
      let reply = try call(Door.carillon, method, arguments, files: files)
      return reply[at: 0]?.stringValue ?? ""
    }
    switch question {
    case .raise(let token):
      _ = try call(Door.application, "Activate", [PlatformData.with(activation: token)])
    case .open(let link, let token):
      _ = try call(
        Door.application, "Open", [.strings([link]), PlatformData.with(activation: token)])
    default:
      preconditionFailure("every other question has a method of its own")
    }
    return ""
  }

  /// Asks a `carillon --ring` to keep running; another Carillon does that anyway.
  package func stay() throws(CallFailure) {
    _ = try call(
      Door.application, "ActivateAction",
      [.string(Door.stay), .array(of: "v", []), PlatformData.with(activation: nil)])
  }

  private func call(
    _ object: BusObject, _ method: String, _ arguments: [Variant], files: [Int32] = []
  ) throws(CallFailure) -> [Variant] {
    do throws(GLibError) {
      return try bus.callAndWait(
        object, method, arguments, files: files, timeout: timeout, mayStart: startsApp)
    } catch {
      throw CallFailure(error)
    }
  }
}
