import CarillonFeatures
import CarillonGLib
import Testing

@Suite struct TimeOracleTests {
  @Test("T16, J14: in every zone, around every transition, Carillon agrees with zoneinfo")
  func everyZone() throws {
    let table = ZoneTable()
    var comparison = Comparison()
    try Oracle().forEach { expected in
      for name in expected.names {
        let rules = try #require(table.zone(named: name), "\(name)")
        comparison.compare(Carillon(rules: rules), of: name, with: expected)
      }
    }
    // Printed, because all disagreements in one expectation would take megabytes.
    print(comparison)
    #expect(comparison.disagreements.count == 0)
    // A comparison without questions must not pass.
    #expect(comparison.zones > 300)
    #expect(comparison.count > 2_000_000)
  }

  /// Zones in which every fault shows.
  private static let telling = [
    "Europe/Berlin", "Australia/Lord_Howe", "Pacific/Apia", "Africa/Monrovia",
  ]

  @Test("T16: the comparison detects wrong arithmetic", arguments: Fault.allCases)
  func notices(fault: Fault) throws {
    let table = ZoneTable()
    var comparison = Comparison()
    try Oracle(zones: TimeOracleTests.telling).forEach { expected in
      for name in expected.names {
        let rules = try #require(table.zone(named: name))
        comparison.compare(Faulty(fault: fault, rules: rules), of: name, with: expected)
      }
    }
    #expect(comparison.zones == TimeOracleTests.telling.count)
    #expect(comparison.disagreements.count > 0)
  }

  @Test("A truncated or damaged stream does not count as agreement")
  func damage() {
    #expect(throws: (any Error).self) { try Oracle(zones: ["Mars/Olympus"]).forEach { _ in } }
    #expect(throws: Expectations.Damage.self) { try Expectations([1, 0, 3, 0x55, 0x54]) }
  }
}
