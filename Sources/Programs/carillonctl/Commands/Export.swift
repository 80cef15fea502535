import ArgumentParser
import CarillonEngine
import Glibc

struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Export everything to a new file.")

  @Argument(help: "The file to create; it must not exist yet.", completion: .file())
  var file: String

  @OptionGroup var options: Options

  func run() throws {
    try options.show(options.ask(.export(path: absolute()))) { _ in "Exported.\n" }
  }

  /// The absolute path, because the app has a working directory of its own.
  private func absolute() throws(Failure) -> String {
    if file.hasPrefix("/") { return file }
    guard let folder = getcwd(nil, 0) else {
      throw .refused("The working directory no longer exists. Use an absolute path.")
    }
    defer { free(folder) }
    return "\(String(cString: folder))/\(file)"
  }
}
