"""Reports Swift files and functions that are too long: lengths.py FILE LINES FUNCTION_LINES < list of files.

A function is counted from its declaration to its closing brace. Braces in strings and comments do not count; a multi-line
string literal is skipped as a whole.
"""

import re
import sys

DECLARATION = re.compile(
    r"\s*(@\w+(\(.*\))?\s+)*"
    r"((public|package|internal|private|fileprivate|static|class|mutating|override|final|nonisolated|isolated|consuming"
    r"|borrowing)\s+)*(func\b|init\b[?!]?[(<]|deinit\b|subscript\b)"
)
QUOTED = re.compile(r'"(\\.|[^"\\])*"')
RAW_NAME = re.compile(r"`[^`]*`")


def code(lines):
    """Yields the lines without strings, comments and raw identifiers."""
    in_text = False
    for line in lines:
        if line.count('"""') % 2:
            in_text = not in_text
            yield ""
        else:
            yield "" if in_text else re.sub(r"//.*", "", RAW_NAME.sub("", QUOTED.sub("", line)))


def functions(lines):
    """Yields the first line, counted from 1, and the length of each function."""
    plain = list(code(lines))
    for start, line in enumerate(lines):
        if not DECLARATION.match(line) or not plain[start].strip():
            continue
        depth, is_open = 0, False
        for end in range(start, len(plain)):
            depth += plain[end].count("{") - plain[end].count("}")
            is_open = is_open or "{" in plain[end]
            if is_open and depth <= 0:
                yield start + 1, end - start + 1
                break
            # A requirement of a protocol has no body.
            if not is_open and not plain[end].strip():
                break


def main():
    most_lines, most_in_function = int(sys.argv[1]), int(sys.argv[2])
    failed = False
    for name in sys.stdin.read().split():
        with open(name, encoding="utf-8") as file:
            lines = file.read().splitlines()
        if len(lines) > most_lines:
            print(f"{name}: {len(lines)} lines; a file holds one idea in at most {most_lines}")
            failed = True
        for start, length in functions(lines):
            if length > most_in_function:
                print(f"{name}:{start}: a function of {length} lines; at most {most_in_function} fit on a screen")
                failed = True
    sys.exit(failed)


main()
