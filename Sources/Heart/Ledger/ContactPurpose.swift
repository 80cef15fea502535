import CarillonDetail
import CarillonText
import CarillonTime

/// What a computer was contacted for. (T29)
package enum ContactPurpose: String, Codable, Sendable {
  case content
  case trial
  case callback
  /// A picture of a message was there.
  case media
  /// A redirect of a request for content led there.
  case redirect
}
