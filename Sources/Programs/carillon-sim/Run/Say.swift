import Foundation

/// Prints a line without buffering, so that it is not lost if a trap follows.
func say(_ line: some CustomStringConvertible) {
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}
