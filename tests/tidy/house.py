"""Which folder may know which: the permissions of the house, as data.

A folder is named by its path. A name in `knows` is a folder or one file. `pure` folders have no
sockets, threads, clock, files or logging. `links` are the libraries that are not ours which a
folder's link list may name; None: whichever it needs.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Folder:
    path: str
    libraries: tuple = ()
    knows: tuple = ()
    pure: bool = False
    links: tuple | None = None


PORTS = "server/hub/ports"
RESULT = "shared/rules/result.hpp"

# The first folder that a path lies in decides, so inner folders stand before outer ones.
FOLDERS = (
    Folder("shared/rules", ("morris_rules",), (), pure=True, links=()),
    Folder("shared/protocol", ("morris_protocol",), ("shared/rules",), pure=True,
           links=("nlohmann_json::nlohmann_json", "PkgConfig::libutf8proc")),
    Folder("server/ai", ("morris_ai",), ("shared/rules",), pure=True, links=()),
    Folder("server/table", ("morris_table",), ("shared/rules",), pure=True, links=()),
    Folder("server/journal", ("morris_journal",), ("server/table", "shared/rules"), pure=True,
           links=("ZLIB::ZLIB",)),
    Folder("server/endings", ("morris_endings",), ("shared/rules",)),
    Folder(PORTS, ("morris_ports",), ("shared/rules",), links=()),
    Folder("server/thinker", ("morris_thinker",),
           ("server/ai", "server/endings", PORTS, "shared/rules")),
    Folder("server/store", ("morris_store", "morris_memory_log"), (PORTS, RESULT)),
    Folder("server/net", ("morris_net",), (PORTS, RESULT)),
    Folder("server/web", ("morris_web",), (), links=()),
    Folder("server/hub", ("morris_hub",),
           ("server/journal", "server/table", PORTS, "shared/protocol", "shared/rules")),
    # What is left of server/ puts the parts together: main and its config.
    Folder("server", (), ("server", "shared")),
    # The terminal client's pure half: what is shown, how, and what a typed line means.
    Folder("client-cli/core", ("morris_client",), ("shared", "server/ai"), pure=True,
           links=("nlohmann_json::nlohmann_json",)),
    Folder("client-cli/shell", ("morris_client_shell",),
           ("client-cli/core", "shared", "server/ai")),
    Folder("client-cli", (), ("shared", "server/ai", "client-cli")),
    Folder("tests", (), ("shared", "server", "client-cli", "tests")),
)


def lies_in(path, folder):
    return path == folder or path.startswith(folder + "/")


def folder_of(path):
    """The Folder whose permissions hold for `path`; None outside the house."""
    return next((f for f in FOLDERS if lies_in(path, f.path)), None)


def folder_of_library(library):
    return next((f for f in FOLDERS if library in f.libraries), None)


def may_know(folder, path):
    return lies_in(path, folder.path) or any(lies_in(path, known) for known in folder.knows)
