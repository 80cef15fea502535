import CarillonApp
import CarillonCommands
import CarillonFeatures
import Glibc

// carillonctl is a link to this program. Of two programs, each would contain the Swift runtime, and Carillon would
// take half as much room again.
if CommandLine.arguments.first?.split(separator: "/").last == "carillonctl" {
  Commands.main()
}
exit(App.main(.all))
