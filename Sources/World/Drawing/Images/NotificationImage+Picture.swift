package import CarillonEngine

extension NotificationImage {
  /// The photo if it can be read, otherwise the drawing; nil if there is neither. (B9, B18)
  package static func draw(_ picture: NotifyCall.Picture, scale: Double) -> Pixels? {
    let side = Double(min(max(picture.side, 16), 256))
    let scale = min(max(scale, 1), 4)
    if let file = picture.file,
      let photo = Photo.load(file, covering: Size(width: side, height: side), scale: scale)
    {
      return photo
    }
    return picture.emblem.map {
      draw($0, tone: picture.tone, at: picture.at, side: side, scale: scale)
    }
  }
}
