"""Plants one fault after the other in a small tree: every check finds its own, and nothing else."""

import tempfile
import unittest
from pathlib import Path
from unittest import mock

import text_checks
import tidy
from sources import Source, read_tree

HEADER = "// Says what it is for.\n#pragma once\n"
CLEAN = {
    "shared/rules/board.hpp": HEADER + "\n#include <array>\n",
    "shared/rules/board.cpp": '#include "shared/rules/board.hpp"\n',
    "shared/rules/CMakeLists.txt": "morris_library(morris_rules\n    SOURCES board.cpp)\n",
    "server/store/log.cpp": '#include <thread>\n#include "shared/rules/result.hpp"\n',
    "server/net/core.cpp": "#include <boost/beast/core.hpp>\nint x = co_await f(named);\n",
    "tests/rules/board_test.cpp": '#include "shared/rules/board.hpp"\n',
    "README.md": "See [the rules](shared/rules/board.hpp).\n",
}


def found(changes):
    """The findings of the clean tree with these files added or replaced."""
    tree = CLEAN | changes
    sources = [Source(path, text) for path, text in tree.items()]
    return sorted(tidy.findings(sources, lambda path: path in tree))


class Tidy(unittest.TestCase):
    def finds(self, path, text, line, words):
        findings = found({path: text})
        self.assertEqual([(f.path, f.line) for f in findings], [(path, line)], findings)
        self.assertIn(words, findings[0].message)

    def passes(self, path, text):
        self.assertEqual(found({path: text}), [])

    def test_a_clean_tree_has_no_finding(self):
        self.assertEqual(found({}), [])

    def test_blanks(self):
        self.finds("server/store/a.cpp", "\nint\tx;\n", 2, "tab")
        self.finds("server/store/a.cpp", "int x; \n", 1, "blank at the end")
        self.finds("server/store/a.cpp", "int x;", 1, "newline at the end")

    def test_length_of_lines_and_files(self):
        self.finds("server/store/a.cpp", "// " + "x" * 98 + "\n", 1, "101 columns")
        self.passes("server/store/a.cpp", "// " + "ä" * 97 + "\n")
        self.finds("server/store/a.cpp", "//\n" * 501, 501, "501 lines")
        self.passes("server/store/a.cpp", "//\n" * 500)
        self.passes("tests/store/a.cpp", "//\n" * 800)
        self.finds("tests/store/a.cpp", "//\n" * 801, 801, "801 lines")

    def test_length_of_functions(self):
        body = "    f();\n"
        self.finds("server/store/a.cpp", "namespace {\n\nvoid g() {\n" + body * 71 + "}\n}\n", 3,
                   "a function of 71 lines")
        self.finds("server/store/a.cpp", "int g(int a,\n      int b) {\n" + body * 71 + "}\n", 2,
                   "a function of 71 lines")
        self.passes("server/store/a.cpp", "void g() {\n" + body * 70 + "}\n")
        self.passes("server/store/a.cpp", "class G {\npublic:\n" + body * 80 + "};\n")

    def test_unfinished_work(self):
        self.finds("server/store/a.cpp", "\n// TO" "DO: later\n", 2, "finish it")
        self.finds("README.md", "FIX" "ME\n", 1, "finish it")

    def test_private_paths_and_words(self):
        self.finds("README.md", "Look in /ho" "me/ann/x.\n", 1, "path of one machine")
        self.passes("README.md", "A frame/work/shop, and https://example.org/work/x.\n")
        banned = {text_checks.word_hash("plum"), text_checks.word_hash("apple pie")}
        with mock.patch.object(text_checks, "BANNED", banned):
            self.finds("README.md", "It is\nApple pie.\n", 2, "the word 'Apple pie'")
            self.finds("README.md", "plum_tree\n", 1, "the word 'plum'")
            self.passes("README.md", "A pie of plums and an apple.\n")

    def test_links(self):
        self.finds("README.md", "\n[x](docs/none.md#top)\n", 2, "docs/none.md")
        self.passes("shared/rules/RULES.md", "[x](board.hpp) [y](https://example.org) [z](#top)\n")

    def test_purity(self):
        for include in ("boost/asio.hpp", "thread", "mutex", "fstream", "filesystem", "iostream",
                        "spdlog/spdlog.h", "sys/socket.h"):
            for folder in ("shared/rules", "shared/protocol", "server/ai", "server/table",
                           "server/journal", "client-cli/core"):
                with self.subTest(include=include, folder=folder):
                    findings = found({f"{folder}/a.cpp": f"#include <{include}>\n"})
                    self.assertEqual([f.line for f in findings], [1], findings)
        for call in ("std::chrono::system_clock::now()", "std::time(nullptr)", "std::random_device r",
                     "std::cout << 1", "std::getenv(name)"):
            self.finds("server/table/a.cpp", f"\nint x = {call};\n", 2, "in a pure folder")
        self.passes("server/table/a.cpp", '// never std::cout\nauto s = "::now()";\n')
        self.passes("server/ai/a_main.cpp", "#include <iostream>\n")

    def test_includes(self):
        self.finds("shared/rules/a.cpp", '#include "shared/protocol/codec.hpp"\n', 1, "may not know")
        self.finds("server/ai/a.cpp", '#include "server/table/table.hpp"\n', 1, "may not know")
        self.finds("server/net/a.cpp", '#include "server/table/table.hpp"\n', 1, "may not know")
        self.finds("server/net/a.cpp", '#include "shared/rules/game.hpp"\n', 1, "may not know")
        self.finds("server/store/a.cpp", '#include "server/net/core.hpp"\n', 1, "may not know")
        self.finds("server/hub/a.cpp", '#include "server/net/core.hpp"\n', 1, "may not know")
        self.finds("client-cli/a.cpp", '#include "server/hub/hub.hpp"\n', 1, "may not know")
        self.finds("client-cli/core/a.cpp", '#include "client-cli/shell/a.hpp"\n', 1, "may not know")
        self.passes("server/main.cpp", '#include "server/net/core.hpp"\n')
        self.passes("client-cli/a.cpp", '#include "server/ai/search.hpp"\n')
        self.finds("server/net/a.cpp", '#include "core.hpp"\n', 1, "from the root")
        self.finds("extra/a.cpp", "int x;\n", 1, "does not know")
        self.finds("server/extra/a.cpp", "int x;\n", 1, "does not know")

    def test_link_lists(self):
        def finds(folder, text, words):
            self.finds(f"{folder}/CMakeLists.txt", text, 1, words)
        finds("shared/rules", "morris_library(morris_rules LINKS Boost::headers)\n", "Boost::headers")
        finds("server/ai", "morris_library(morris_ai LINKS morris_table)\n", "morris_table")
        finds("server/net", "morris_library(morris_net LINKS morris_hub)\n", "morris_hub")
        finds("server/table", "target_link_libraries(morris_table PRIVATE spdlog::spdlog)\n", "spdlog")
        finds("server/table", "morris_library(morris_tables LINKS morris_rules)\n", "is no library")
        self.passes("server/hub/CMakeLists.txt", "morris_library(morris_hub\n    SOURCES a.cpp\n"
                    "    LINKS morris_table morris_ports OpenSSL::Crypto)\n")

    def test_json_only_in_the_codec(self):
        self.finds("server/hub/a.cpp", "#include <nlohmann/json.hpp>\n", 1, "codec")
        self.finds("shared/protocol/codec.hpp", HEADER + "#include <nlohmann/json.hpp>\n", 3, "codec")
        self.passes("shared/protocol/codec.cpp", "#include <nlohmann/json.hpp>\n")

    def test_beast_only_in_a_few_files(self):
        beast = "#include <boost/beast/core.hpp>\n"
        self.assertEqual(found({f"server/net/{n}.cpp": beast for n in "abc"}), [])
        self.assertEqual(len(found({f"server/net/{n}.cpp": beast for n in "abcd"})), 1)
        # Through a header of ours is as dear.
        through = {"server/net/h.hpp": HEADER + beast} | {
            f"server/net/{n}.cpp": '#include "server/net/h.hpp"\n' for n in "abcd"}
        self.assertEqual(len(found(through)), 1)
        self.finds("server/store/a.cpp", beast, 1, "Beast belongs")
        self.assertEqual(found({f"server/net/{n}.cpp": beast for n in "abc"} |
                               {"server/net/impl.cpp": "#include <boost/beast/src.hpp>\n"}), [])

    def test_co_await_statements_hold_no_braces_and_no_lambda(self):
        for statement in ("co_await f(Point{1, 2});", "co_await f({1});", "co_await f(a, {});",
                          "co_await f([x] { g(x); });", "co_await\n    f(Variant{Point{1}});",
                          "co_spawn(co_await this_coro::executor, [x] { g(x); }, detached);",
                          "auto [a, b] = co_await f(x);"):
            with self.subTest(statement=statement):
                findings = found({"server/net/a.cpp": statement + "\n"})
                self.assertEqual(len(findings), 1, findings)
        for statement in ("co_await f(x);", "if (co_await f(x)) {\n}", "auto r = co_await g(f(x), y);",
                          "// co_await f({1})", "co_await f(x);\nauto v = std::vector{1};"):
            with self.subTest(statement=statement):
                self.passes("server/net/a.cpp", statement + "\n")

    def test_headers_and_file_names(self):
        self.finds("server/store/a.hpp", "// For tests.\nint x;\n", 1, "#pragma once")
        self.finds("server/store/a.hpp", "#pragma once\n", 1, "a comment")
        self.finds("server/store/EventLog.cpp", "int x;\n", 1, "snake_case")


