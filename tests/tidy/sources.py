"""The project's text files, and what the checks need to read of them."""

import os
import re
from pathlib import Path
from typing import NamedTuple

CPP = (".hpp", ".cpp")
TEXT = CPP + (".py", ".js", ".mjs", ".css", ".html", ".svg", ".md", ".json", ".yaml", ".yml",
              ".conf", ".service", ".sh", ".cmake", ".txt")
NOT_OURS = {"build", "__pycache__", "node_modules"}


class Finding(NamedTuple):
    path: str
    line: int
    message: str

    def __str__(self):
        return f"{self.path}:{self.line}: {self.message}"


class Source(NamedTuple):
    path: str  # from the project's root, with '/'
    text: str

    def is_cpp(self):
        return self.path.endswith(CPP)

    def lines(self):
        return self.text.split("\n")


def is_text(path):
    """By the name, or for a file without an ending by its first line."""
    if path.suffix:
        return path.suffix in TEXT
    with open(path, "rb") as file:
        return path.name in ("Dockerfile", ".clang-format", ".clang-tidy") or file.read(2) == b"#!"


def read_tree(root):
    """Every text file under `root`, but for builds and hidden folders other than .ci."""
    sources = []
    for folder, subfolders, names in os.walk(root):
        subfolders[:] = sorted(s for s in subfolders
                               if s not in NOT_OURS and (s == ".ci" or not s.startswith(".")))
        for path in (Path(folder, name) for name in sorted(names)):
            if path.is_file() and is_text(path):
                sources.append(Source(path.relative_to(root).as_posix(),
                                      path.read_text(encoding="utf-8")))
    return sources


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


COMMENT_OR_LITERAL = re.compile(
    r'//[^\n]*|/\*.*?\*/'
    r'|R"(?P<delimiter>[^\s()\\]{0,16})\(.*?\)(?P=delimiter)"'
    r'|"(?:\\.|[^"\\\n])*"'
    r"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'",
    re.DOTALL)


def code_only(text):
    """The C++ text with comments and literals blanked out; every line keeps its number."""
    return COMMENT_OR_LITERAL.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), text)


INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:<([^>]+)>|"([^"]+)")', re.MULTILINE)


class Include(NamedTuple):
    name: str
    quoted: bool  # with "", which is how our own headers are included
    line: int


def includes(source):
    return [Include(m[1] or m[2], m[2] is not None, line_of(source.text, m.start()))
            for m in INCLUDE.finditer(source.text)]
