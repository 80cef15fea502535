"""Database files that were damaged behind Carillon's back. (T7, T32)

It continues with what is intact, or says that it cannot and starts a new database. It never shows
anything twice, and loses nothing silently.
"""

import contextlib
import pathlib
import shutil
import sqlite3
import time
import unittest

from harness.crash import LONG, TODAY, CrashCase
from harness.pages import KINDS, Pages
from harness.processes import until


class DamageCase(CrashCase):

    def setUp(self):
        super().setUp()
        self.content.with_etag = False
        self.notifications = self.server()

    @property
    def database(self):
        return self.folder / "carillon.sqlite"

    def aside(self):
        return sorted(file for file in self.folder.glob("*.set-aside-*")
                      if not file.name.endswith(("-wal", "-shm", "-journal")))

    def hints(self):
        return [hint["code"] for hint in self.app.state()["hints"]]

    def grow(self):
        """Two years of history with long texts, partly deleted, to get pages of every kind."""
        with contextlib.closing(sqlite3.connect(self.database)) as connection:
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA secure_delete = ON")
            source = connection.execute("SELECT min(id) FROM sources").fetchone()[0]
            at = round(self.at(8).timestamp() * 1000)
            with connection:
                for day in range(400):
                    then = at - day * 60_000 - 3_600_000
                    content = connection.execute(
                        "INSERT INTO notif_contents (source_id, payload, fetched_at, validated_at) "
                        "VALUES (?, ?, ?, ?)",
                        (source, '{"headline":"' + "x" * (9000 if day % 20 == 0 else 50) + '"}',
                         then, then)).lastrowid
                    date = connection.execute(
                        "SELECT date('2026-11-20', ?)", (f"-{day} days",)).fetchone()[0]
                    delivery = connection.execute(
                        "INSERT INTO notif_deliveries (origin, source, item, local_date, tag, "
                        "status, fire_at, created_at, decided_at, content_id, title, body, calls, "
                        "shown_at, replaced, is_return, popped_up, unread, unseen, banner) "
                        "VALUES ('planned', 'slot', "
                        "'0800', ?, 'slot:0800', 'shown', ?, ?, ?, ?, 'A title', 'A body', 1, ?, "
                        "1, 0, 0, 0, 0, 0)",
                        (date, then, then, then, content, then)).lastrowid
                    connection.execute(
                        "INSERT INTO spent (source, item, local_date, at) "
                        "VALUES ('slot', '0800', ?, ?)", (date, then))
                    for code in ("armed", "rendered", "showing", "shown"):
                        connection.execute(
                            "INSERT INTO delivery_trace (delivery_id, at, code, facts) "
                            "VALUES (?, ?, ?, '{}')", (delivery, then, code))
            with connection:
                connection.execute(
                    "DELETE FROM notif_contents WHERE id % 3 = 0 AND length(payload) > 1000")
                connection.execute("DELETE FROM delivery_trace WHERE delivery_id % 5 = 0")
            self.assertEqual(connection.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
        self.close_log()

    def close_log(self):
        """Moves everything from the WAL into the file."""
        with contextlib.closing(sqlite3.connect(self.database)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def pages(self):
        return Pages(self.database, dict(self.rows(
            "SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 1")))


class OneByte(DamageCase):
    """A changed byte in a page of each kind."""

    def test_T7_a_damaged_page_has_no_effect_or_is_reported_and_hours_ring_once(self):
        self.prepare("08:00", "09:15")
        self.grow()
        self.keep(again=True)
        pages = self.pages()
        numbers = self.random()
        for kind in (*KINDS.values(), "overflow", "freelist trunk", "freelist leaf", "header"):
            for number, offset in self.places(pages, kind, numbers):
                with self.subTest(kind=kind, page=number, owner=pages.owners.get(number),
                                  offset=offset):
                    self.begin_anew()
                    pages.flip(number, offset)
                    try:
                        self.live_with(pages.path.read_bytes())
                    finally:
                        self.put_down()

    def places(self, pages, kind, numbers):
        """The places to change: in each kind of page, and in the header."""
        if kind == "header":
            # Magic string, page size, WAL flag, size in pages, schema format.
            return [(1, offset) for offset in (0, 16, 18, 31, 47)]
        found = [(numbers.choice(pages.of(kind)), numbers.randrange(pages.size))
                 for _ in range(20 if LONG else 2)]
        return [(numbers.choice(pages.of(kind)), 0), *found]

    def live_with(self, damaged):
        server = self.notifications
        server.calls.clear()
        self.clock.set(self.at(7, 59, 50))
        self.app.start()
        self.assertEqual("DATABASE_SET_ASIDE" in self.hints(), bool(self.aside()))
        hours = [slot for slot, _ in self.next_occurrences()]
        if self.aside():
            self.assertEqual([file.read_bytes() == damaged for file in self.aside()], [True])
            self.assertEqual(hours, ["0800", "1200", "1800"])
        else:
            self.assertEqual(hours, ["0800", "0915"])
        self.clock.set(self.at(7, 59, 59))
        self.becomes("shown")
        before = len(self.aside())
        self.app.kill()
        self.app.start()  # no loop: the repaired or new database is good
        self.assertEqual(len(self.aside()), before)
        self.assertEqual(len(server.calls), 1)
        self.assert_sound()

    def test_T32_a_shown_notification_is_not_shown_again_whichever_index_lost_it(self):
        self.prepare("08:00", "09:15")
        self.clock.set(self.at(7, 59, 59))
        self.app.start()
        self.becomes("shown")
        self.until_posted()
        self.app.quit()
        self.close_log()
        self.keep(again=True)
        pages = self.pages()
        self.notifications.calls.clear()
        for index in ("one_delivery_of_occasion", "sqlite_autoindex_spent_1", "live_deliveries",
                      "one_scheduled_at_an_instant"):
            number = pages.of("index leaf", index)[0]
            content = pages.content(number)
            for offset in {place for place in (content.find(b"0800"), content.find(b"2026-11-21"),
                                               3, 8, pages.size - 1) if place >= 0}:
                with self.subTest(index=index, offset=offset):
                    self.begin_anew()
                    pages.flip(number, offset, bits=1)
                    self.clock.set(self.at(8, 0, 10))
                    self.app.start()
                    # The indexes are rebuilt from the tables, so no hour is lost.
                    self.assertEqual(self.aside(), [])
                    self.assertEqual(self.status("0800"), "shown")
                    self.app.call("Reschedule")
                    self.assertEqual(self.notifications.calls, [])
                    self.app.kill()
                    self.assert_sound()


class Log(DamageCase):
    """The files beside the database of a killed process."""

    def setUp(self):
        super().setUp()
        self.prepare("08:00", "09:15")
        self.clock.set(self.at(7, 59, 59))
        self.app.start()
        self.becomes("shown")
        self.until_posted()

    def rest(self):
        """Waits for the checkpoint that follows an important commit."""
        time.sleep(3)

    def goes_on(self):
        self.app.start()
        self.assertEqual(self.aside(), [])
        self.assertEqual([slot for slot, _ in self.next_occurrences()], ["0915", "0800"])
        self.clock.set(self.at(9, 14, 59, 700))
        self.becomes("shown", "0915")
        self.assertEqual(len(self.notifications.calls), 2)
        self.app.quit()
        self.assert_intact()

    def beside(self, suffix):
        return self.folder / f"carillon.sqlite{suffix}"

    def test_T32_the_WAL_is_gone(self):
        self.rest()
        self.app.kill()
        self.beside("-wal").unlink()
        self.goes_on()

    def test_T32_the_WAL_vanishes_while_it_runs(self):
        self.beside("-wal").unlink()
        self.app.set(lateGraceMinutes=45)
        self.rest()
        self.app.kill()
        self.goes_on()

    def test_T32_a_byte_of_the_WAL_has_changed(self):
        self.rest()
        # A first start writes so much that the log may have been begun anew.
        self.app.set(snoozeMinutes=11)
        self.rest()
        self.app.kill()
        wal = self.beside("-wal")
        self.folder.rename(self.data / "left")
        size = (self.data / "left" / wal.name).stat().st_size
        for offset in (0, 8, 16, 24, 40, 32 + 24 + 100, size // 2, size - 1):
            with self.subTest(offset=offset):
                shutil.rmtree(self.folder, ignore_errors=True)
                shutil.copytree(self.data / "left", self.folder)
                content = bytearray(wal.read_bytes())
                content[offset] ^= 0xff
                wal.write_bytes(content)
                self.clock.set(self.at(8, 0, 10))
                del self.notifications.calls[1:]
                self.goes_on()

    def test_T32_the_shm_is_garbage(self):
        self.app.kill()
        self.beside("-shm").write_bytes(b"\xa5" * 32768)
        self.goes_on()

    def test_T32_the_shm_is_gone(self):
        self.app.kill()
        self.beside("-shm").unlink()
        self.goes_on()

    def test_a_foreign_journal_is_beside_it(self):
        self.app.quit()
        self.beside("-journal").write_bytes(b"garbage " * 1000)
        self.goes_on()


class Strange(DamageCase):
    """Something else is in the place of the database."""

    def test_T7_an_emptied_file_is_set_aside_with_its_WAL(self):
        self.prepare("08:00", "09:15")
        self.app.start()
        self.app.set(lateGraceMinutes=45)
        self.app.kill()
        wal = (self.folder / "carillon.sqlite-wal").read_bytes()
        self.assertTrue(wal)
        self.database.write_bytes(b"")
        self.app.start()
        self.assertEqual(len(self.aside()), 1)
        self.assertEqual(pathlib.Path(f"{self.aside()[0]}-wal").read_bytes(), wal)
        self.assertIn("DATABASE_SET_ASIDE", self.hints())

    def test_T7_setting_aside_includes_a_journal_that_would_damage_the_next_database(self):
        other = self.data / "other.sqlite"
        with contextlib.closing(sqlite3.connect(other, isolation_level=None)) as connection:
            connection.execute("CREATE TABLE t (x)")
            connection.execute("INSERT INTO t VALUES (zeroblob(200000))")
            connection.execute("PRAGMA cache_size = 1")
            connection.execute("BEGIN")
            connection.execute("UPDATE t SET x = randomblob(200000)")
            # Hot: its transaction was neither committed nor rolled back.
            journal = pathlib.Path(f"{other}-journal").read_bytes()
            content = bytearray(other.read_bytes())
        content[18] = 0xfd  # which SQLite itself reports as read-only
        self.folder.mkdir()
        self.database.write_bytes(content)
        pathlib.Path(f"{self.database}-journal").write_bytes(journal)
        self.app.start()
        self.assertEqual([file.read_bytes() for file in self.aside()], [content])
        self.assertEqual(pathlib.Path(f"{self.aside()[0]}-journal").read_bytes(), journal)
        self.clock.set(self.at(7, 59, 59))
        self.becomes("shown")
        self.app.quit()
        self.assert_intact()

    def test_T7_a_database_set_aside_is_reported_as_long_as_it_exists(self):
        self.folder.mkdir()
        self.database.write_bytes(b"no database " * 1000)
        self.launch("before:commit")
        until("its death", lambda: self.is_dead)
        self.app.wait_ended()
        self.assertEqual(len(self.aside()), 1)
        for _ in range(2):
            self.app.start()
            self.assertIn("DATABASE_SET_ASIDE", self.hints())
            self.app.quit()
        self.aside()[0].unlink()
        self.app.start()
        self.assertNotIn("DATABASE_SET_ASIDE", self.hints())

    def test_a_folder_in_its_place_is_named_and_kept(self):
        self.database.mkdir(parents=True)
        self.app.launch("--hidden")
        until("the app on the bus", lambda: self.app.is_running)
        name, sentence = self.app.refusal("GetState")
        self.assertEqual(name, "org.carillon.Error.StorageBusy")
        self.assertIn(str(self.folder), sentence)
        self.database.rmdir()
        until("an ordinary start", lambda: self.app.answers_within(5), 15, interval=0.1)
        self.assertEqual(self.aside(), [])


class Held(DamageCase):
    """Another process holds the lock for a while."""

    def test_T23_events_during_a_lock_are_handled_afterwards_and_none_is_lost(self):
        self.prepare("08:00", "08:02", "09:15")
        self.clock.set(self.at(7, 59, 59))
        self.app.start()
        self.becomes("shown")
        self.until_posted()
        holder = sqlite3.connect(self.database, isolation_level=None)
        self.addCleanup(holder.close)
        holder.execute("BEGIN EXCLUSIVE")
        self.notifications.invoke(self.notifications.calls[0])
        self.clock.set(self.at(8, 1, 59))
        began = time.monotonic()
        while time.monotonic() - began < (120 if LONG else 15):
            self.assertEqual(self.app.refusal("Set", "{}")[0], "org.carillon.Error.StorageBusy")
            self.assertTrue(self.app.state())
            time.sleep(1)
        self.assertEqual(len(self.notifications.calls), 1)
        holder.execute("ROLLBACK")
        self.becomes("shown", "0802")
        self.answered("OPEN")
        self.until_posted()
        self.assertEqual(self.acks(), [f"ack:0800@{TODAY}", f"ack:0802@{TODAY}"])
        self.assertEqual(len(self.notifications.calls), 2)
        self.assertIn("STORAGE_BUSY", self.errors())


if __name__ == "__main__":
    unittest.main()
