"""Checks of how the text looks: length, blanks, words, links."""

import hashlib
import posixpath
import re

from sources import Finding, code_only, line_of

COLUMNS = 100
LINES, TEST_LINES = 500, 800
FUNCTION_LINES = 70


def check_blanks(sources):
    for s in sources:
        for number, line in enumerate(s.lines(), 1):
            if "\t" in line:
                yield Finding(s.path, number, "a tab; use spaces")
            if line != line.rstrip():
                yield Finding(s.path, number, "a blank at the end of the line")
        if s.text and not s.text.endswith("\n"):
            yield Finding(s.path, len(s.lines()), "no newline at the end of the file")


def check_length(sources):
    for s in sources:
        if s.path.endswith((".md", ".json", ".svg", ".txt")):
            continue
        limit = TEST_LINES if s.path.startswith("tests/") else LINES
        count = s.text.count("\n")
        if count > limit:
            yield Finding(s.path, count, f"{count} lines; {limit} are the limit: split it")
        if not s.is_cpp():
            continue
        for number, line in enumerate(s.lines(), 1):
            if len(line) > COLUMNS:
                yield Finding(s.path, number, f"{len(line)} columns; {COLUMNS} are the limit")


# clang-format leaves a namespace's content unindented, so what is not a type's and ends with a
# brace in the first column is a function.
NO_FUNCTION = re.compile(r"\b(namespace|class|struct|enum|union|extern)\b")


def check_functions(sources):
    for s in sources:
        if not s.is_cpp() or s.path.startswith("tests/"):
            continue
        head, opened = "", 0
        for number, line in enumerate(code_only(s.text).split("\n"), 1):
            line = line.rstrip()
            if re.match(r"[^\s#}]", line) and not line.endswith(":"):
                head = line.split("(")[0]
            if line.endswith("{") and not opened:
                opened = number
            if line.startswith("}") or NO_FUNCTION.search(head):
                count = number - opened - 1 if opened else 0
                if count > FUNCTION_LINES and not NO_FUNCTION.search(head):
                    yield Finding(s.path, opened,
                                  f"a function of {count} lines; {FUNCTION_LINES} are the limit")
                opened = 0


UNFINISHED = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X|HA" r"CK)\b")


def check_unfinished(sources):
    for s in sources:
        for m in UNFINISHED.finditer(s.text):
            yield Finding(s.path, line_of(s.text, m.start()), f"{m[0]}: finish it, or say it in an issue")


# A path of one person's machine, which means nothing on another's.
PRIVATE_PATH = re.compile(r"""(?:^|[\s"'`(=:,])(/(?:home|work|Users|mnt)/[\w.-]+)""", re.MULTILINE)

# Words of the makers' tools, which have no place in what is made. Kept as hashes, so that this
# file passes its own check: the first 12 digits of the SHA-256 of a word in lower case, or of two
# words with one blank between them. (`python3 text_checks.py WORD...` prints them.)
BANNED = frozenset("""
028cdc72b35c 053ea4804ef1 077fe2655c73 31a85e22a24a 3ea125d0bff3 442e56863b7e
487b91042c7c 5eff592cc497 60965168ce76 6be64d22e793 7d3194f79e64 94a168d2da57
a946b27fb498 c3e129a0f490 c5f9d8f01eaa c70eca6b0f88 c857d09db23e cdcbb68a3444
de2187af3fb0 e748f8750672 ec3f4a4cd18a ee662f0a4316
""".split())


def word_hash(words):
    return hashlib.sha256(words.lower().encode()).hexdigest()[:12]


def check_words(sources):
    known = {}  # a text's hash is asked for again and again
    for s in sources:
        for m in PRIVATE_PATH.finditer(s.text):
            yield Finding(s.path, line_of(s.text, m.start(1)), f"{m[1]}: a path of one machine")
        words = list(re.finditer(r"[A-Za-z]+", s.text))
        for first, second in zip(words, words[1:] + [None]):
            texts = [first[0]] + ([f"{first[0]} {second[0]}"] if second else [])
            for text in texts:
                if text not in known:
                    known[text] = word_hash(text) in BANNED
                if known[text]:
                    yield Finding(s.path, line_of(s.text, first.start()), f"the word '{text}'")


LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def check_links(sources, exists):
    """Relative links of Markdown pages lead to a file; `exists` tells of a path from the root."""
    for s in sources:
        if not s.path.endswith(".md"):
            continue
        for m in LINK.finditer(s.text):
            target = m[1].split("#")[0]
            if not target or re.match(r"[a-z]+:", target):
                continue
            path = posixpath.normpath(posixpath.join(posixpath.dirname(s.path), target))
            if not exists(path):
                yield Finding(s.path, line_of(s.text, m.start()), f"a link to {target}, which is not there")


if __name__ == "__main__":
    import sys
    print("\n".join(word_hash(word) for word in sys.argv[1:]))
