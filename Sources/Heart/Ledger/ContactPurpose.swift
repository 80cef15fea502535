import CarillonDetail
import CarillonText
import CarillonTime

/// Why a host was contacted. (T29)
package enum ContactPurpose: String, Codable, Sendable {
  case content
  case trial
  case callback
  /// To fetch the picture of a message.
  case media
  /// Because a redirect of a content request led there.
  case redirect
  /// To hear messages. (C4)
  case carrier
}
