import CSession
import CarillonGLib

/// Reads and writes values in the keyring with libsecret, encrypted on the bus.
///
/// It belongs to one owner of the service's name; a new owner needs a new one. It never prompts.
final class SecretVault {
  private let service: UnsafeMutablePointer<SecretService>

  /// Takes over `service`.
  private init(_ service: UnsafeMutablePointer<SecretService>) {
    self.service = service
  }

  isolated deinit {
    g_object_unref(service)
  }

  /// Opens a session with the running service.
  static func open(done: @escaping (Result<SecretVault, GLibError>) -> Void) {
    asynchronously {
      secret_service_open(
        PromptlessService.type, nil, SECRET_SERVICE_OPEN_SESSION, nil, $0, $1)
    } done: { result in
      do throws(GLibError) {
        let service = try throwing { secret_service_open_finish(result, $0) }
        guard let service else { preconditionFailure("no service means an error") }
        done(.success(SecretVault(service)))
      } catch {
        done(.failure(error))
      }
    }
  }

  /// Reads the value with these attributes; nil if there is none in an unlocked collection.
  func read(
    _ attributes: [String: String], done: @escaping (Result<String?, GLibError>) -> Void
  ) {
    let table = SecretVault.table(attributes)
    defer { g_hash_table_unref(table) }
    asynchronously {
      secret_service_lookup(service, nil, table, nil, $0, $1)
    } done: { [service] result in
      do throws(GLibError) {
        let value = try throwing { secret_service_lookup_finish(service, result, $0) }
        defer { if let value { secret_value_unref(UnsafeMutableRawPointer(value)) } }
        done(.success(value.flatMap { secret_value_get_text($0) }.map { String(cString: $0) }))
      } catch {
        done(.failure(error))
      }
    }
  }

  /// Writes a value to the default collection, replacing one with the same attributes.
  func write(
    _ value: String, _ attributes: [String: String], label: String,
    done: @escaping (GLibError?) -> Void
  ) {
    let table = SecretVault.table(attributes)
    defer { g_hash_table_unref(table) }
    let secret: OpaquePointer = secret_value_new(value, -1, "text/plain")
    defer { secret_value_unref(UnsafeMutableRawPointer(secret)) }
    asynchronously {
      secret_service_store(
        service, nil, table, SECRET_COLLECTION_DEFAULT, label, secret, nil, $0, $1)
    } done: { [service] result in
      do throws(GLibError) {
        _ = try throwing { secret_service_store_finish(service, result, $0) }
        done(nil)
      } catch {
        done(error)
      }
    }
  }

  private static func table(_ attributes: [String: String]) -> OpaquePointer {
    let table: OpaquePointer = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free)
    for (key, value) in attributes { g_hash_table_insert(table, g_strdup(key), g_strdup(value)) }
    return table
  }
}
