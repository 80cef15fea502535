"""The wall clock is set and the zone changes while Carillon runs. (T15, T16, T17)"""

import pathlib
import shutil
import subprocess
import unittest

from harness.case import CarillonCase

SYSTEM = pathlib.Path("/usr/share/zoneinfo")


class ClockSet(CarillonCase):
    """Set by the preload library; the machine's own clock never changes."""

    def test_T16_set_forward_past_nothing_it_rings_on_time(self):
        server = self.server()
        self.app.start()
        self.clock.set(self.at(7, 59, 58))
        self.assert_on_time(server.wait(1), self.at(8))

    def test_T16_set_forward_past_an_hour_within_the_grace_it_rings_late(self):
        server = self.server()
        self.app.start()
        self.clock.set(self.at(8, 10))
        server.wait(1)
        self.becomes("shown")
        server.stay_quiet(1)

    def test_T16_set_forward_past_the_grace_it_is_missed_because_of_the_clock(self):
        server = self.server()
        self.app.start()
        self.clock.set(self.at(8, 45))
        self.becomes("missed")
        entry = self.entry("0800")
        self.assertEqual((entry["status"], entry["reason"]), ("missed", "clock"))
        server.stay_quiet(1)

    def test_T16_set_back_it_does_not_ring_twice(self):
        server = self.server()
        self.clock.set(self.at(7, 59, 57))
        self.app.start()
        server.wait(1)
        self.clock.set(self.at(7, 59, 57))
        server.stay_quiet(5)
        self.assertEqual(self.next_occurrences()[0], ("1200", self.at(12)))

    def test_T16_set_back_a_whole_day_the_day_before_rings_and_then_nothing_twice(self):
        server = self.server()
        self.clock.set(self.at(7, 59, 57))
        self.app.start()
        server.wait(1)
        self.clock.set(self.at(7, 59, 57, day=-1))
        self.assert_on_time(server.wait(2), self.at(8, day=-1))
        self.becomes("shown", date="2026-11-20")
        self.clock.set(self.at(7, 59, 57))
        server.stay_quiet(5)
        self.assertEqual(self.next_occurrences()[0], ("1200", self.at(12)))

    def test_T16_set_forward_and_back_past_nothing_every_hour_keeps_its_instant(self):
        server = self.server()
        self.app.start()
        planned = self.next_occurrences()
        for minutes in (45, -30, 20, -35):
            self.clock.advance(minutes=minutes)
            self.assertTrue(self.app.answers_within(2))
            self.assertEqual(self.next_occurrences(), planned)
        self.assertEqual(self.app.state()["pendingCount"], 3)
        server.stay_quiet(1)
        self.clock.set(self.at(7, 59, 58))
        self.assert_on_time(server.wait(1), self.at(8))

    def test_T16_set_back_before_it_rang_it_waits_for_its_hour(self):
        server = self.server()
        self.clock.set(self.at(7, 59, 50))
        self.app.start()
        self.clock.set(self.at(7, 30))
        server.stay_quiet(1.5)
        self.clock.set(self.at(7, 59, 59))
        self.assert_on_time(server.wait(1), self.at(8))

    def test_T16_a_missed_hour_that_is_in_the_future_again_rings(self):
        server = self.server()
        self.app.start()
        self.clock.set(self.at(9))
        self.becomes("missed")
        self.clock.set(self.at(7, 59, 57))
        self.assert_on_time(server.wait(1), self.at(8))

    def test_T16_after_wild_steps_everything_is_armed_correctly(self):
        server = self.server()
        self.app.start()
        for day, hour in ((30, 3), (-20, 5), (400, 23), (0, 6)):
            self.clock.set(self.at(hour, 30, day=day))
            self.assertTrue(self.app.answers_within(2))
        self.eventually(lambda: self.next_occurrences()
                        and self.next_occurrences()[0][1] == self.at(8), self.next_occurrences)
        server.stay_quiet(1)


