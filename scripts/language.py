"""Language linter: banned phrases, and type names that stand for two things.

`python -m scripts.language` checks the whole project, or only the paths given; `--count` prints how often
each phrase occurs. The phrases and all exceptions are in `language.toml`.
"""

import argparse
import ast
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
CONFIG = ROOT / "scripts" / "language.toml"

CHECKED = [
    *("src", "tests", "bench", "scripts", "icons", "training", "docs", "web/src", "web/tests"),
    *("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "pyproject.toml", "hatch_build.py", "check", "play"),
]
TYPED = ["src", "training", "web/src"]
SUFFIXES = {".md", ".py", ".sh", ".svelte", ".ts"}
GENERATED = {"__pycache__", "made", "node_modules", "static"}
TEXTS = {("texts", "ui"), ("texts", "help")}  # folders with a file for each language
ESCAPE = "language: ok"

# Between two words of a phrase: spaces, an underscore in a name, or a line break inside a comment.
GAP = r"(?:[ \t_]+|\s*\n[ \t]*(?:#|//|\*|>)?[ \t]*)"
TYPESCRIPT_TYPE = re.compile(
    r"^\s*(?:export\s+)?(?:abstract\s+)?(?:class|interface|enum|type)\s+([A-Z]\w+)", re.MULTILINE
)
IS_GENERATED = re.compile(r"(?:generated|made) by scripts/", re.IGNORECASE)
TYPE_NAME = re.compile(r"[A-Z](?=\w*[a-z])[A-Za-z0-9]+")


@dataclass(frozen=True)
class Finding:
    """A banned phrase at a place in a file."""

    file: str
    line: int
    column: int
    phrase: str
    instead: str

    def __str__(self) -> str:
        return f'{self.file}:{self.line}:{self.column}: "{self.phrase}": write {self.instead}'


@dataclass(frozen=True)
class Config:
    """The tables of `language.toml`."""

    phrases: dict[str, str]  # phrase -> what to write instead
    names: dict[str, str]  # type name -> why any file may define it
    mirrors: list[list[str]]  # files that define the same types for different purposes
    files: dict[str, str]  # path -> why it is not checked for phrases

    @classmethod
    def read(cls, path: Path = CONFIG) -> "Config":
        return cls(**tomllib.loads(path.read_text(encoding="utf-8")))


def files_under(paths: Iterable[str], root: Path = ROOT) -> Iterator[Path]:
    """Yield the source and documentation files among and below paths, in order."""
    for path in (root / each for each in paths):
        if path.is_file():
            yield path
        for file in sorted(path.rglob("*")) if path.is_dir() else ():
            is_ours = not GENERATED.intersection(file.relative_to(root).parts) and file.is_file()
            if is_ours and file.suffix in SUFFIXES and not _is_translation(file):
                yield file


def _is_translation(file: Path) -> bool:
    return file.parts[-3:-1] in TEXTS and file.stem != "en"


def phrase_findings(text: str, file: str, phrases: dict[str, str]) -> list[Finding]:
    """Find banned phrases in a text, in order of place."""
    found = []
    lines = text.split("\n")
    for match in _pattern(phrases).finditer(text):
        line = text.count("\n", 0, match.start())
        last = text.count("\n", 0, match.end())
        if any(ESCAPE in each for each in lines[line : last + 1]):
            continue
        column = match.start() - text.rfind("\n", 0, match.start())
        phrase = " ".join(re.split(GAP, match[0].lower()))
        found.append(Finding(file, line + 1, column, phrase, phrases[phrase]))
    return found


def _pattern(phrases: dict[str, str]) -> re.Pattern[str]:
    # Longest first, so that a phrase is not reported as its beginning.
    words = (GAP.join(map(re.escape, phrase.split())) for phrase in sorted(phrases, key=len, reverse=True))
    return re.compile(f"(?<![a-z])(?:{'|'.join(words)})(?![a-z])", re.IGNORECASE)


def type_names(text: str, suffix: str) -> set[str]:
    """Collect the public types that a source file defines: classes and type aliases."""
    if suffix != ".py":
        return set(TYPESCRIPT_TYPE.findall(text))
    module = ast.parse(text)
    classes = {node.name for node in ast.walk(module) if isinstance(node, ast.ClassDef)}
    aliases = {name for node in module.body if (name := _alias(node)) is not None}
    return {name for name in classes | aliases if TYPE_NAME.fullmatch(name)}


def _alias(node: ast.stmt) -> str | None:
    match node:
        case ast.Assign(targets=[ast.Name(name)]) | ast.AnnAssign(target=ast.Name(name)):
            return name
        case _:
            return None


def repeated_types(files: Iterable[Path], config: Config, root: Path = ROOT) -> dict[str, list[str]]:
    """Find type names with several meanings, and the files that define them."""
    places: dict[str, list[str]] = {}
    for file in files:
        text = file.read_text(encoding="utf-8")
        if file.suffix in {".py", ".svelte", ".ts"} and not IS_GENERATED.search(text[:200]):
            for name in type_names(text, file.suffix):
                places.setdefault(name, []).append(_relative(file, root))
    return {
        name: where
        for name, where in sorted(places.items())
        if name not in config.names and _meanings(where, config.mirrors) > 1
    }


def _meanings(files: list[str], mirrors: list[list[str]]) -> int:
    """Count the files, with those that mirror each other as one."""
    groups = [{file} for file in files]
    for mirror in mirrors:
        mirrored = [group for group in groups if group.intersection(mirror)]
        if mirrored:
            groups = [group for group in groups if group not in mirrored] + [set().union(*mirrored)]
    return len(groups)


def _relative(file: Path, root: Path) -> str:
    return file.relative_to(root).as_posix()


def check(paths: list[str], config: Config, root: Path = ROOT) -> tuple[list[Finding], dict[str, list[str]]]:
    """Check paths, or the whole project, for phrases; and all types for names with two meanings."""
    findings = []
    for file in files_under(paths or CHECKED, root):
        name = _relative(file, root)
        if name not in config.files:
            findings += phrase_findings(file.read_text(encoding="utf-8"), name, config.phrases)
    repeated = repeated_types(files_under(TYPED, root), config, root)
    if paths:
        folders = tuple(path.rstrip("/") + "/" for path in paths)
        repeated = {
            name: where
            for name, where in repeated.items()
            if any(f"{at}/".startswith(folders) for at in where)
        }
    return findings, repeated


def main(arguments: list[str] | None = None, root: Path = ROOT, config: Path = CONFIG) -> int:
    """Print the findings and return 1 if there are any; with --count, print their counts and return 0."""
    parser = argparse.ArgumentParser(prog="python -m scripts.language", description=__doc__)
    parser.add_argument("paths", nargs="*", metavar="PATH", help="files or folders, from the project's root")
    parser.add_argument("--count", action="store_true", help="print how often each phrase occurs")
    asked = parser.parse_args(arguments)
    findings, repeated = check(asked.paths, Config.read(config), root)
    if asked.count:
        for phrase, times in Counter(finding.phrase for finding in findings).most_common():
            print(f"{times:5} {phrase}")
        print(f"{len(findings):5} phrases in total")
        print(f"{len(repeated):5} type names with two meanings")
        return 0
    for finding in findings:
        print(finding)
    for name, where in repeated.items():
        print(f"{where[0]}: type {name} is also defined in {', '.join(where[1:])}: rename one")
    return 1 if findings or repeated else 0


if __name__ == "__main__":
    sys.exit(main())
