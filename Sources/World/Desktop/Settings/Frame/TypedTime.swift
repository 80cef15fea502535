import CarillonEngine

extension WallTime {
  /// Parses a time as people type it: `7:30`, `0730`, `730`, `7.30`, `7h`, `7` and `7:30 pm`. (T1)
  ///
  /// AM and PM are also accepted in the region's language, with or without dots.
  init?(typed text: String, in region: Region = Region()) {
    var groups: [[Int]] = [[]]
    var letters = ""
    for character in text {
      if character.isASCII, let digit = character.wholeNumberValue, letters.isEmpty {
        groups[groups.count - 1].append(digit)
      } else if ":.,h".contains(character), letters.isEmpty, groups.count == 1, !groups[0].isEmpty {
        groups.append([])
      } else if character.isLetter {
        letters += character.lowercased()
      } else if character == ".", !letters.isEmpty {
        continue
      } else if !character.isWhitespace {
        return nil
      }
    }
    // "7:" and "7h" are full hours.
    if groups.count == 2, groups[1].isEmpty { groups.removeLast() }
    guard let (typed, minute) = WallTime.numbers(groups) else { return nil }
    var hour = typed
    if !letters.isEmpty {
      guard (1...12).contains(hour) else { return nil }
      switch letters {
      case "am", WallTime.letters(region.beforeNoon): hour %= 12
      case "pm", WallTime.letters(region.afternoon): hour = hour % 12 + 12
      default: return nil
      }
    }
    self.init(hour: hour, minute: minute)
  }

  private static func letters(_ text: String) -> String {
    text.filter(\.isLetter).lowercased()
  }

  private static func numbers(_ groups: [[Int]]) -> (hour: Int, minute: Int)? {
    func number(_ digits: some Sequence<Int>) -> Int { digits.reduce(0) { $0 * 10 + $1 } }
    if groups.count == 2 {
      guard (1...2).contains(groups[0].count), groups[1].count == 2 else { return nil }
      return (number(groups[0]), number(groups[1]))
    }
    switch groups[0].count {
    case 1, 2: return (number(groups[0]), 0)
    case 3, 4: return (number(groups[0].dropLast(2)), number(groups[0].suffix(2)))
    default: return nil
    }
  }
}

extension WallTime {
  /// The next or previous multiple of five minutes, wrapping at midnight.
  func stepped(_ direction: Int) -> WallTime {
    let step = 5
    let stepped =
      direction > 0
      ? (minuteOfDay / step + 1) * step : ((minuteOfDay + step - 1) / step - 1) * step
    return WallTime(ofDay: stepped)
  }

  /// The minute of a day, wrapping at its ends.
  init(ofDay minute: Int) {
    let minute = (minute % 1440 + 1440) % 1440
    guard let time = WallTime(hour: minute / 60, minute: minute % 60) else {
      preconditionFailure("a minute of a day is a time")
    }
    self = time
  }
}

extension Region {
  /// The number of characters in a time.
  var timeWidth: Int32 {
    twelveHours ? Int32(6 + max(beforeNoon.count, afternoon.count)) : 5
  }
}