class ZoneChanged(CarillonCase):
    """In a mount namespace with its own /etc, so that the machine's zone does not change."""

    def setUp(self):
        super().setUp()
        self.etc = self.desktop.folder / "etc"
        if not self.may_mount():
            self.skipTest("mount namespaces are refused here (unshare -m)")
        subprocess.run(["cp", "-a", "/etc/.", str(self.etc)], check=False, capture_output=True)
        self.set_zone("Europe/London")
        # Only /etc/localtime sets the zone.
        del self.desktop.environment["TZ"]
        self.app.prefix = [
            "unshare", "-m", "sh", "-c", f'mount --bind "{self.etc}" /etc && exec "$@"', "sh"]

    def may_mount(self):
        self.etc.mkdir(exist_ok=True)
        tried = subprocess.run(["unshare", "-m", "mount", "--bind", str(self.etc), "/etc"],
                               capture_output=True, check=False)
        return tried.returncode == 0 and shutil.which("unshare")

    def set_zone(self, name):
        """Sets the zone like timedatectl: a new link, moved into place."""
        link = self.etc / "localtime.new"
        link.unlink(missing_ok=True)
        link.symlink_to(pathlib.Path("/usr/share/zoneinfo", name))
        link.rename(self.etc / "localtime")
        if (self.etc / "timezone").exists():
            (self.etc / "timezone").write_text(name + "\n")

    def test_T16_the_zone_is_followed_live_and_the_hours_keep_their_wall_clock_time(self):
        server = self.server()
        self.app.start()
        self.assertEqual(self.app.state()["timezone"], "Europe/London")
        self.assertEqual(self.next_occurrences()[0], ("0800", self.at(8)))
        self.set_zone("America/New_York")  # UTC-5
        self.eventually(lambda: self.app.state()["timezone"] == "America/New_York")
        self.assertEqual(self.next_occurrences()[0], ("0800", self.at(13)))
        self.assertIn("moved", self.codes("0800@2026-11-21"))
        self.clock.set(self.at(12, 59, 58))
        self.assert_on_time(server.wait(1), self.at(13))

    def test_T16_flying_west_does_not_ring_twice(self):
        server = self.server()
        self.clock.set(self.at(7, 59, 57))
        self.app.start()
        server.wait(1)
        self.set_zone("Atlantic/Azores")  # UTC-1: 08:00 is in the future again
        self.eventually(lambda: self.app.state()["timezone"] == "Atlantic/Azores")
        self.clock.set(self.at(8, 59, 58))
        server.stay_quiet(4)
        self.assertEqual(self.next_occurrences()[0][0], "1200")

    def test_T16_flying_east_past_an_hour_rings_late_or_not_at_all(self):
        server = self.server()
        self.clock.set(self.at(7, 40))
        self.app.start()
        self.set_zone("Europe/Paris")  # it is 08:40 there: beyond the grace
        self.becomes("missed")
        entry = self.entry("0800")
        self.assertEqual((entry["status"], entry["reason"]), ("missed", "clock"))
        server.stay_quiet(1)

    def test_T16_a_configured_zone_overrides_the_systems(self):
        self.app.start()
        self.app.set(timezone="Asia/Tokyo")
        expected = self.next_occurrences()
        self.set_zone("America/New_York")
        self.app.state()
        self.assertEqual(self.app.state()["timezone"], "Asia/Tokyo")
        self.assertEqual(self.next_occurrences(), expected)


class ZoneDataReplaced(CarillonCase):
    """A folder with zone data of its own, updated while Carillon runs."""

    def setUp(self):
        super().setUp()
        self.data = self.desktop.folder / "zoneinfo"
        for name in "UTC", "Europe/London", "Etc/GMT+1", "tzdata.zi":
            (self.data / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(SYSTEM / name, self.data / name)
        self.desktop.environment["TZDIR"] = str(self.data)

    def update(self, name, source):
        """Replaces a file like dpkg."""
        new = self.data / "new"
        shutil.copyfile(source, new)
        new.rename(self.data / name)

    def test_T16_new_zone_data_moves_what_is_armed(self):
        server = self.server()
        self.app.start()
        self.app.set(timezone="Europe/London")
        self.assertEqual(self.next_occurrences()[0], ("0800", self.at(8)))
        # London moves an hour to the west.
        self.update("Europe/London", self.data / "Etc/GMT+1")
        self.update("tzdata.zi", self.data / "tzdata.zi")
        self.eventually(lambda: self.next_occurrences()[0] == ("0800", self.at(9)),
                        self.next_occurrences)
        self.assertIn("moved", self.codes("0800@2026-11-21"))
        self.clock.set(self.at(8, 0, 2))
        server.stay_quiet(1)
        self.clock.set(self.at(8, 59, 58))
        self.assert_on_time(server.wait(1), self.at(9))


class DaylightSaving(CarillonCase):
    """Days on which the clocks change, in a configured zone."""

    START = CarillonCase.START.replace(year=2026, month=3, day=28, hour=12)

    def test_T16_an_hour_inside_the_gap_rings_right_after_it(self):
        self.app.start()
        self.app.call("Configure", self.json("02:30", timezone="Europe/Berlin"))
        self.assertEqual(self.next_occurrences()[0],
                         ("0230", self.at(1, day=1)))  # 03:00 CEST is 01:00 UTC

    def test_T16_an_hour_that_occurs_twice_rings_only_the_first_time(self):
        server = self.server()
        self.clock.set(self.at(0).replace(month=10, day=25))
        self.app.start()
        self.app.call("Configure", self.json("02:30", timezone="Europe/Berlin"))
        first = self.at(0, 30).replace(month=10, day=25)
        self.assertEqual(self.next_occurrences()[0], ("0230", first))
        self.clock.set(first.replace(minute=29, second=58))
        self.assert_on_time(server.wait(1), first)
        self.clock.set(first.replace(hour=1, minute=29, second=58))
        server.stay_quiet(4)


if __name__ == "__main__":
    unittest.main()
