import CarillonInbox
import CarillonLedger

/// The subjects that a page lists. (D16)
extension Reports {
  func subjectsReport(about thing: String? = nil) throws(StoreFailure) -> SubjectsReport {
    let settings = try ledger.settings
    let (rows, more) = try turn.subjects.listed(about: thing)
    let account = turn.accounts.all.first.map {
      SubjectsReport.Account(
        name: $0.name, setting: $0.setting.key, url: $0.service(settings)?.url)
    }
    return SubjectsReport(rows: rows, more: more, account: account)
  }
}
