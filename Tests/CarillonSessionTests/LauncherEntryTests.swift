import CarillonFeatures
import CarillonGLib
import TestBus
import Testing

@testable import CarillonSession

/// The number at the app's icon in docks and task bars. (D8)
@Suite(.serialized) @MainActor struct LauncherEntryTests {
  private static let interface = "com.canonical.Unity.LauncherEntry"
  private static let application = "application://org.carillon.Carillon.desktop"

  private final class Heard {
    var signals: [BusSignal] = []
    var numbers: [Int64?] { signals.map { $0.arguments[at: 1]?.number("count") } }
    var visible: [Bool?] { signals.map { $0.arguments[at: 1]?.flag("count-visible") } }
  }

  private let heard = Heard()

  /// A launcher of its own, which hears what an app says.
  private func listen(on bus: Bus) -> Subscription {
    bus.onSignal("Update", from: nil, at: nil, interface: Self.interface) {
      heard.signals.append($0)
    }
  }

  private func settle(on bus: Bus) {
    MainLoop.run(atMost: .milliseconds(200)) { false }
  }

  @Test("D8: each number is told once, and 0 hides it")
  func told() throws {
    let bus = try SessionBus.connect()
    let listening = listen(on: bus)
    let entry = LauncherEntry(on: bus, desktopID: "org.carillon.Carillon")
    entry.show(0)
    settle(on: bus)
    #expect(heard.signals.isEmpty)
    for count in [5, 5, 12, 0] { entry.show(count) }
    #expect(MainLoop.run(atMost: .seconds(5)) { heard.signals.count >= 3 })
    settle(on: bus)
    #expect(heard.numbers == [5, 12, 0])
    #expect(heard.visible == [true, true, false])
    #expect(
      heard.signals.allSatisfy { $0.arguments[at: 0]?.stringValue == Self.application })
    withExtendedLifetime((listening, entry)) {}
  }

  @Test("D8: a launcher that starts later is told, and one that asks is answered")
  func asked() throws {
    let bus = try SessionBus.connect()
    let listening = listen(on: bus)
    let entry = LauncherEntry(on: bus, desktopID: "org.carillon.Carillon")
    entry.show(5)
    #expect(MainLoop.run(atMost: .seconds(5)) { heard.signals.count == 1 })
    let launcher = try Bus.open(.at(SessionBus.daemon.address))
    let owning = launcher.own("com.canonical.Unity") { _ in }
    #expect(MainLoop.run(atMost: .seconds(5)) { heard.signals.count == 2 })
    #expect(heard.numbers == [5, 5])

    var answer: [Variant] = []
    let path = try #require(heard.signals.first?.path)
    #expect(path.hasPrefix("/com/canonical/unity/launcherentry/"))
    let asking = launcher.call(BusObject(bus.uniqueName, path, Self.interface), "Query") {
      if case .success(let values) = $0 { answer = values }
    }
    #expect(MainLoop.run(atMost: .seconds(5)) { !answer.isEmpty })
    #expect(answer[at: 0]?.stringValue == Self.application)
    #expect(answer[at: 1]?.number("count") == 5)
    withExtendedLifetime((listening, entry, owning, asking)) {}
  }
}

extension Variant {
  fileprivate func number(_ key: String) -> Int64? {
    guard case .dictionary(let members) = self, case .int64(let number) = members[key] else {
      return nil
    }
    return number
  }

  fileprivate func flag(_ key: String) -> Bool? {
    guard case .dictionary(let members) = self else { return nil }
    return members[key]?.boolValue
  }
}
