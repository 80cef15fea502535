"""Messages of an espresso machine as in 001, and the texts expected of each."""

import json

ID = "brew_1234567890_5678"
COMMON = {"brewId": ID, "brewType": "espresso", "dose": "18", "temperature": "93"}

# 001's four examples verbatim, with our own for pre-infusion as the third.
MESSAGES = [
    {"token": "fGcI8xKLRZe...", "data": {
        **COMMON, "type": "brew_stage", "stage": "heating", "title": "Heating Water",
        "body": "Your espresso machine is heating to the perfect temperature...",
        "imageUrl": "https://cdn.example.com/images/machine-heating.jpg",
        "deepLink": "firstcrack://brew/status", "progress": "10", "pressure": "9",
        "elapsedTime": "0"}},
    {"token": "fGcI8xKLRZe...", "data": {
        **COMMON, "type": "brew_stage", "stage": "grinding", "title": "Grinding Beans",
        "body": "Grinding fresh coffee beans to the perfect particle size...",
        "imageUrl": "https://cdn.example.com/images/grinding.png",
        "deepLink": "firstcrack://brew/grinding", "progress": "40", "pressure": "9",
        "elapsedTime": "30"}},
    {"data": {
        **COMMON, "type": "brew_stage", "stage": "preInfusion", "pressure": "2",
        "elapsedTime": "4", "preInfusionTime": "8"}},
    {"token": "fGcI8xKLRZe...", "data": {
        **COMMON, "type": "brew_stage", "stage": "brewing", "title": "Brewing",
        "body": "Extracting espresso at 9 bar. Beautiful crema forming...",
        "imageUrl": "https://cdn.example.com/images/brewing.png",
        "videoUrl": "https://cdn.example.com/videos/extraction-live.mp4",
        "actions": json.dumps([
            {"id": "view_live", "title": "View Live", "icon": "videocam",
             "requiresForeground": True, "deepLink": "firstcrack://brew/live"},
            {"id": "stop_early", "title": "Stop Now", "icon": "stop",
             "requiresForeground": False}]),
        "deepLink": "firstcrack://brew/brewing", "progress": "80", "pressure": "9",
        "elapsedTime": "45", "remainingTime": "30", "flowRate": "2.5",
        "volumeExtracted": "15"}},
    {"token": "fGcI8xKLRZe...", "data": {
        **COMMON, "type": "brew_complete", "stage": "complete",
        "title": "Your Espresso is Ready! ☕",
        "body": "Perfect extraction: 36ml in 28s at 93°C. Enjoy!",
        "imageUrl": "https://cdn.example.com/images/brew_complete.png",
        "actions": json.dumps([
            {"id": "view_details", "title": "View Details", "icon": "info",
             "requiresForeground": True, "deepLink": "firstcrack://brew/details"},
            {"id": "brew_again", "title": "Brew Again", "icon": "refresh",
             "requiresForeground": False, "deepLink": "firstcrack://brew/new"},
            {"id": "share", "title": "Share", "icon": "share", "requiresForeground": True,
             "deepLink": "firstcrack://brew/share"}]),
        "deepLink": "firstcrack://brew/complete", "progress": "100", "pressure": "9",
        "elapsedTime": "75", "flowRate": "2.5", "volumeExtracted": "36"}},
]

# (title, body, buttons) for each.
READ = [
    ("Heating Water",
     "Espresso • 18g @ 93°C\nYour espresso machine is heating to the perfect temperature...",
     []),
    ("Grinding Beans",
     "Espresso • 18g dose\nGrinding fresh coffee beans to the perfect particle size...",
     ["Pause Grinding", "Adjust Grind Size"]),
    ("Pre-infusion in progress",
     "Espresso • 18g @ 2 bar\nGently saturating the coffee puck for even extraction.\n"
     "Pre-infusion: 4 / 8 seconds.",
     ["Skip to Extraction", "Extend Pre-Infusion"]),
    ("Brewing",
     "Espresso • 45s elapsed\nExtracting espresso at 9 bar. Beautiful crema forming...\n"
     "Flow rate: 2.5 ml/s",
     ["View Live", "Stop Now"]),
    ("Your Espresso is Ready! ☕",
     "Completed in 75s\nPerfect extraction: 36ml in 28s at 93°C. Enjoy!",
     ["View Details", "Brew Again", "Share"]),
]


def stage(name, brew="b1", **data):
    """A message for one stage of a brew."""
    return {"data": {"type": "brew_stage", "stage": name, "brewId": brew, **data}}


class Machine:
    """A machine that listens for commands on the bus and answers each; `answer` is "" or an error.
    """

    def __init__(self, app, answer=""):
        self.app = app
        self.commands = []
        self.answer = answer
        app.desktop.bus.on_signal(None, "/org/carillon/Carillon", "org.carillon.Carillon1",
                                  "Command", lambda _, arguments: self._heard(arguments[0]))

    def _heard(self, document):
        self.commands.append(json.loads(document))

    def done(self, command, error=""):
        self.app.call("CommandDone", command["commandId"], error)
