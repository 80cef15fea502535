import CGio
package import CarillonEngine

extension Words {
  /// The translations of `domain`, in the language of the process's locale.
  ///
  /// Call `setlocale(LC_ALL, "")` first. Without it, or without a catalog, texts stay as in the
  /// source.
  package static func gettext(domain: String, region: Region = .ofLocale) -> Words {
    Words(region: region) { context, one, many, n in
      // gettext returns an untranslated text as the same pointer: it must be copied before Swift's
      // temporary string is gone.
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

  /// Sets the folder of the catalogs of `domain`: `folder/LANGUAGE/LC_MESSAGES/DOMAIN.mo`.
  package static func bindTranslations(of domain: String, in folder: String) {
    bindtextdomain(domain, folder)
    bind_textdomain_codeset(domain, "UTF-8")
  }
}
