import Foundation

/// Writes a line at once, so that whoever reads it knows it also if a trap follows.
func say(_ line: some CustomStringConvertible) {
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}
