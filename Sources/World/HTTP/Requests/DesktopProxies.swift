import CGio
import CarillonGLib

/// The desktop's proxies, asked for on a thread.
///
/// GIO waits for the services that know them, the portal and GNOME's script runner, for up to 25 seconds if one
/// hangs; on the main loop, nothing else would happen meanwhile. A request waits no longer than until its own
/// deadline, and never goes around a proxy that is not known yet.
nonisolated enum DesktopProxies {
  /// Finds who knows the proxies, before the first request: GIO does that whenever a connection is made, also if it
  /// is to ask ``resolver()``.
  ///
  /// `done` is called once, perhaps before this returns; with a failure if `cancellable` is canceled before.
  @MainActor static func find(
    until cancellable: UnsafeMutablePointer<GCancellable>,
    done: @escaping (Result<Void, GLibError>) -> Void
  ) {
    guard !isFound else { return done(.success(())) }
    asynchronously { callback, data in
      let task: OpaquePointer = g_task_new(nil, cancellable, callback, data)
      // Who has given up does not wait for the thread.
      g_task_set_return_on_cancel(task, 1)
      findOnThread(task)
      g_object_unref(UnsafeMutableRawPointer(task))
    } done: { result in
      do throws(GLibError) {
        _ = try throwing { g_task_propagate_boolean(result, $0) }
        isFound = true
        done(.success(()))
      } catch {
        done(.failure(error))
      }
    }
  }

  private static func findOnThread(_ task: OpaquePointer) {
    g_task_run_in_thread(task) { task, _, _, _ in
      _ = g_proxy_resolver_get_default()
      g_task_return_boolean(task, 1)
    }
  }

  @MainActor private static var isFound = false

  /// A `GProxyResolver`; the caller releases it.
  static func resolver() -> OpaquePointer {
    guard let made = g_object_new_with_properties(type, 0, nil, nil) else {
      preconditionFailure("an object is always made")
    }
    return OpaquePointer(made)
  }

  private static let type: GType = {
    let type = g_type_register_static_simple(
      g_object_get_type(), "CarillonProxyResolver", guint(MemoryLayout<GObjectClass>.size), nil,
      guint(MemoryLayout<GObject>.size), nil, GTypeFlags(0))
    var methods = GInterfaceInfo(
      interface_init: { methods, _ in DesktopProxies.fill(methods) }, interface_finalize: nil,
      interface_data: nil)
    g_type_add_interface_static(type, g_proxy_resolver_get_type(), &methods)
    return type
  }()

  private static func fill(_ methods: gpointer?) {
    guard let methods = methods?.assumingMemoryBound(to: GProxyResolverInterface.self) else {
      return
    }
    methods.pointee.is_supported = { _ in 1 }
    methods.pointee.lookup = { _, uri, cancellable, error in
      g_proxy_resolver_lookup(g_proxy_resolver_get_default(), uri, cancellable, error)
    }
    methods.pointee.lookup_async = { resolver, uri, cancellable, callback, data in
      let task: OpaquePointer = g_task_new(
        resolver.map { UnsafeMutableRawPointer($0) }, cancellable, callback, data)
      g_task_set_task_data(task, g_strdup(uri)) { g_free($0) }
      // Who has given up does not wait for the thread.
      g_task_set_return_on_cancel(task, 1)
      g_task_run_in_thread(task) { task, _, uri, cancellable in
        var error: UnsafeMutablePointer<GError>?
        let proxies = g_proxy_resolver_lookup(
          g_proxy_resolver_get_default(), uri?.assumingMemoryBound(to: gchar.self), cancellable,
          &error)
        if let proxies {
          g_task_return_pointer(task, proxies) { list in
            g_strfreev(list?.assumingMemoryBound(to: UnsafeMutablePointer<gchar>?.self))
          }
        } else if let error {
          g_task_return_error(task, error)
        }
      }
      g_object_unref(UnsafeMutableRawPointer(task))
    }
    methods.pointee.lookup_finish = { _, result, error in
      g_task_propagate_pointer(result, error)?
        .assumingMemoryBound(to: UnsafeMutablePointer<gchar>?.self)
    }
  }
}
