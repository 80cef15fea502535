import CarillonDetail
package import CarillonText
import CarillonTime

extension Words {
  /// Why a fetch failed, in one sentence.
  package func fetch(_ failure: FetchFailure) -> String {
    switch failure.code {
    case .timeout: say("The source did not answer in time.")
    case .offline: say("There is no network.")
    case .unreachable: say("The source cannot be reached.")
    case .certificate:
      say("The source’s certificate is not valid, so what it says is not trusted.")
    case .forbidden:
      say("That address may not be fetched from: use https, this computer, or a file.")
    case .redirected:
      say("The source points somewhere else, where Carillon may not go.")
    case .status:
      say(
        "The source answered with an error ({status}).", ["status": failure.detail])
    case .tooLarge: say("The answer is larger than 1 MiB.")
    case .unreadable: say("The file cannot be read.")
    case .secret:
      say(
        "A secret that the source wants cannot be had: the keyring is locked or has lost it.")
    case .payload:
      say(
        "The answer is not content that Carillon understands ({what}).",
        ["what": failure.detail])
    }
  }
}
