import CarillonGate
import CarillonInbox
import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

/// Which rooms hear of what happens in another.
extension Turn {
  func hear(_ happening: Happening) throws(StoreFailure) {
    switch happening {
    case .moved(let delivery): try screen.closeWhatIsOver(after: delivery)
    case .shown(let delivery): try callbacks.acknowledge(delivery)
    case .onScreen(let delivery):
      ledger.isShown(delivery)
      if delivery.request?.callsAttention == true { ledger.emit(.callAttention) }
      try pictures.want(for: delivery)
    case .handedOver(let delivery):
      try planning.settleIdentity(of: delivery)
      try ledger.tellSources(shown: delivery)
      if ledger.isAwaited(delivery) {
        ledger.answer(.done(Reply(try Reports(turn: self).entry(of: delivery))), about: delivery)
      }
    case .inWindow(let delivery):
      try banners.shown(delivery)
      ledger.emit(.tell(.delivered(try Reports(turn: self).entry(of: delivery))))
    case .answeredElsewhere(let tag):
      groups.stir()
      try screen.closeWhatStands(of: tag)
      try banners.clear(of: tag)
    case .answeredHere(let operation, let subject): try accounts.tellDevices(operation, of: subject)
    case .delivered(let delivery):
      ledger.emit(.tell(.delivered(try Reports(turn: self).entry(of: delivery))))
    case .answered(let delivery):
      try analytics.answered(delivery)
      ledger.emit(.tell(.responded(try Reports(turn: self).entry(of: delivery))))
    case .linkOpened: try analytics.linkOpened()
    case .serviceLeft: try badge.forgetWhatWasSaid()
    case .opened(let parcel, let isOwn):
      if isOwn { CarrierTest(turn: self).opened(parcel) }
    case .known(let subject):
      for feature in features where try feature.learned(of: subject) { occasionsMoved() }
    case .received(let delivery):
      // What a group says of its subject may be something else by now.
      groups.stir()
      try analytics.received(delivery)
      ledger.emit(.tell(.messageReceived(try Reports(turn: self).entry(of: delivery))))
    case .merged(let delivery):
      try planning.endSnooze(of: delivery.item, except: delivery.id)
    case .returned(let delivery): if delivery.isPlanned { occasionsMoved() }
    case .givenUp(var delivery, let reason): try screen.fail(&delivery, reason)
    case .failed(let delivery, let wasReturning):
      if wasReturning { try planning.settleIdentity(of: delivery) }
      if !wasReturning { try takeBack(delivery) }
      let sentence = ledger.environment.words.say("Your desktop refused the notification.")
      ledger.answer(.refused(Refusal(.refused, sentence)), about: delivery)
    case .withdrawn(let delivery):
      try takeBack(delivery)
      let sentence = Reports(turn: self).wording.withdrawal(of: delivery, ledger.noServerSentence)
      ledger.answer(.refused(Refusal(.refused, sentence)), about: delivery)
    case .settled(let tag):
      groups.stir()
      try subjects.settle(tag)
      try screen.closeWhatStands(of: tag, andAlerts: true)
      try banners.clear(of: tag)
    case .snoozed(let tag):
      groups.stir()
      try subjects.snooze(tag)
      try screen.closeWhatStands(of: tag, andAlerts: true)
      try banners.clear(of: tag)
    case .over(let thread):
      groups.stir()
      try screen.closeWhatStands(of: thread.tag)
      try banners.clear(of: thread.tag)
      try commands.expireCommands(of: thread)
    case .reported(let event): try callbacks.reportError(event)
    case .toPost(let posting): try outgoing.post(posting)
    case .toForget(let posting): try outgoing.forget(posting)
    case .toSync(let wish): try accounts.sync(wish)
    case .keptWaiting(let posting, let status): try accounts.keptWaiting(posting, status)
    case .posted(let posting, let end):
      try callbacks.posted(posting, end)
      try commands.posted(posting, end)
      try buttons.posted(posting, end)
      try services.posted(posting, end)
      try forgettingSecrets { accounts throws(StoreFailure) in
        try accounts.posted(posting, end)
      }
    }
  }

  private func takeBack(_ delivery: Delivery) throws(StoreFailure) {
    guard case .asked(let item) = delivery.origin else { return }
    for feature in features where feature.name == item.source { try feature.takeBack(delivery) }
  }
}
