import CarillonEngine

/// A line of the history's list: a row, or the head of a fold.
protocol HistoryLine: AnyObject {
  var widget: Widget { get }
  var head: HistoryHead { get }
}

/// Identifies a line while it is listed.
enum HistoryLineName: Hashable {
  case row(String)
  case fold(HistoryFolds.Name)

  init(_ line: HistoryFolds.Line) {
    self =
      switch line {
      case .row(let row, _): .row(row.id)
      case .head(let name, _, _): .fold(name)
      }
  }
}
