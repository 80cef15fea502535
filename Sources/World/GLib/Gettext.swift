import CGio
package import CarillonEngine

extension Words {
  /// The translations of `domain`, in the language of the process's locale.
  ///
  /// Call `setlocale(LC_ALL, "")` first; without it, and without a catalogue, texts are as they
  /// stand in the source.
  package static func gettext(domain: String) -> Words {
    Words(region: .ofLocale) { context, one, many, n in
      // An untranslated text comes back as the very pointer that was passed in: it must be copied
      // before Swift's temporary goes.
      domain.withCString { domain in
        one.withCString { one in
          if let many {
            return many.withCString { many in
              String(cString: g_dngettext(domain, one, many, gulong(max(0, n))))
            }
          }
          guard let context else { return String(cString: g_dgettext(domain, one)) }
          return context.withCString { context in
            String(cString: g_dpgettext2(domain, context, one))
          }
        }
      }
    }
  }

  /// Says where the catalogues of `domain` lie: `folder/LANGUAGE/LC_MESSAGES/DOMAIN.mo`.
  package static func bindTranslations(of domain: String, in folder: String) {
    bindtextdomain(domain, folder)
    bind_textdomain_codeset(domain, "UTF-8")
  }
}
