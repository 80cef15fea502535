import CarillonEngine
package import CarillonGLib

/// Carillon's names on the session bus. (SPEC §6)
package enum Door {
  /// Also the id of the desktop file.
  package static let name = "org.carillon.Carillon"
  package static let path = "/org/carillon/Carillon"
  package static let interface = "org.carillon.Carillon1"

  package static let carillon = BusObject(name, path, interface)
  /// The standard interface by which desktops start, raise and open an application.
  package static let application = BusObject(name, path, "org.freedesktop.Application")

  /// The action with which `carillon --hidden` keeps a `carillon --ring` process running.
  static let stay = "stay"

  /// The longest argument, in bytes.
  static let longestArgument = 1 << 20

  /// The signals, each with one JSON document.
  package static let signals = [
    "StateChanged", "Delivered", "Responded", "MessageReceived", "ErrorReported", "Command",
    "TestStep", "Pressed",
  ]

  /// The introspection data of the object at `path`.
  static let description: String = {
    var xml = "<node>\n  <interface name=\"\(interface)\">\n"
    for method in DoorMethod.all {
      xml += "    <method name=\"\(method.name)\">\n"
      for argument in method.arguments {
        xml += "      <arg name=\"\(argument)\" type=\"s\" direction=\"in\"/>\n"
      }
      if let file = method.file {
        xml += "      <arg name=\"\(file)\" type=\"h\" direction=\"in\"/>\n"
      }
      if let answer = method.answer {
        xml += "      <arg name=\"\(answer)\" type=\"s\" direction=\"out\"/>\n"
      }
      xml += "    </method>\n"
    }
    for signal in signals {
      xml += "    <signal name=\"\(signal)\">\n"
      xml += "      <arg name=\"document\" type=\"s\"/>\n    </signal>\n"
    }
    return xml + "  </interface>\n" + applicationDescription + "</node>\n"
  }()

  private static let applicationDescription = """
      <interface name="org.freedesktop.Application">
        <method name="Activate">
          <arg name="platform_data" type="a{sv}" direction="in"/>
        </method>
        <method name="Open">
          <arg name="uris" type="as" direction="in"/>
          <arg name="platform_data" type="a{sv}" direction="in"/>
        </method>
        <method name="ActivateAction">
          <arg name="action_name" type="s" direction="in"/>
          <arg name="parameter" type="av" direction="in"/>
          <arg name="platform_data" type="a{sv}" direction="in"/>
        </method>
      </interface>

    """
}
