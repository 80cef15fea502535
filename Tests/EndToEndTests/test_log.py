"""What it writes for the journal. (T28)"""

import fcntl
import os
import resource
import unittest

from harness.case import CarillonCase


class Log(CarillonCase):

    def test_T28_a_log_that_nobody_reads_stops_nothing(self):
        path = self.desktop.folder / "log"
        os.mkfifo(path)
        reader = os.open(path, os.O_RDWR | os.O_NONBLOCK)
        self.addCleanup(os.close, reader)
        with self.assertRaises(BlockingIOError):
            while True:
                os.write(reader, b"x" * 4096)
        size = fcntl.fcntl(reader, fcntl.F_GETPIPE_SZ)
        self.app.prefix = ["sh", "-c", 'exec "$0" "$@" 2>log']
        self.app.start()
        # Without a notification server each is refused, and an error to be logged.
        for _ in range(3):
            self.app.refusal("SendTest")
        self.assertEqual(self.app.state()["lastErrors"][0]["code"], "SCHEDULE_DENIED")
        # Once it is read, lines come again.
        self.assertEqual(len(os.read(reader, size)), size)
        self.app.refusal("SendTest")
        self.assertIn(b"SCHEDULE_DENIED", os.read(reader, size))

    def test_T27_a_crash_leaves_no_file_with_its_memory(self):
        if resource.getrlimit(resource.RLIMIT_CORE)[1] == 0:
            self.skipTest("no core files are allowed here")
        self.app.prefix = ["sh", "-c", 'ulimit -S -c $(ulimit -H -c); exec "$0" "$@"']
        self.app.start()
        soft, hard = resource.prlimit(self.app.pid, resource.RLIMIT_CORE)
        self.assertEqual(soft, 0)
        self.assertEqual(hard, resource.getrlimit(resource.RLIMIT_CORE)[1])


if __name__ == "__main__":
    unittest.main()
