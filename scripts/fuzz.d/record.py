"""The record of executions of every format, and its table in docs/fuzzing.md."""
import datetime
import json
import sys

from program import CHECKOUT, FUZZ

PAGE = CHECKOUT / "docs/fuzzing.md"
MARKS = "<!-- fuzzing -->\n", "<!-- end fuzzing -->"
HEAD = ["| format | executions | last on | readers as of commit | open findings |", "| --- | ---: | --- | --- | ---: |"]


class Record:
    """Counts the executions of a format for each version of the readers, and saves the counts in a file."""

    def __init__(self, name):
        self.path = FUZZ / name / "runs.json"
        self.runs = json.loads(self.path.read_text()) if self.path.exists() else []

    def add(self, version, count):
        if not self.runs or self.runs[-1]["version"] != version:
            self.runs.append({"version": version, "count": 0})
        self.runs[-1] |= {"count": self.runs[-1]["count"] + count, "date": str(datetime.date.today())}
        self.path.write_text(json.dumps(self.runs, indent=1))

    def restart(self):
        self.path.unlink(missing_ok=True)
        self.runs = []

    @property
    def total(self):
        return sum(each["count"] for each in self.runs)


def page():
    """Returns the text of the page before, between and after the marks."""
    text = PAGE.read_text()
    if any(text.count(mark) != 1 for mark in MARKS):
        sys.exit("error: docs/fuzzing.md lacks the marks of the table")
    start, end = text.index(MARKS[0]) + len(MARKS[0]), text.index(MARKS[1])
    return text[:start], text[start:end], text[end:]


def table(names):
    """Returns the table. A format without a record in this checkout keeps its row from the page."""
    written = {line.split("|")[1].strip(): line for line in page()[1].splitlines()[2:]}
    return "\n".join(HEAD + [row(name) or written.get(name, f"| {name} | 0 | | | |") for name in names]) + "\n"


def row(name):
    record = Record(name)
    if not record.runs:
        return None
    by_version = ", ".join(f"{each['version']} ({each['count']:,})" for each in record.runs)
    found = len(list((FUZZ / name / "found").iterdir()))
    return f"| {name} | {record.total:,} | {record.runs[-1]['date']} | {by_version} | {found} |"


def write(names):
    before, _, behind = page()
    PAGE.write_text(before + table(names) + behind)
