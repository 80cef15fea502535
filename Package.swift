// swift-tools-version: 6.2
import PackageDescription

/// What every target of this package is compiled with.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

/// The targets whose code lives on the main thread, under GLib's loop.
let onMain: [SwiftSetting] = strict + [.defaultIsolation(MainActor.self)]

/// CDeferred loads these when they are needed; pkg-config and the module maps name them all the same.
let deferring = LinkerSetting.unsafeFlags(
  ["-use-ld=lld"]
    + onLinker(
      "--remap-inputs=*/libsoup-3.0.so=/dev/null", "--remap-inputs=*/libxml2.so=/dev/null",
      "--remap-inputs=*/libsecret-1.so=/dev/null", "--remap-inputs=*/libcanberra.so=/dev/null",
      "--remap-inputs=*/libseccomp.so=/dev/null", "--remap-inputs=*/libcmark.so=/dev/null"))

/// How installed programs are linked.
///
/// They lie at a random address, what the dynamic linker has written is read-only afterward, and relative
/// relocations are packed. No library looks anything up in them: a static Swift exports every symbol, so
/// the linker would have to keep all there is.
let shipped: [LinkerSetting] = [
  .unsafeFlags(
    onLinker("--no-export-dynamic", "-z", "relro", "-z", "now", "-z", "pack-relative-relocs"),
    .when(configuration: .release)),
  deferring,
]

/// What hands `options` to the linker.
func onLinker(_ options: String...) -> [String] {
  options.flatMap { ["-Xlinker", $0] }
}

/// The targets below a folder of `Sources`, which is named for what they have in common.
func target(
  _ folder: String, _ name: String, uses: [Target.Dependency], settings: [SwiftSetting] = strict
) -> Target {
  let path = name.replacing("Carillon", with: "")
  return .target(
    name: name, dependencies: uses, path: "Sources/\(folder)/\(path)", swiftSettings: settings)
}

func program(
  _ name: String, uses: [Target.Dependency], settings: [SwiftSetting] = strict,
  linkerSettings: [LinkerSetting] = []
) -> Target {
  .executableTarget(
    name: name, dependencies: uses, path: "Sources/Programs/\(name)", swiftSettings: settings,
    linkerSettings: linkerSettings)
}

func library(_ name: String, _ pkgConfig: String) -> Target {
  .systemLibrary(name: name, path: "Sources/C/\(name)", pkgConfig: pkgConfig)
}

func tests(
  _ name: String, of uses: [Target.Dependency], excluding: [String] = [],
  settings: [SwiftSetting] = strict
) -> Target {
  .testTarget(name: name, dependencies: uses, exclude: excluding, swiftSettings: settings)
}

