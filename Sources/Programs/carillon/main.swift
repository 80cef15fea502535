import ArgumentParser
import CarillonFeatures
import CarillonGLib
import Glibc

// Everything we write is our user's alone. (T28)
umask(0o077)
Heap.useOneForAllThreads()
setlocale(LC_ALL, "")
// A window or a pipe that is gone is an error of the call that wrote, not the end of the process.
signal(SIGPIPE, SIG_IGN)
let arguments = Arguments.parseOrExit()
if arguments.version {
  print(Release.version)
  exit(0)
}
exit(App.main(arguments))