class Tree(unittest.TestCase):
    def test_reads_text_files_and_leaves_builds_out(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for path, text in {"server/a.cpp": "x", "build/b.cpp": "x", ".git/c.cpp": "x",
                               ".ci/run": "#!/bin/sh\n", "tests/data.bin": "\n", "LICENSE": "x"}.items():
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(text)
            self.assertEqual([s.path for s in read_tree(root)], [".ci/run", "server/a.cpp"])

    def test_the_program_fails_on_a_fault_and_on_an_empty_tree(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(tidy.main([folder]), 1)
            path = Path(folder, "server", "a.cpp")
            path.parent.mkdir()
            path.write_text("int x;\n")
            self.assertEqual(tidy.main([folder]), 0)
            path.write_text("int x; \n")
            self.assertEqual(tidy.main([folder]), 1)

    @unittest.skipUnless(tidy.shutil.which(tidy.CLANG_FORMAT), "clang-format is not installed")
    def test_the_program_fails_on_a_file_that_is_not_formatted(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "a.cpp")
            path.write_text("int x;\n")
            self.assertEqual(tidy.main(["--format", folder]), 0)
            path.write_text("int   x ;\n")
            self.assertEqual(tidy.main(["--format", folder]), 1)


if __name__ == "__main__":
    unittest.main()
