"""Reports words that CONTRIBUTING.md's style rules out: words.py LIST < list of files. LIST describes its format."""

import re
import sys


def main() -> int:
    rules = [rule(line) for line in open(sys.argv[1], encoding="utf-8") if line.strip() and not line.startswith("#")]
    anything = re.compile("|".join(pattern.pattern for pattern, _ in rules), re.IGNORECASE)
    found = 0
    for name in sys.stdin.read().split("\n"):
        for number, line in enumerate(text_lines(name) if name else [], 1):
            line = separated(line)
            if not anything.search(line):
                continue
            for pattern, instead in rules:
                for match in pattern.finditer(line):
                    found += 1
                    print(f"{name}:{number}: `{match.group()}`: write {instead}")
    return 1 if found else 0


def rule(line: str) -> tuple[re.Pattern, str]:
    pattern, instead = line.strip().split(" = ", 1)
    return re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE), instead


def text_lines(name: str) -> list[str]:
    """Returns the lines of a text file; none for a binary file."""
    try:
        return open(name, encoding="utf-8").read().split("\n")
    except UnicodeDecodeError:
        return []


def separated(line: str) -> str:
    """Returns the line with identifiers split into words, and without libcurl's identifiers."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|_", " ", re.sub(r"\bCURL\w+", "", line))


sys.exit(main())
