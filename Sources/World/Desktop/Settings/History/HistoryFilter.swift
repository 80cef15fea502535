import CarillonEngine
import Foundation

/// Filters the history by kind of outcome and by search text.
struct HistoryFilter: Hashable {
  enum Outcome: CaseIterable {
    case all, shown, notShown, waiting
  }

  var outcome = Outcome.all
  var search = ""

  /// Whether everything is listed.
  var isOpen: Bool { outcome == .all && words.isEmpty }

  /// Each word must occur somewhere, ignoring case and accents.
  private var words: [Substring] { search.split(whereSeparator: \.isWhitespace) }

  func lets(_ row: HistoryModel.Row) -> Bool {
    let fits: Bool =
      switch outcome {
      case .all: true
      case .shown: row.look == .shown || row.look == .unsure
      case .notShown: [.unwanted, .notShown, .failed].contains(row.look)
      case .waiting: row.look == .waiting
      }
    guard fits else { return false }
    return words.allSatisfy { word in
      [row.title, row.text, row.name, row.time, row.hour, row.response].contains {
        $0.range(of: word, options: [.caseInsensitive, .diacriticInsensitive]) != nil
      }
    }
  }

  func name(of outcome: Outcome, _ words: Words) -> String {
    switch outcome {
    case .all: words.term("history", "All")
    case .shown: words.term("history", "Shown")
    case .notShown: words.term("history", "Not Shown")
    case .waiting: words.term("history", "Waiting")
    }
  }
}
