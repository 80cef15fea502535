package import CarillonDetail

/// The subjects that are listed on a page, and the account they belong to. (D16)
package struct SubjectsReport: Hashable, Codable, Sendable {
  /// The service that its user signs in to. (D1)
  package struct Account: Hashable, Codable, Sendable {
    /// The key of its setting.
    package var setting: String
    /// Its address; nil while nobody is signed in.
    package var url: String?

    package init(setting: String, url: String?) {
      self.setting = setting
      self.url = url
    }
  }

  /// At most ``Inbox/mostListed``, in the order of the page.
  package var rows: [SubjectRow]
  /// How many more there are.
  package var more: Int
  /// Nil if no kind has one.
  package var account: Account?

  package init(rows: [SubjectRow], more: Int = 0, account: Account?) {
    self.rows = rows
    self.more = more
    self.account = account
  }
}
