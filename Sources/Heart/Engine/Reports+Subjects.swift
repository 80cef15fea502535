import CarillonInbox
import CarillonLedger

/// The subjects that a page lists. (D16)
extension Reports {
  func subjectsReport() throws(StoreFailure) -> SubjectsReport {
    let settings = try ledger.settings
    let (rows, more) = try turn.inbox.listed()
    let account = turn.kinds.all.lazy.compactMap { $0 as? any SignedIn.Type }.first.map {
      SubjectsReport.Account(setting: $0.account.key, url: $0.service(settings)?.url)
    }
    return SubjectsReport(rows: rows, more: more, account: account)
  }
}
