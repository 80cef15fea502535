import CSession
import CarillonGLib

/// A subclass of libsecret's Secret Service that never asks the user for a password.
///
/// libsecret prompts whenever it finds something locked, and a keyring may lock between a check and
/// the write. Here such a call fails instead. (T27)
enum PromptlessService {
  static let type: GType = g_type_register_static_simple(
    secret_service_get_type(), "CarillonSecretService",
    guint(MemoryLayout<SecretServiceClass>.size), { initialise($0, $1) },
    guint(MemoryLayout<SecretService>.size), nil, GTypeFlags(0))

  private static func initialise(_ type: gpointer?, _: gpointer?) {
    guard let type else { return }
    let methods = type.assumingMemoryBound(to: SecretServiceClass.self)
    methods.pointee.prompt_async = { service, _, _, cancellable, callback, data in
      let task: OpaquePointer = g_task_new(service, cancellable, callback, data)
      g_task_return_error(
        task,
        g_error_new_literal(
          secret_error_get_quark(), gint(SECRET_ERROR_IS_LOCKED.rawValue), "it would prompt"))
      g_object_unref(UnsafeMutableRawPointer(task))
    }
    methods.pointee.prompt_finish = { _, task, error in
      g_task_propagate_pointer(task, error)
      return nil
    }
  }
}
