"""The programs under test, and how to run one of them to its end."""

import json
import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# The build names its programs here; see CMakeLists.txt.
VARIABLES = {"server": "MORRIS_SERVER", "client": "MORRIS"}

# Generous: nothing here is timed, this only ends what hangs.
PATIENCE = 60


def path_of(program):
    return os.environ.get(VARIABLES[program], "")


def missing():
    """The variables that name no program, each with what is wrong."""
    return [f"{variable} names no program: '{os.environ.get(variable, '')}'"
            for variable in VARIABLES.values()
            if not os.access(os.environ.get(variable, ""), os.X_OK)]


def environment(**more):
    """Ours, without what the programs themselves would read from it."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith("MORRIS")}
    return {**clean, "LC_ALL": "C.UTF-8", **{k: str(v) for k, v in more.items()}}


def run(program, *arguments, text=None, env=None):
    """Runs a program to its end; the result holds its status and what it said."""
    return subprocess.run([path_of(program), *map(str, arguments)], input=text, encoding="utf-8",
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=PATIENCE,
                          env=env or environment(), check=False)


def json_lines(text):
    return [json.loads(line) for line in text.splitlines()]
