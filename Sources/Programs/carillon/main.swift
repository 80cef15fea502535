import ArgumentParser
import CarillonFeatures
import CarillonGLib
import Glibc

// Only the user may read the files we write. (T28)
umask(0o077)
Heap.useOneForAllThreads()
setlocale(LC_ALL, "")
// Writing to a closed window or pipe fails the write instead of ending the process.
signal(SIGPIPE, SIG_IGN)
let arguments = Arguments.parseOrExit()
if arguments.version {
  print(Release.version)
  exit(0)
}
exit(App.main(arguments))
