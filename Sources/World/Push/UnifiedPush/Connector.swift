/// The object that distributors call. (C3)
enum Connector {
  static let path = "/org/unifiedpush/Connector"
  static let first = "org.unifiedpush.Connector1"
  static let second = "org.unifiedpush.Connector2"

  static let description = """
    <node>
      <interface name="\(second)">
        <method name="Message">
          <arg name="args" type="a{sv}" direction="in"/>
          <arg name="res" type="a{sv}" direction="out"/>
        </method>
        <method name="NewEndpoint">
          <arg name="args" type="a{sv}" direction="in"/>
          <arg name="res" type="a{sv}" direction="out"/>
        </method>
        <method name="Unregistered">
          <arg name="args" type="a{sv}" direction="in"/>
          <arg name="res" type="a{sv}" direction="out"/>
        </method>
      </interface>
      <interface name="\(first)">
        <method name="Message">
          <arg name="token" type="s" direction="in"/>
          <arg name="message" type="ay" direction="in"/>
          <arg name="messageIdentifier" type="s" direction="in"/>
          <annotation name="org.freedesktop.DBus.Method.NoReply" value="true"/>
        </method>
        <method name="NewEndpoint">
          <arg name="token" type="s" direction="in"/>
          <arg name="endpoint" type="s" direction="in"/>
          <annotation name="org.freedesktop.DBus.Method.NoReply" value="true"/>
        </method>
        <method name="Unregistered">
          <arg name="token" type="s" direction="in"/>
          <annotation name="org.freedesktop.DBus.Method.NoReply" value="true"/>
        </method>
      </interface>
    </node>
    """
}
