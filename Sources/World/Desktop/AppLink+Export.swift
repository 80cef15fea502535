import CarillonEngine
import CarillonGLib

extension AppLink {
  /// Exports everything to the new file `path`; `done` is called once, with the reason if it failed.
  /// (T29)
  func export(to path: String, done: @escaping (_ problem: String?) -> Void) {
    do throws(NewFile.Problem) {
      let file = try NewFile(creating: path)
      ask(.export(file: file.descriptor)) { [words] answer in
        done(AppLink.problem(with: answer, file, words))
      }
    } catch {
      done(error.sentence(words))
    }
  }

  private static func problem(with answer: Answer, _ file: NewFile, _ words: Words) -> String? {
    switch answer {
    case .refused(let refusal): return refusal.message
    case .done:
      do throws(NewFile.Problem) {
        try file.keep()
        return nil
      } catch {
        return error.sentence(words)
      }
    }
  }
}
