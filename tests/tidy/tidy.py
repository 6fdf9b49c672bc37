#!/usr/bin/python3
"""Reads the project's sources and names what breaks the rules of the house.

tidy.py ROOT                the checks of this folder; status 1 if there is a finding
tidy.py --format ROOT       clang-format over all C++ files; status 77 if it is not installed
"""

import shutil
import subprocess
import sys
from pathlib import Path

import house_checks
import text_checks
from sources import read_tree

CLANG_FORMAT = "clang-format-19"  # formats differ between versions
NOT_INSTALLED = 77

CHECKS = (
    text_checks.check_blanks,
    text_checks.check_length,
    text_checks.check_functions,
    text_checks.check_unfinished,
    text_checks.check_words,
    house_checks.check_purity,
    house_checks.check_includes,
    house_checks.check_link_lists,
    house_checks.check_folders,
    house_checks.check_json,
    house_checks.check_beast,
    house_checks.check_co_await,
    house_checks.check_pragma_once,
    house_checks.check_file_names,
)


def findings(sources, exists):
    for check in CHECKS:
        yield from check(sources)
    yield from text_checks.check_links(sources, exists)


def check_format(root, sources):
    if not shutil.which(CLANG_FORMAT):
        print(f"{CLANG_FORMAT} is not installed")
        return NOT_INSTALLED
    files = [s.path for s in sources if s.is_cpp()]
    return subprocess.run([CLANG_FORMAT, "--dry-run", "-Werror", *files], cwd=root).returncode


def main(arguments):
    root = Path(arguments[-1])
    sources = read_tree(root)
    if not any(s.is_cpp() for s in sources):
        print(f"{root} holds no C++ file")
        return 1
    if arguments[0] == "--format":
        return check_format(root, sources)
    found = sorted(findings(sources, lambda path: (root / path).exists()))
    for finding in found:
        print(finding)
    print(f"{len(sources)} files, {len(found)} findings")
    return 1 if found else 0


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3) or sys.argv[1:-1] not in ([], ["--format"]):
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
