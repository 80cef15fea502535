import CGio

extension Bus {
  /// Reports the owner of `name`: once soon, and again at each change; nil if there is none.
  ///
  /// If one owner directly follows another, nil is reported in between. No service is started.
  package func onOwner(
    of name: String, do body: @escaping (_ owner: String?) -> Void
  ) -> Subscription {
    let id = g_bus_watch_name_on_connection(
      connection, name, G_BUS_NAME_WATCHER_FLAGS_NONE,
      { _, _, owner, data in
        Box<(String?) -> Void>.value(at: data)(owner.map { String(cString: $0) })
      }, { _, _, data in Box<(String?) -> Void>.value(at: data)(nil) },
      Box<(String?) -> Void>.retained(body), releaseBox)
    return Subscription { g_bus_unwatch_name(id) }
  }

  /// Calls `body` when a name that begins with `namespace` and a dot is taken or given up.
  ///
  /// Other names do not even wake this process.
  package func onNames(in namespace: String, changed body: @escaping () -> Void) -> Subscription {
    let daemon = BusObject.daemon
    let id = g_dbus_connection_signal_subscribe(
      connection, daemon.name, daemon.interface, "NameOwnerChanged", daemon.path, namespace,
      G_DBUS_SIGNAL_FLAGS_MATCH_ARG0_NAMESPACE,
      { _, _, _, _, _, _, data in Box<() -> Void>.value(at: data)() },
      Box<() -> Void>.retained(body), releaseBox)
    return Subscription { [self] in g_dbus_connection_signal_unsubscribe(connection, id) }
  }

  /// Requests `name`, and keeps it while the subscription is held; reports whether we own it.
  ///
  /// Reports once soon: false if another process has the name, and then does not queue for it.
  /// Export objects before, because calls may arrive as soon as the name is ours.
  package func own(
    _ name: String, changed: @escaping (_ isOurs: Bool) -> Void
  ) -> Subscription {
    let id = g_bus_own_name_on_connection(
      connection, name, G_BUS_NAME_OWNER_FLAGS_DO_NOT_QUEUE,
      { _, _, data in Box<(Bool) -> Void>.value(at: data)(true) },
      { _, _, data in Box<(Bool) -> Void>.value(at: data)(false) },
      Box<(Bool) -> Void>.retained(changed), releaseBox)
    return Subscription { g_bus_unown_name(id) }
  }
}
