"""Another language, with catalogs compiled from the sources, and another region."""

import functools
import gettext
import subprocess

from .paths import DATA, PACKAGING


class Translations:
    """The data of this checkout with its translations, as in an installed package."""

    def __init__(self, folder):
        self.folder = folder / "translated"
        self.folder.mkdir()
        for each in DATA.iterdir():
            (self.folder / each.name).symlink_to(each)
        subprocess.run([str(PACKAGING / "translate"), "--compile", str(self.folder / "locale")],
                       check=True)

    def use(self, desktop, language):
        """Uses a language for programs started from now on, without the system's support."""
        desktop.environment.update(
            LC_ALL="C.UTF-8", LANGUAGE=language, CARILLON_DATA_DIR=str(self.folder))

    @functools.lru_cache(maxsize=None)
    def _catalogue(self, language):
        return gettext.translation("carillon", self.folder / "locale", [language], fallback=True)

    def say(self, language, text, context=None, **values):
        """The translation of a text in the program's catalog."""
        catalogue = self._catalogue(language)
        said = catalogue.pgettext(context, text) if context else catalogue.gettext(text)
        for name, value in values.items():
            said = said.replace("{" + name + "}", value)
        return said


def use_region(desktop, name):
    """Uses clock, week and numbers of a region that the system need not have."""
    folder = desktop.folder / "locales"
    folder.mkdir(exist_ok=True)
    subprocess.run(["localedef", "-i", name, "-f", "UTF-8", "--no-archive",
                    str(folder / f"{name}.UTF-8")], check=True)
    desktop.environment.update(LOCPATH=str(folder), LC_ALL=f"{name}.UTF-8")
