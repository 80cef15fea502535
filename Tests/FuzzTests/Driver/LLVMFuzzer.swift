import Glibc

/// The target named by `CARILLON_FUZZ_TARGET`, for all inputs of this process.
private let target: FuzzTarget = {
  let name = getenv("CARILLON_FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = FuzzTarget(rawValue: name) else {
    fatalError("CARILLON_FUZZ_TARGET is one of \(FuzzTarget.allCases.map(\.rawValue))")
  }
  return target
}()

/// Called by libFuzzer, which brings `main`, with every input.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  MainActor.assumeIsolated {
    if let problem = target.problem(with: bytes) { fatalError("\(target): \(problem)") }
  }
  return 0
}
