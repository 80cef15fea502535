"""Catalogs of languages that nobody speaks: every text of the program, readable, and 40 % longer.

"Snooze" becomes "[Šñööžé ~~]", or the same in Hebrew letters. A text on a page that still has two letters
of English in a row was never translated; one without its last bracket is cut off.
"""

import re
import subprocess

from .language import Translations
from .paths import DATA

ACCENTED = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
                         "ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŘŠŤÛṼŴẊÝŽåƀçđéƒĝĥîĵķļṁñöþǫřšťûṽŵẋýž")
HEBREW = str.maketrans("abcdefghijklmnopqrstuvwxyz", "אבגדהוזחטיךכלםמןנסעףפץצקרש")
# What a translator leaves as it is: placeholders, formats, tags, entities, and the letter after a mnemonic's "_".
KEPT = re.compile(r"\{[A-Za-z]+\}|\{\{.*?\}\}|%(?:\d+\$)?[-+0-9.]*(?:l{0,2}[diufgxs]|%)|</?[a-z][^>]*>|&#?\w+;|_\w|\n")
# Contexts of texts that are as short in any language, and would be read as something else in brackets.
SHORT = re.compile(r"unit|initial of \w+")
HEADER = ("Content-Type: text/plain; charset=UTF-8\\n"
          "Content-Transfer-Encoding: 8bit\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n")


def pseudo(text, context="", letters=ACCENTED):
    """The text in the language."""
    if letters is HEBREW:
        # It has no capital letters.
        def change(part):
            return part.lower().translate(HEBREW)
    else:
        def change(part):
            return part.translate(letters)
    changed, at = "", 0
    for kept in KEPT.finditer(text):
        changed += change(text[at:kept.start()]) + kept[0]
        at = kept.end()
    changed += change(text[at:])
    if SHORT.fullmatch(context) or not re.search(r"[^\W\d_]", KEPT.sub("", text)):
        return changed
    more = max(1, round(0.4 * len(KEPT.sub("", text))))
    # Words, as a language has them, and not one that no line is wide enough for.
    words = " ".join("~" * min(6, more - start) for start in range(0, more, 6))
    # A line break at its end stays there.
    end = len(changed.rstrip("\n"))
    return f"[{changed[:end]} {words}]{changed[end:]}"


def catalog(letters):
    """The catalog as the text of a po file, from the program's template."""
    # Every text with itself as its translation, each on one line.
    template = subprocess.run(["msgen", "--no-wrap", str(DATA / "po/carillon.pot")], check=True,
                              capture_output=True, text=True).stdout
    entries = [f'msgid ""\nmsgstr "{HEADER}"']
    for entry in template.split("\n\n")[1:]:
        entry = entry.replace('"\n"', "")
        context = re.search(r'^msgctxt "(.*)"$', entry, re.MULTILINE)

        def translate(line, context=context):
            text = line[2].replace(r"\n", "\n").replace(r"\"", '"')
            said = pseudo(text, context[1] if context else "", letters)
            return f'{line[1]} "' + said.replace('"', r"\"").replace("\n", r"\n") + '"'

        entries.append(re.sub(r'^(msgstr(?:\[\d\])?) "(.*)"$', translate, entry, flags=re.MULTILINE))
    return "\n\n".join(entries) + "\n"


class Pseudo(Translations):
    """Like the translations of this checkout, with one of these languages in the place of `language`."""

    def __init__(self, folder, language, letters=ACCENTED):
        super().__init__(folder)
        folder = self.folder / "locale" / language / "LC_MESSAGES"
        folder.mkdir(parents=True, exist_ok=True)
        # Checks that the placeholders are still there.
        subprocess.run(["msgfmt", "--check-format", "-o", str(folder / "carillon.mo"), "-"], check=True,
                       input=catalog(letters), text=True)
