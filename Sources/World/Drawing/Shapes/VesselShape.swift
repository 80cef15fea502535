import CarillonEngine

/// Any vessel in a square.
struct VesselShape {
  /// Half the side of the square.
  var radius: Double
  var center: Point
  var showsDetails = true

  func draw(
    _ vessel: Vessel, on canvas: Canvas, scale: Double, at now: Instant, _ look: Look
  ) {
    switch vessel.shape {
    case .disc:
      DiscShape(center: center, radius: radius, showsGrains: showsDetails)
        .draw(vessel, on: canvas, scale: scale, at: now, look)
    case .tank:
      TankShape(box: tank, showsDetails: showsDetails).draw(vessel, on: canvas, at: now, look)
    case .glass:
      GlassShape(box: glass, streamTop: center.y - radius, showsDetails: showsDetails)
        .draw(vessel, on: canvas, at: now, look)
    }
  }

  /// When its contents next move visibly.
  func next(_ vessel: Vessel, after now: Instant, scale: Double, _ look: Look) -> Instant? {
    let motion: Motion =
      switch vessel.shape {
      case .disc: .area(radius: radius * scale)
      case .tank: .length(pixelsPerUnit: tank.height * scale)
      case .glass: .length(pixelsPerUnit: glass.height * scale)
      }
    return look.next(vessel.fill, motion, after: now)
  }

  private var tank: Box {
    let (width, height) = (radius * 1.76, radius * 2)
    return Box(x: center.x - width / 2, y: center.y - height / 2, width: width, height: height)
  }

  private var glass: Box {
    let (width, height) = (radius * 1.3, radius * 1.6)
    return Box(x: center.x - width / 2, y: center.y + radius - height, width: width, height: height)
  }
}
