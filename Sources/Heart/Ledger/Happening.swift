import CarillonDetail
import CarillonText
import CarillonTime

/// An occurrence in one room that others must know of; Turn decides which.
package enum Happening {
  /// A delivery's status has changed.
  case moved(Delivery)
  /// A delivery was shown for the first time; acknowledge it. (T24)
  case shown(Delivery)
  /// A delivery was handed to a server: its identity is spent, and its caller gets an answer. (T7)
  case handedOver(Delivery)
  /// A delivery has its place on the screen; its picture may be requested.
  case onScreen(Delivery)
  /// A delivery was given up.
  case failed(Delivery, wasReturning: Bool)
  /// A delivery is shown in the window, in place of a popup. (D3)
  case inWindow(Delivery)
  /// A delivery was shown; tell the bus and the history.
  case delivered(Delivery)
  /// A delivery is not tried a second time. (J19)
  case givenUp(Delivery, Reason)
  /// A delivery that the user asked for was taken back, for its reason. (T12)
  case withdrawn(Delivery)
  /// Nothing was handed over. The planned delivery waits again; zone or clock may have changed.
  case returned(Delivery)
  /// A planned delivery became part of a digest. (T18)
  case merged(Delivery)
  /// The user answered a delivery.
  case answered(Delivery)
  /// A message that came sealed was opened; `isOwn` if it was sealed for ``SelfTest``. (C7)
  case opened(SealedParcel, isOwn: Bool)
  /// What is known of a subject was stored.
  case known(Subject)
  /// A message was accepted.
  case received(Delivery)
  /// A link led to one of Carillon's pages. (D12)
  case linkOpened
  /// The user has left a service for another one. (D1)
  case serviceLeft
  /// The user has answered a subject's notifications on another device. (J28)
  case answeredElsewhere(tag: String)
  /// The user has done something here that their other devices are to know of. (J27)
  case answeredHere(DeviceStatus.Operation, subject: String)
  /// Nothing is left to do about a subject: its service or the user says so. (D6)
  case settled(tag: String)
  /// The user wants to be shown a subject later, and nothing of it until then. (D14)
  case snoozed(tag: String)
  /// A message asks for what its service knows. (D9)
  case toSync(SyncWish)
  /// A subject is over. (B13)
  case over(Subject)
  /// Something is to be posted.
  case toPost(Posting)
  /// A posting that is not under way is not to be sent any more.
  case toForget(Posting)
  /// A posting waits although it was refused, with this status, or although its token is gone: nil. Another
  /// token is hoped for. (D1)
  case keptWaiting(Posting, status: Int?)
  /// A posting has ended; its row is gone.
  case posted(Posting, Posting.End)
  /// An event was recorded. (T23)
  case reported(ErrorEvent)
}
