import ArgumentParser
import CarillonEngine
import CarillonGLib
import FoundationEssentials
import Glibc

extension Words {
  /// The user's language, once it was told by ``followLocale()``; English before.
  ///
  /// Times have 24 hours in every language, as in a log.
  static let user = Words.gettext(domain: "carillon", region: Region())

  /// The language of what a demo says: programs that read it get English.
  static func ofDemo(json: Bool) -> Words { json ? .english : .user }

  /// Takes the language from the locale; call it before anything is said.
  ///
  /// Without that locale or its catalog, everything stays English.
  static func followLocale() {
    // Nothing else of it, so that numbers are read and written as before.
    setlocale(LC_CTYPE, "")
    setlocale(LC_MESSAGES, "")
    if let catalogs { bindTranslations(of: "carillon", in: catalogs) }
  }

  /// The folder of the translations: where this program was installed, as for the app.
  private static var catalogs: String? {
    // Set for builds that are not installed.
    if let folder = ProcessInfo.processInfo.environment["CARILLON_DATA_DIR"] {
      return folder + "/locale"
    }
    guard let program = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(program) }
    let prefix = String(cString: program).split(separator: "/").dropLast(2)
    return "/" + (prefix + ["share", "locale"]).joined(separator: "/")
  }
}

/// A text in the user's language.
func say(_ text: String, _ values: [String: String] = [:]) -> String {
  Words.user.say(text, values)
}

extension ArgumentHelp {
  /// Help in the user's language.
  static func say(_ text: String) -> ArgumentHelp { ArgumentHelp(Words.user.say(text)) }
}
