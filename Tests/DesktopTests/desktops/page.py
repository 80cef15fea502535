"""The page: a table for each desktop, with pictures, light and dark."""

import html

WORDS = {"works": "works", "differs": "differs", "fails": "fails"}
SIGNS = {"works": "✓", "differs": "≠", "fails": "✗"}
STYLE = """
:root { color-scheme: light dark; --line: #8884; --works: #2a7d3f; --differs: #a86a00; --fails: #c01c28 }
body { font: 16px/1.45 system-ui, sans-serif; max-width: 76rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; width: 100%; margin: 1rem 0 3rem }
th, td { text-align: left; vertical-align: top; padding: .5rem .6rem; border-bottom: 1px solid var(--line) }
td { width: 34% } td:nth-child(2) { width: auto; white-space: nowrap; font-weight: 600 } td:nth-child(3) { width: 58% }
.works { color: var(--works) } .differs { color: var(--differs) } .fails { color: var(--fails) }
.pictures { display: flex; flex-wrap: wrap; gap: .6rem; margin-top: .5rem }
figure { margin: 0 } figcaption { font-size: .8rem; opacity: .75 }
img { width: 18rem; height: auto; border: 1px solid var(--line); border-radius: 4px; display: block }
.overview { width: auto } .overview :is(th, td) { padding: .2rem .7rem; width: auto }
.overview a { color: inherit; text-decoration: none } .name { opacity: .65; font-size: .85rem }
"""


def write(folder, reports, package, seconds):
    kinds = list(dict.fromkeys(report["kind"] for report in reports))
    sections = [_section(kind, [report for report in reports if report["kind"] == kind]) for kind in kinds]
    rows = [row for report in reports for row in report["rows"]]
    counts = ", ".join(f"{sum(row['verdict'] == verdict for row in rows)} {word}" for verdict, word in
                       (("works", "work"), ("differs", "differ"), ("fails", "fail")))
    (folder / "index.html").write_text(f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Carillon on real desktops</title><style>{STYLE}</style>
<h1>Carillon on real desktops</h1>
<p>{html.escape(package)}, installed by dpkg into a layer over the system that vanished with these sessions.
Each desktop ran without a display, as root, with loopback as its only network. Of {len(rows)} checks, {counts}. It took {seconds / 60:.0f} minutes.</p>
{_overview(kinds, reports)}
{"".join(sections)}</html>
""", encoding="utf-8")


def _overview(kinds, reports):
    names = list(dict.fromkeys(row["check"] for report in reports for row in report["rows"]))
    head = "".join(f'<th><a href="#{kind}">{kind}</a></th>' for kind in kinds)
    lines = ""
    for name in names:
        cells = ""
        for kind in kinds:
            found = [row for report in reports if report["kind"] == kind for row in report["rows"]
                     if row["check"] == name]
            verdict = _worst(found)["verdict"] if found else None
            cells += (f'<td class="{verdict}"><a href="#{kind}-{name}" title="{verdict}">'
                      f"{SIGNS[verdict]}</a></td>" if found else "<td></td>")
        lines += f"<tr><th>{name}</th>{cells}</tr>"
    return f'<table class="overview"><tr><th></th>{head}</tr>{lines}</table>'


def _worst(rows):
    return max(rows, key=lambda row: list(WORDS).index(row["verdict"]))


def _section(kind, reports):
    first = reports[0]
    server = " ".join(first["server"][:3]) if first.get("server") else "none"
    names = list(dict.fromkeys(row["check"] for report in reports for row in report["rows"]))
    lines = "".join(_line(name, reports) for name in names)
    took = sum(report["seconds"] for report in reports)
    return f"""<h2 id="{kind}">{html.escape(first["title"])}</h2>
<p>Notification server: {html.escape(server)}. Ready in {first.get("ready", "?")} s; all checks took {took} s.</p>
<table><tr><th>What a user sees</th><th>Result</th><th>How it differs, and why</th></tr>{lines}</table>
"""


def _line(name, reports):
    found = [(report["look"], row) for report in reports for row in report["rows"] if row["check"] == name]
    worst = _worst([row for _, row in found])
    told = " ".join(filter(None, (worst.get("how"), worst.get("why"))))
    shown = "".join(
        f'<figure><a href="{picture["file"]}"><img loading="lazy" src="{picture["file"]}" '
        f'alt="{html.escape(picture["what"])}, {look}"></a>'
        f'<figcaption>{html.escape(picture["what"])}, {look}</figcaption></figure>'
        for look, row in found for picture in row["pictures"])
    pictures = f'<div class="pictures">{shown}</div>' if shown else ""
    return (f'<tr id="{reports[0]["kind"]}-{name}"><td>{html.escape(worst["sentence"])}'
            f' <span class="name">{name}</span></td>'
            f'<td class="{worst["verdict"]}">{WORDS[worst["verdict"]]}</td>'
            f"<td>{html.escape(told)}{pictures}</td></tr>")
