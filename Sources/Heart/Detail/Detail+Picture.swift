import CarillonText
package import CarillonTime

/// The pictures of a detail, which its window fills in as they arrive. (B8, B10)
extension Detail {
  /// The address of the picture that has no file yet.
  package var missingPicture: String? {
    for case .picture(let picture) in parts where picture.file == nil {
      return picture.address
    }
    return nil
  }

  /// Sets the file of the picture that has none.
  package mutating func fill(_ file: String) {
    for (index, part) in parts.enumerated() {
      guard case .picture(var picture) = part, picture.file == nil else { continue }
      picture.file = file
      parts[index] = .picture(picture)
      return
    }
  }

  /// The detail as shown now, with a substitute for each picture that has not arrived. (B18)
  package var arranged: Detail {
    var detail = self
    detail.parts = parts.flatMap { part in
      guard case .picture(let picture) = part, picture.file == nil else { return [part] }
      // The video stays available without the picture. (B10)
      if let play = picture.play { detail.buttons.append(Button(id: play.id, label: play.label)) }
      return picture.instead
    }
    return detail
  }

  /// This detail with the picture files that `old` already has for the same addresses.
  package func keepingFiles(of old: Detail) -> Detail {
    var detail = self
    for case .picture(let picture) in old.parts {
      if let file = picture.file, picture.address == detail.missingPicture { detail.fill(file) }
    }
    return detail
  }

  /// The address of the video that the button `id` plays.
  package func video(of id: String) -> String? {
    for case .picture(let picture) in parts where picture.play?.id == id {
      return picture.play?.address
    }
    return nil
  }

  /// The text for sharing: title, values, words, and the address of the video. (B21)
  package func sharedText(at now: Instant) -> String {
    var lines = [heading, caption]
    for part in parts {
      switch part {
      case .facts(let facts):
        lines += facts.facts.map { fact in
          let value = [fact.value.text(at: now), fact.value.unit].filter { !$0.isEmpty }
          return "\(fact.label): \(value.joined(separator: " "))"
        }
      case .note(let note): lines.append(note.text)
      default: break
      }
    }
    for case .picture(let picture) in parts {
      if let video = picture.play?.address { lines.append(video) }
    }
    return lines.filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
