"""Checks of who knows whom: includes, link lists, purity, and where the heavy headers are."""

import posixpath
import re

from house import folder_of, folder_of_library, lies_in, may_know
from sources import Finding, code_only, includes, line_of

IMPURE_HEADERS = re.compile(
    r"boost/.*|spdlog/.*|fmt/.*|prometheus/.*|openssl/.*|sqlite3\.h|sys/.*|netinet/.*|arpa/.*|poll\.h"
    r"|unistd\.h|fcntl\.h|pthread\.h|time\.h|stdio\.h|histedit\.h|editline/.*"
    r"|thread|mutex|shared_mutex|condition_variable|future|semaphore|latch|barrier"
    r"|fstream|filesystem|iostream|cstdio|print|ctime|syncstream")
IMPURE_CALLS = re.compile(
    r"::now\s*\(|\brandom_device\b|\b(?:std::|::)(?:s?rand|time|clock|getenv|system)\s*\("
    r"|\bstd::(?:cout|cerr|clog)\b|\bthread_local\b")
# A program that stands beside what it drives, and prints and measures.
PROGRAM = re.compile(r".*_main\.cpp")


def is_pure(path):
    folder = folder_of(path)
    return folder is not None and folder.pure and not PROGRAM.fullmatch(path)


def check_purity(sources):
    for s in sources:
        if not s.is_cpp() or not is_pure(s.path):
            continue
        for include in includes(s):
            if not include.quoted and IMPURE_HEADERS.fullmatch(include.name):
                yield Finding(s.path, include.line, f"<{include.name}> in a pure folder")
        code = code_only(s.text)
        for m in IMPURE_CALLS.finditer(code):
            yield Finding(s.path, line_of(code, m.start()), f"{m[0].strip('( ')} in a pure folder")


def check_includes(sources):
    """Our own headers are named from the project's root, and only where they may be known."""
    paths = {s.path for s in sources}
    for s in sources:
        folder = folder_of(s.path)
        if not s.is_cpp() or folder is None:
            continue
        for include in includes(s):
            beside = posixpath.join(posixpath.dirname(s.path), include.name) in paths
            if folder_of(include.name) is not None:
                if not may_know(folder, include.name):
                    yield Finding(s.path, include.line, f"{folder.path} may not know {include.name}")
            elif include.quoted and not (beside and folder.path == "tests"):
                yield Finding(s.path, include.line,
                              f'"{include.name}": name our headers from the root, others with <>')


COMMAND = re.compile(r"\b(morris_library|target_link_libraries)\s*\(\s*(\w+)([^)]*)\)")


def links_of(command, arguments):
    words = re.sub(r"#[^\n]*", "", arguments).split()
    if command == "morris_library":
        words = words[words.index("LINKS") + 1:] if "LINKS" in words else []
    return [w for w in words if w not in ("PUBLIC", "PRIVATE", "INTERFACE", "SOURCES", "LINKS")]


def check_link_lists(sources):
    for s in sources:
        if not s.path.endswith("CMakeLists.txt"):
            continue
        for m in COMMAND.finditer(s.text):
            folder = folder_of_library(m[2])
            home = folder_of(s.path)
            if m[1] == "morris_library" and home and not (
                    folder and lies_in(folder.path, home.path)):
                yield Finding(s.path, line_of(s.text, m.start()),
                              f"{m[2]} is no library that {home.path} is known to hold")
            for link in links_of(m[1], m[3]) if folder else ():
                known = folder_of_library(link)
                refused = (not may_know(folder, known.path) if known
                           else folder.links is not None and link not in folder.links
                           and link not in ("morris_options", "tl::expected"))
                if refused:
                    yield Finding(s.path, line_of(s.text, m.start()), f"{m[2]} may not link {link}")


def check_folders(sources):
    """Every folder of code stands in the table of permissions, so that none escapes it."""
    for s in sources:
        if s.is_cpp() and folder_of(s.path) is None:
            yield Finding(s.path, 1, "a folder that tests/tidy/house.py does not know")
        elif s.is_cpp() and folder_of(s.path).path == "server" and s.path.count("/") > 1:
            yield Finding(s.path, 1, "a part of the server that tests/tidy/house.py does not know")


JSON_USERS = re.compile(r"shared/protocol/\w*\.cpp|shared/protocol/json\w*\.hpp"
                        r"|client-cli/core/json_lines\.cpp|tests/.*")
BEAST_FOLDERS = ("server/net", "client-cli")
BEAST_FILES = 4


def check_json(sources):
    for s in sources:
        for include in includes(s) if s.is_cpp() else ():
            if include.name.startswith("nlohmann/") and not JSON_USERS.fullmatch(s.path):
                yield Finding(s.path, include.line, "JSON is for the codec alone")


def reaches_beast(source, by_path, seen):
    """Whether a file includes Beast, itself or through our headers; src.hpp is Beast's own code."""
    seen.add(source.path)
    for include in includes(source):
        if include.name.startswith("boost/beast") and include.name != "boost/beast/src.hpp":
            return True
        ours = by_path.get(include.name)
        if ours and ours.path not in seen and reaches_beast(ours, by_path, seen):
            return True
    return False


def check_beast(sources):
    """Beast costs some 20 s of compiling in each file that it reaches, so these stay few."""
    by_path = {s.path: s for s in sources}
    counts = dict.fromkeys(BEAST_FOLDERS, 0)
    for s in sources:
        if not s.path.endswith(".cpp") or s.path.startswith("tests/"):
            continue
        if reaches_beast(s, by_path, set()):
            home = next((f for f in BEAST_FOLDERS if lies_in(s.path, f)), None)
            if home is None:
                yield Finding(s.path, 1, f"Beast belongs to {' and '.join(BEAST_FOLDERS)}")
            else:
                counts[home] += 1
                if counts[home] > BEAST_FILES:
                    yield Finding(s.path, 1, f"more than {BEAST_FILES} files of {home} include Beast")


# g++ 12 destroys a temporary twice, or refuses it, when a statement with co_await holds braces or
# a lambda. It also hits braces of a class with a constructor, which are harmless: name these too.
CO_AWAIT = re.compile(r"co_await[^;{}\[\]]*(\[|[\w>(,]\s*\{)")
CO_AWAIT_BINDING = re.compile(r"auto&{0,2}\s*\[[^\]]*\]\s*=\s*co_await")


def check_co_await(sources):
    for s in sources:
        if not s.is_cpp():
            continue
        code = code_only(s.text)
        for m in CO_AWAIT.finditer(code):
            yield Finding(s.path, line_of(code, m.start()),
                          "braces or a lambda in a co_await statement: name it on the line before")
        for m in CO_AWAIT_BINDING.finditer(code):
            yield Finding(s.path, line_of(code, m.start()),
                          "a structured binding of a co_await: name the result, then bind it")


def check_pragma_once(sources):
    for s in sources:
        if s.path.endswith(".hpp") and not re.search(r"^#pragma once$", s.text, re.MULTILINE):
            yield Finding(s.path, 1, "a header without #pragma once")
        if s.is_cpp() and s.path.endswith(".hpp") and not s.text.startswith("//"):
            yield Finding(s.path, 1, "a header starts with a comment that says what it is for")


def check_file_names(sources):
    for s in sources:
        name = posixpath.basename(s.path)
        if s.is_cpp() and not re.fullmatch(r"[a-z0-9_]+\.(?:hpp|cpp)", name):
            yield Finding(s.path, 1, "C++ files are named in snake_case")
