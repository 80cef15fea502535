package import CarillonEngine

/// The titles of brew buttons and the names of categories. (000, B5, B6)
extension Brews {
  package static func title(ofButton id: String, _ words: Words) -> String? {
    switch id {
    case "pause_grinding": words.say("Pause Grinding")
    case "resume_grinding": words.say("Resume Grinding")
    case "adjust_grind": words.say("Adjust Grind Size")
    case "skip_preinfusion": words.say("Skip to Extraction")
    case "extend_preinfusion": words.say("Extend Pre-Infusion")
    case "stop_shot", "stop_early": words.say("Stop Shot Now")
    case "view_live": words.say("View Live")
    case "view_details": words.say("View Details")
    case "brew_again": words.say("Brew Again")
    case "adjust_profile": words.say("Adjust Profile")
    case "share": words.say("Share")
    case "cancel_brew": words.say("Cancel Brew")
    case "start_brew": words.say("Start Brew")
    default: nil
    }
  }

  package static func name(ofCategory category: String, _ words: Words) -> String? {
    BrewStage.allCases.first { $0.category == category }?.name(words)
  }
}

extension BrewStage {
  /// The category as named in 000. (B5)
  package var category: String {
    switch self {
    case .heating: "BREW_HEATING"
    case .grinding: "BREW_GRINDING"
    case .preInfusion: "BREW_PREINFUSION"
    case .brewing: "BREW_EXTRACTION"
    case .complete: "BREW_COMPLETE"
    }
  }
}
