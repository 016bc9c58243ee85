"""Writes docs/hostile.md: the verdicts of this checkout, and those of other commits that were tried with `--home`."""
import json
import subprocess

import core

START, END = "<!-- verdicts -->", "<!-- end -->"


def commit(home):
    done = subprocess.run(["git", "-C", home, "rev-parse", "--short=8", "HEAD"], stdout=subprocess.PIPE, text=True)
    return done.stdout.strip() or "unknown"


def merged(folder, name, verdicts):
    """Adds verdicts to those of earlier runs, so that a run of one class or column replaces only its rows."""
    file = folder / f"verdicts-{name}.json"
    known = json.loads(file.read_text()) if file.exists() else {}
    for column, rows in verdicts.items():
        for row in rows:
            known.setdefault(f"{row['area']}: {row['title']}", {})[column] = row
    file.write_text(json.dumps(known))
    return known


def cell(row):
    return {"held": "held", "BROKEN": "**BROKEN**", "skipped": "-", "error": "no verdict"}[row["verdict"]] if row else ""


def escaped(text):
    return text.replace("|", "\\|").replace("\n", " ").replace("<", "&lt;")


def tables(known):
    lines = []
    for area in core.CLASSES:
        rows = [(key.partition(": ")[2], columns) for key, columns in known.items() if key.startswith(f"{area}: ")]
        if not rows:
            continue
        lines += [f"### {area.replace('_', ' ')}", "", f"| attempt | {' | '.join(core.COLUMNS.values())} |",
                  "| --- |" + " --- |" * len(core.COLUMNS)]
        for title, columns in rows:
            cells = " | ".join(cell(columns.get(column)) for column in core.COLUMNS)
            lines.append(f"| {escaped(title)} | {cells} |")
        lines.append("")
    return lines


def reasons(known, verdict):
    """Returns the rows with a verdict, grouped by reason."""
    groups = {}
    for key, columns in known.items():
        for column, row in columns.items():
            if row["verdict"] == verdict:
                groups.setdefault((key, row["reason"]), []).append(core.COLUMNS[column])
    return groups


def ours(known):
    lines = tables(known)
    broken, skipped = reasons(known, "BROKEN"), reasons(known, "skipped")
    if broken:
        lines += ["### Broken", ""]
        lines += [f"- {escaped(key)} ({', '.join(columns)}): {escaped(reason)}" for (key, reason), columns in broken.items()]
        lines.append("")
    special = {pair: columns for pair, columns in skipped.items()
               if not pair[1].startswith(("means nothing", "there is no sandbox"))}
    lines += ["A dash marks an attempt that has no meaning in its column: there is no sandbox without user namespaces, and root "
              "ignores permissions.", ""]
    if special:
        lines += ["Skipped for other reasons:", ""]
        lines += [f"- {escaped(key)} ({', '.join(columns)}): {escaped(reason)}" for (key, reason), columns in special.items()]
        lines.append("")
    return lines


def theirs(known):
    broken = {}
    for (key, reason), columns in reasons(known, "BROKEN").items():
        broken.setdefault(key, []).append((columns, reason))
    lines = [f"{len(broken)} of {len(known)} attempts succeeded.", "",
             f"| attempt | {' | '.join(core.COLUMNS.values())} | evidence |", "| --- |" + " --- |" * (len(core.COLUMNS) + 1)]
    for key, found in broken.items():
        cells = " | ".join(cell(known[key].get(column)) for column in core.COLUMNS)
        lines.append(f"| {escaped(key)} | {cells} | {escaped(found[0][1])[:240]} |")
    return [*lines, ""]


def write(checkout, options, verdicts):
    page, folder = checkout / "docs/hostile.md", checkout / ".build/hostile"
    text = page.read_text()
    if options.home == checkout:
        known = merged(folder, "ours", verdicts)
        begin, end, body = START, END, ours(known)
    else:
        name = commit(options.home)
        known = merged(folder, name, verdicts)
        begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
        body = theirs(known)
        if begin not in text:
            text = text.rstrip("\n") + f"\n\n## In {name}\n\n{begin}\n{end}\n"
    head, _, rest = text.partition(begin + "\n")
    tail = rest.partition(end)[2]
    content = "\n".join(line.replace(str(checkout), "CHECKOUT") for line in body)
    page.write_text(f"{head}{begin}\n{content}{end}{tail}")
