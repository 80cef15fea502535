import CarillonDetail
import CarillonText
import CarillonTime

/// What happened in one room that another must hear of; Turn says who.
package enum Happening {
  /// A delivery changed its status.
  case moved(Delivery)
  /// A server has it on the screen for the first time: it is acknowledged. (T24)
  case shown(Delivery)
  /// It was handed to a server: its identity is spent, and whoever asked for it is answered. (T7)
  case handedOver(Delivery)
  /// It has its place on the screen now: its picture may be asked for.
  case onScreen(Delivery)
  /// It was given up.
  case failed(Delivery, wasReturning: Bool)
  /// The bus and the history hear that it was shown.
  case delivered(Delivery)
  /// It is not tried a second time; the code says why. (J19)
  case givenUp(Delivery, String)
  /// What was asked for does not come; the sentence says why. (T12)
  case withdrawn(Delivery, String)
  /// Nothing was handed over: a planned delivery waits again, and zone or clock may have changed.
  case returned(Delivery)
  /// A planned delivery became part of a digest. (T18)
  case merged(Delivery)
  /// The user answered it.
  case answered(Delivery)
  /// A message was accepted.
  case received(Delivery)
  /// A subject is over. (B13)
  case over(Subject)
  /// An event was recorded. (T23)
  case reported(ErrorEvent)
}
