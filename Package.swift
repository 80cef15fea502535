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

/// How the program is linked that stays in memory all day (docs/what-it-costs-is-measured.md).
///
/// At a fixed address nothing has to be relocated at start; heap, stacks and libraries, where all of C
/// is, lie at random addresses all the same. And no library looks anything up in it: a static Swift
/// exports every symbol, so the linker must keep all there is. What the start calls lies side by side.
let resident: [LinkerSetting] = [
  .unsafeFlags(
    onLinker(
      "-no-pie", "--no-export-dynamic", "--no-warn-symbol-ordering",
      "--symbol-ordering-file=\(Context.packageDirectory)/packaging/start-order",
      "-T\(Context.packageDirectory)/packaging/unnamed.ld"), .when(configuration: .release)),
  // CDeferred loads these when they are needed; pkg-config and the module maps name them all the same.
  .unsafeFlags(
    ["-use-ld=lld"]
      + onLinker(
        "--remap-inputs=*/libsoup-3.0.so=/dev/null", "--remap-inputs=*/libxml2.so=/dev/null",
        "--remap-inputs=*/libsecret-1.so=/dev/null", "--remap-inputs=*/libcanberra.so=/dev/null")),
]

/// What hands `options` to the linker.
func onLinker(_ options: String...) -> [String] {
  options.flatMap { ["-Xlinker", $0] }
}

let package = Package(
  name: "Carillon",
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
  ],
  targets: [
    .systemLibrary(name: "CGio", pkgConfig: "gio-unix-2.0"),
    .systemLibrary(name: "CSoup", pkgConfig: "libsoup-3.0"),
    .systemLibrary(name: "CXML", pkgConfig: "libxml-2.0"),
    .systemLibrary(name: "CDrawing", pkgConfig: "pangocairo gdk-pixbuf-2.0"),
    .systemLibrary(name: "CSession", pkgConfig: "libnotify libsecret-1 libcanberra"),
    .systemLibrary(name: "CGtk", pkgConfig: "ayatana-appindicator3-0.1"),

    .target(
      name: "CDeferred", dependencies: ["CSoup", "CXML", "CSession"],
      cSettings: [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)]),

    .target(name: "CarillonCore", swiftSettings: strict),
    .target(
      name: "CarillonStore",
      dependencies: [
        "CarillonCore", .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      swiftSettings: strict),
    .target(name: "CarillonGLib", dependencies: ["CarillonCore", "CGio"], swiftSettings: strict),
    .target(
      name: "CarillonHTTP",
      dependencies: ["CarillonCore", "CarillonGLib", "CGio", "CSoup", "CXML"],
      swiftSettings: onMain),
    .target(
      name: "CarillonBus", dependencies: ["CarillonCore", "CarillonGLib", "CGio"],
      swiftSettings: strict),
    .target(
      name: "CarillonDrawing", dependencies: ["CarillonCore", "CDrawing"], swiftSettings: strict),
    .target(
      name: "CarillonSession",
      dependencies: ["CarillonCore", "CarillonGLib", "CarillonDrawing", "CGio", "CSession"],
      swiftSettings: onMain),
    .target(
      name: "CarillonDesktop",
      dependencies: ["CarillonCore", "CarillonGLib", "CarillonDrawing", "CGio", "CGtk"],
      swiftSettings: onMain),
    .executableTarget(
      name: "carillon",
      dependencies: [
        "CarillonCore", "CarillonStore", "CarillonGLib", "CarillonHTTP", "CarillonBus",
        "CarillonDrawing", "CarillonSession", "CarillonDesktop", "CDeferred",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: onMain, linkerSettings: resident),
    .executableTarget(
      name: "carillonctl",
      dependencies: [
        "CarillonCore", "CarillonGLib", "CarillonBus",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),

    .executableTarget(
      name: "carillon-sim",
      dependencies: [
        "CarillonCore", "CarillonStore", "CarillonGLib",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),

    .testTarget(
      name: "CarillonCoreTests", dependencies: ["CarillonCore", "CarillonStore"],
      swiftSettings: strict),
    .testTarget(
      name: "carillon-simTests", dependencies: ["CarillonCore", "carillon-sim"],
      swiftSettings: strict),
    .testTarget(
      name: "CarillonStoreTests",
      dependencies: [
        "CarillonCore", "CarillonStore", .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "CarillonGLibTests", dependencies: ["CarillonCore", "CarillonGLib", "TestBus"],
      swiftSettings: strict),
    .testTarget(
      name: "TimeOracleTests", dependencies: ["CarillonCore", "CarillonGLib"],
      exclude: ["expectations.py"], swiftSettings: strict),
    .testTarget(
      name: "FuzzTests", dependencies: ["CarillonCore", "CarillonGLib", "CarillonHTTP"],
      exclude: ["Driver", "corpus"], swiftSettings: strict),
    .testTarget(
      name: "CarillonHTTPTests",
      dependencies: ["CarillonCore", "CarillonGLib", "CarillonHTTP", "CGio"],
      swiftSettings: onMain),
    .target(
      name: "TestBus", dependencies: ["CarillonCore", "CarillonGLib"], path: "Tests/TestBus",
      swiftSettings: strict),
    .testTarget(
      name: "CarillonBusTests",
      dependencies: ["CarillonCore", "CarillonGLib", "CarillonBus", "TestBus"],
      swiftSettings: strict),
    .testTarget(
      name: "carillonctlTests",
      dependencies: ["CarillonCore", "CarillonGLib", "CarillonBus", "carillonctl", "TestBus"],
      swiftSettings: strict),
    .testTarget(
      name: "CarillonSessionTests",
      dependencies: ["CarillonCore", "CarillonGLib", "CarillonSession", "TestBus"],
      swiftSettings: onMain),
    .testTarget(
      name: "CarillonDrawingTests", dependencies: ["CarillonCore", "CarillonDrawing"],
      swiftSettings: strict),
    .testTarget(
      name: "CarillonDesktopTests",
      dependencies: ["CarillonCore", "CarillonDrawing", "CarillonDesktop"],
      swiftSettings: onMain),
  ]
)

// Only packaging/bench builds what it measures with.
if Context.environment["CARILLON_BENCH"] != nil {
  package.targets.append(
    .executableTarget(
      name: "carillon-bench",
      dependencies: [
        "CarillonCore", "CarillonStore", "CarillonGLib", "CarillonBus",
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
      name: "carillon-fuzz", dependencies: ["CarillonCore", "CarillonGLib", "CarillonHTTP"],
      path: "Tests/FuzzTests", exclude: ["Replay", "corpus"],
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])],
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])]))
}
