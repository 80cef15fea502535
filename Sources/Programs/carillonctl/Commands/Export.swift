import ArgumentParser
import CarillonEngine
import Glibc

struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Have Carillon write all that it stores into a new file.")

  @Argument(help: "The file; it must not exist.", completion: .file())
  var file: String

  @OptionGroup var options: Options

  func run() throws {
    try options.show(options.ask(.export(path: absolute()))) { _ in "Exported.\n" }
  }

  /// The app has a working directory of its own.
  private func absolute() throws(Failure) -> String {
    if file.hasPrefix("/") { return file }
    guard let folder = getcwd(nil, 0) else {
      throw .refused("The working directory is gone; give an absolute path.")
    }
    defer { free(folder) }
    return "\(String(cString: folder))/\(file)"
  }
}
