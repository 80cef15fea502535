package import CarillonDetail

/// The subjects that are listed on a page, and the account they belong to. (D16)
package struct SubjectsReport: Hashable, Codable, Sendable {
  /// The service that the page is about; one can sign in to it. (D1)
  package struct Account: Hashable, Codable, Sendable {
    /// As in ``StateReport/accounts``.
    package var name: String
    /// The key of its setting.
    package var setting: String
    /// Its address; nil while nobody is signed in.
    package var url: String?

    package init(name: String, setting: String, url: String?) {
      self.name = name
      self.setting = setting
      self.url = url
    }
  }

  /// At most ``Inbox/mostListed``, in the order of the page.
  package var rows: [SubjectRow]
  /// How many more there are.
  package var more: Int
  /// Nil if there is no service to sign in to.
  package var account: Account?

  package init(rows: [SubjectRow], more: Int = 0, account: Account?) {
    self.rows = rows
    self.more = more
    self.account = account
  }
}
