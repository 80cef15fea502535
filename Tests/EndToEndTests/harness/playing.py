"""Plays a demo of carillonctl, and reads its log."""


class Playing:
    """For test cases; the subclass names the demo."""

    DEMO = None
    SPEED = "30"

    def play(self, *options, log="demo", speed=None):
        # By the app's clock, as in a session.
        return self.desktop.processes.spawn(
            self.app.programs / "carillonctl", "demo", self.DEMO, "--speed", speed or self.SPEED,
            *options, log=log,
            environment={**self.desktop.environment, **self.clock.environment})

    def lines(self, log="demo"):
        """The lines of its log, without their times."""
        return [line.partition("s  ")[2] for line in self.desktop.processes.log(log).splitlines()]

    def says(self, text, log="demo"):
        self.eventually(lambda: any(text in line for line in self.lines(log)),
                        lambda: self.desktop.processes.log(log))

    def shown(self, summary):
        """The popup with this title, once it is there."""
        self.eventually(lambda: any(call.summary == summary for call in self.notifications.calls),
                        lambda: [call.summary for call in self.notifications.calls])
        return next(call for call in self.notifications.calls if call.summary == summary)
