import CarillonEngine

extension Words {
  /// The display name of a theme's sound; for unknown ones, their id made readable.
  func sound(_ name: String) -> String {
    switch name {
    case "default": return term("sound", "Default")
    case "alarm-clock-elapsed": return term("sound", "Alarm clock")
    case "bell": return term("sound", "Bell")
    case "complete": return term("sound", "Complete")
    case "dialog-error": return term("sound", "Error")
    case "dialog-information": return term("sound", "Information")
    case "dialog-warning": return term("sound", "Warning")
    case "message": return term("sound", "Message")
    case "message-new-instant": return term("sound", "New message")
    case "phone-incoming-call": return term("sound", "Phone")
    case "window-attention": return term("sound", "Attention")
    case "window-question": return term("sound", "Question")
    default:
      let text = name.map { $0 == "-" || $0 == "_" ? " " : $0 }
      return text.prefix(1).map { $0.uppercased() }.joined() + String(text.dropFirst())
    }
  }
}