let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let sqlite: Target.Dependency = .product(name: "GRDBSQLite", package: "GRDB.swift")
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let argumentParser: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
  name: "Carillon",
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
  ],
  targets: [
    library("CGio", "gio-unix-2.0"),
    library("CSoup", "libsoup-3.0"),
    library("CXML", "libxml-2.0"),
    library("CSQLite", "sqlite3"),
    library("CDrawing", "pangocairo gdk-pixbuf-2.0"),
    library("CSession", "libnotify libsecret-1 libcanberra"),
    library("CGtk", "ayatana-appindicator3-0.1"),
    library("CSeccomp", "libseccomp"),
    library("CMark", "libcmark"),
    library("CQREncode", "libqrencode"),
    .target(
      name: "CDeferred", dependencies: ["CSoup", "CXML", "CSession", "CSeccomp", "CMark"],
      path: "Sources/C/CDeferred",
      cSettings: [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)]),
    .target(
      name: "CHeap", path: "Sources/C/CHeap",
      cSettings: [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)]),

    // The heart. No room depends on a room beside it.
    target("Heart", "CarillonTime", uses: []),
    target("Heart", "CarillonText", uses: ["CarillonTime"]),
    target("Heart", "CarillonDetail", uses: ["CarillonText", "CarillonTime"]),
    target("Heart", "CarillonLedger", uses: ["CarillonDetail", "CarillonText", "CarillonTime"]),
    target("Heart", "CarillonPlanning", uses: ["CarillonLedger"]),
    target("Heart", "CarillonGate", uses: ["CarillonLedger"]),
    target("Heart", "CarillonScreen", uses: ["CarillonLedger"]),
    target("Heart", "CarillonInbox", uses: ["CarillonLedger"]),
    target("Heart", "CarillonOutgoing", uses: ["CarillonLedger"]),
    target(
      "Heart", "CarillonEngine",
      uses: [
        "CarillonLedger", "CarillonPlanning", "CarillonGate", "CarillonScreen", "CarillonInbox",
        "CarillonOutgoing",
      ]),

    // What Carillon can do. Only the programs know them all.
    target("Features", "CarillonSlots", uses: ["CarillonEngine"]),
    target("Features", "CarillonBrews", uses: ["CarillonEngine"]),
    target("Features", "CarillonMaintenance", uses: ["CarillonEngine"]),
    target("Features", "CarillonJourneys", uses: ["CarillonEngine"]),
    target(
      "Features", "CarillonFeatures",
      uses: [
        "CarillonEngine", "CarillonSlots", "CarillonBrews", "CarillonMaintenance",
        "CarillonJourneys",
      ]),

    target("World", "CarillonStore", uses: ["CarillonEngine", "CSQLite", grdb, sqlite, crypto]),
    target("World", "CarillonGLib", uses: ["CarillonEngine", "CGio", "CHeap"]),
    target(
      "World", "CarillonHTTP", uses: ["CarillonEngine", "CarillonGLib", "CGio", "CSoup", "CXML"],
      settings: onMain),
    target("World", "CarillonBus", uses: ["CarillonEngine", "CarillonGLib", "CGio"]),
    target(
      "World", "CarillonPush",
      uses: ["CarillonEngine", "CarillonGLib", "CarillonHTTP", "CMark", crypto]),
    target("World", "CarillonAnswers", uses: ["CarillonEngine", "CQREncode"]),
    target("World", "CarillonRehearsal", uses: ["CarillonEngine"]),
    target("World", "CarillonDrawing", uses: ["CarillonEngine", "CDrawing"]),
    target(
      "World", "CarillonSession",
      uses: ["CarillonEngine", "CarillonGLib", "CarillonDrawing", "CGio", "CSession"],
      settings: onMain),
    target(
      "World", "CarillonDesktop",
      uses: [
        "CarillonEngine", "CarillonSlots", "CarillonJourneys", "CarillonAnswers",
        "CarillonRehearsal", "CarillonGLib", "CarillonDrawing", "CGio", "CGtk",
      ], settings: onMain),

    // The app, without its features: a program is this and a list of them.
    target(
      "Programs", "CarillonApp",
      uses: [
        "CarillonEngine", "CarillonSlots", "CarillonStore", "CarillonGLib", "CarillonHTTP",
        "CarillonBus", "CarillonPush", "CarillonRehearsal",
        "CarillonDrawing", "CarillonSession", "CarillonDesktop", "CDeferred", "CSeccomp",
        argumentParser,
      ], settings: onMain),
    target(
      "Programs", "CarillonCommands",
      uses: [
        "CarillonFeatures", "CarillonAnswers", "CarillonGLib", "CarillonHTTP", "CarillonBus",
        "CarillonPush", "CDeferred", argumentParser,
      ]),
    program(
      "carillon", uses: ["CarillonApp", "CarillonCommands", "CarillonFeatures"], settings: onMain,
      linkerSettings: shipped),
    program(
      "carillonctl", uses: ["CarillonCommands"],
      linkerSettings: shipped + [
        // CDeferred's headers come with these, which nothing here calls.
        .unsafeFlags(
          onLinker(
            "--remap-inputs=*/libnotify.so=/dev/null",
            "--remap-inputs=*/libgdk_pixbuf-2.0.so=/dev/null"), .when(configuration: .release))
      ]),
    program(
      "carillon-sim",
      uses: [
        "CarillonFeatures", "CarillonStore", "CarillonRehearsal", "CarillonGLib", argumentParser,
      ],
      // packaging/release passes an option of lld's.
      linkerSettings: [.unsafeFlags(["-use-ld=lld"])]),

    .target(
      name: "TestBus", dependencies: ["CarillonFeatures", "CarillonGLib"], path: "Tests/TestBus",
      swiftSettings: strict),
    .target(
      name: "Toys", dependencies: ["CarillonFeatures"], path: "Tests/Toys", swiftSettings: strict),
    .executableTarget(
      name: "carillon-with-toys", dependencies: ["CarillonApp", "Toys"], path: "Tests/ToyApp",
      swiftSettings: onMain, linkerSettings: shipped),
    tests("HeartTests", of: ["CarillonFeatures", "CarillonStore", "CarillonRehearsal", "Toys"]),
    tests(
      "carillon-simTests",
      of: ["CarillonFeatures", "CarillonStore", "carillon-sim", "Toys", argumentParser]),
    tests("CarillonStoreTests", of: ["CarillonFeatures", "CarillonStore", grdb]),
    tests("CarillonGLibTests", of: ["CarillonFeatures", "CarillonGLib", "TestBus"]),
    tests(
      "TimeOracleTests", of: ["CarillonFeatures", "CarillonGLib", "CarillonJourneys"],
      excluding: ["expectations.py"]),
    tests(
      "FuzzTests",
      of: ["CarillonFeatures", "CarillonGLib", "CarillonHTTP", "CarillonPush", crypto],
      excluding: ["Driver", "corpus"]),
    tests(
      "CarillonHTTPTests", of: ["CarillonFeatures", "CarillonGLib", "CarillonHTTP", "CGio"],
      settings: onMain),
    tests(
      "CarillonPushTests",
      of: ["CarillonFeatures", "CarillonGLib", "CarillonHTTP", "CarillonPush", "TestBus", crypto],
      excluding: ["peer.py"]),
    tests("CarillonBusTests", of: ["CarillonFeatures", "CarillonGLib", "CarillonBus", "TestBus"]),
    tests(
      "carillonctlTests",
      of: [
        "CarillonFeatures", "CarillonStore", "CarillonAnswers", "CarillonGLib", "CarillonHTTP",
        "CarillonBus", "CarillonCommands", "TestBus",
      ]),
    tests(
      "CarillonSessionTests",
      of: ["CarillonFeatures", "CarillonGLib", "CarillonSession", "TestBus"],
      settings: onMain),
    tests("CarillonDrawingTests", of: ["CarillonFeatures", "CarillonDrawing"]),
    tests(
      "CarillonDesktopTests",
      of: [
        "CarillonFeatures", "CarillonAnswers", "CarillonRehearsal", "CarillonDrawing",
        "CarillonDesktop",
      ],
      settings: onMain),
  ]
)

// Only packaging/bench builds what it measures with.
if Context.environment["CARILLON_BENCH"] != nil {
  package.targets.append(
    .executableTarget(
      name: "carillon-bench",
      dependencies: [
        "CarillonFeatures", "CarillonStore", "CarillonRehearsal", "CarillonGLib", "CarillonBus",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Benchmarks/carillon-bench", swiftSettings: strict))
}

// Only packaging/fuzz builds with libFuzzer, which brings its own `main`: the same sources, with a
// driver in place of the tests.
if Context.environment["CARILLON_FUZZ"] != nil {
  package.targets.removeAll { $0.name == "FuzzTests" }
  package.targets.append(
    .executableTarget(
      name: "carillon-fuzz",
      dependencies: ["CarillonFeatures", "CarillonGLib", "CarillonHTTP", "CarillonPush", crypto],
      path: "Tests/FuzzTests", exclude: ["Replay", "corpus"],
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])],
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])]))
}
