"""Breaks one statement of the sources at a time: what `coverage_proof` shows to be noticed.

A mutant is a file of the sources with one statement changed, and the provision that this statement
carries out. Statements are found by what they cite, never by where they stand:

refuse   a refusal that cites the provision is never made
phases   a command that the provision keeps to some phases may come at any time
rule     a rule of `check` that rests on the provision finds nothing
cite     a settlement (or another event) rests on another provision
nothing  a function whose docstring cites the provision does nothing: no event, no refusal, 0
yes, no  a question whose docstring cites the provision is always answered alike
order    a function that cites the provision goes round the table the other way
money    a settlement in a function that cites the provision pays a dollar more

`rule_data_mutants` does the same for rule files. Other campaigns may make mutants of their own:
`coverage_proof` runs any.
"""

import ast
import copy
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from upcard.rules.citation import full_citation
from upcard.rules.sections import find

PACKAGE: Final = "src/upcard"
FOLDERS: Final = ("engine", "games", "progressives", "submission/checks", "wagers")
"""Where refusals and settlements are decided."""

EVENTS: Final = (f"{PACKAGE}/engine/", f"{PACKAGE}/progressives/")
"""Where what happened is recorded with its provision."""

PA: Final = "58 Pa. Code § "
HYBRID: Final = f"{PA}633c.5"
AMOUNTS: Final = {"WagerSettled": (5, "paid"), "WagerReturned": (3, "amount")}
"""Place and name of what an event hands to a player."""

WRONG: Final = f"{PA}601a.2"
"""Cited in the place of another provision: it exists, and no round rests on it."""

_CITED: Final = re.compile(
    r"(?:58 Pa\. Code § )?\b\d{3}[a-c]\.\d+(?:\([0-9A-Za-z]+\))*"
    r"|WSGC Match the Dealer Blackjack, (?:Table|Attachment) \w+"
)
_EXACT: Final = re.compile(rf"(?:{_CITED.pattern})\Z")

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Mutant(NamedTuple):
    """A file of the sources, broken in one place.

    `section` is the register's entry that the place carries out; `file` is a path from the
    repository's root; `name` tells the mutant from the others of its section, `text` is what the
    file becomes.
    """

    section: str
    file: str
    name: str
    text: Callable[[], str]


def entry(cite: str) -> str | None:
    """The register's entry of a citation, None for what the register does not list."""
    try:
        return find(full_citation(cite)).cite
    except (KeyError, ValueError):
        return None


def cited(text: str) -> set[str]:
    """The register's entries that a text cites in full."""
    return {cite_entry for cite in _CITED.findall(text) if (cite_entry := entry(cite)) is not None}


def source_mutants(root: Path, shown_by: Mapping[str, Iterable[str]]) -> Iterator[Mutant]:
    """Every mutant of the Python sources of a checkout, in the order of files and statements.

    `shown_by` gives the entries that the example of a rule of `check` cites, by the rule's name.
    """
    for folder in FOLDERS:
        for path in sorted((root / PACKAGE / folder).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            finder = _Finder(tree, _constants(root, tree), shown_by)
            yield from _of_module(path.relative_to(root).as_posix(), finder)


def _constants(root: Path, tree: ast.Module) -> dict[str, str]:
    """The citations that a module has as constants of its own or imports."""
    constants = _defined(tree)
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("upcard."):
            path = root / "src" / f"{(node.module or '').replace('.', '/')}.py"
            if path.is_file():
                imported = _defined(ast.parse(path.read_text(encoding="utf-8")))
                constants |= {
                    alias.name: imported[alias.name]
                    for alias in node.names
                    if alias.name in imported
                }
    return constants


def _defined(tree: ast.Module) -> dict[str, str]:
    constants = {}
    for node in tree.body:
        match node:
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.Constant(value=str(text))):
                if text == PA or _EXACT.match(text):
                    constants[name] = text
    return constants


def _of_module(file: str, finder: "_Finder") -> Iterator[Mutant]:
    numbers: dict[tuple[str, str], int] = {}
    for section, name, broken in finder.found():
        if name.startswith("cite") and not file.startswith(EVENTS):
            continue
        number = numbers[section, name] = numbers.get((section, name), 0) + 1
        unique_name = name if number == 1 else f"{name} ({number})"
        yield Mutant(section, file, unique_name, broken)


Found = tuple[str, str, Callable[[], str]]


class _Finder:
    """Finds the mutants of one module."""

    def __init__(
        self, tree: ast.Module, constants: dict[str, str], shown_by: Mapping[str, Iterable[str]]
    ) -> None:
        self.tree = tree
        self.constants = constants
        self.shown_by = shown_by
        self.inside: dict[ast.AST, ast.AST] = {
            child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)
        }

    def found(self) -> Iterator[Found]:
        """Section, name and text of every mutant, in the order of the statements."""
        for node in ast.walk(self.tree):
            if isinstance(node, Function):
                yield from self._of_function(node)
            elif isinstance(node, ast.Expr):
                yield from self._of_required(node)
            elif isinstance(node, ast.Tuple):
                yield from self._of_phases(node)
            elif isinstance(node, ast.expr):
                yield from self._of_citation(node)

    # Citations in the code

    def _of_citation(self, node: ast.expr) -> Iterator[Found]:
        """A citation that an expression states: the refusal is not made, or cites another."""
        parent = self.inside[node]
        if isinstance(parent, ast.expr | ast.FormattedValue) and self._values(parent) is not None:
            return  # a part of a longer citation
        sections = {
            citation for text in self._values(node) or () if (citation := entry(text)) is not None
        }
        if not sections or self._is_declared(node):
            return
        refused = self._refused(node)
        for section in sorted(sections):
            if refused is not None:
                name = self._name("refuse", refused)
                yield section, name, self._without(refused)
            elif not self._is_refusal(node):
                name = self._name("cite", node)
                wrong = ast.Constant(_alike(WRONG, node))
                yield section, name, self._with(node, wrong)

    def _values(self, node: ast.expr) -> list[str] | None:
        """The citations that an expression may give; None for one that is no citation."""
        for below in ast.walk(node):
            if isinstance(below, ast.IfExp) and self._values(below.body):
                return None  # two citations, each for itself
        texts = self._texts(node)
        good = [text for text in texts or () if _EXACT.match(text)]
        return good or None

    def _texts(self, node: ast.expr) -> list[str] | None:
        match node:
            case ast.Constant(value=str(text)):
                return [text]
            case ast.Name(id=name) if name in self.constants:
                return [self.constants[name]]
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return _joined([self._texts(left), self._texts(right)])
            case ast.IfExp(body=one, orelse=other):
                return [*(self._texts(one) or []), *(self._texts(other) or [])]
            case ast.JoinedStr(values=values):
                return _joined([self._texts(value) for value in values])
            case ast.FormattedValue(value=value):
                return self._texts(value)
            case ast.Call(func=ast.Attribute(attr="cite") | ast.Name(id="cite"), args=args) if (
                len(args) == 2
            ):
                return _joined(
                    [[HYBRID], [text for arg in args for text in self._texts(arg) or ()]]
                )
        return None

    def _is_declared(self, node: ast.expr) -> bool:
        """Whether a citation stands in a constant, a decorator or a check, not in a step."""
        above: ast.AST = node
        while above in self.inside:
            below, above = above, self.inside[above]
            if isinstance(above, Function):
                return below in above.decorator_list
            if isinstance(above, ast.Assert | ast.Compare):
                return True
            if isinstance(above, ast.Tuple) and len(above.elts) == 3 and _has_phases(above):
                return True  # see `_of_phases`
            if isinstance(above, ast.Module | ast.ClassDef):
                return not isinstance(below, ast.Assign | ast.AnnAssign) or isinstance(
                    below.value, ast.Constant | ast.Tuple
                )
        return True

    def _is_refusal(self, node: ast.expr) -> bool:
        function = self._function(node)
        return function is not None and "RuleViolation" in _returns(function)

    def _refused(self, node: ast.expr) -> ast.expr | ast.stmt | None:
        """What makes the refusal that states a citation: the call, or the statement of it alone."""
        call: ast.AST = node
        while not isinstance(call, ast.Call) or _name_of(call) in ("cite", "full"):
            call = self.inside[call]
            if isinstance(call, ast.stmt):
                return None
        maker = _name_of(call) in ("refusal_under", "RuleViolation", "Problem")
        returned = self._is_refusal(call) and self._is_returned(call)
        if not maker and not returned:
            return None
        statement = self.inside[call]
        return statement if isinstance(statement, ast.Return | ast.Raise | ast.Expr) else call

    def _is_returned(self, call: ast.expr) -> bool:
        return isinstance(self._statement(call), ast.Return)

    # Phases

    def _of_phases(self, node: ast.Tuple) -> Iterator[Found]:
        """A command that may come in some phases alone may come in any."""
        if not _is_allowed(node):
            return
        cite = node.elts[1]
        texts = self._values(cite)
        if texts is None and isinstance(cite, ast.Name):
            texts = self._local(cite)
        anywhere = ast.parse("tuple(Phase)", mode="eval").body
        for section in sorted({section for text in texts or () if (section := entry(text))}):
            yield section, self._name("phases", node), self._with(node.elts[0], anywhere)

    def _local(self, name: ast.Name) -> list[str] | None:
        """The citations that a name of the same function was given."""
        function = self._function(name)
        for node in ast.walk(function) if function is not None else ():
            match node:
                case ast.Assign(targets=[ast.Name(id=name.id)], value=value):
                    return self._values(value)
        return None

    # Functions

    def _of_function(self, node: Function) -> Iterator[Found]:
        """What a whole function does, by the citations of its docstring or its decorator."""
        for section in sorted(self._registered(node)):
            yield section, f"rule {node.name}", self._emptied(node, "return\nyield")
        docstring = ast.get_docstring(node) or ""
        for section in sorted(cited(docstring)):
            for operator, body in _bodies(_returns(node)):
                yield section, f"{operator} {node.name}", self._emptied(node, body)
            for call in ast.walk(node):
                if isinstance(call, ast.Call) and _name_of(call) == "from_the_right":
                    around = ast.parse("list(x)[::-1]", mode="eval").body
                    turned = _Replace("x", call).visit(around)
                    yield section, self._name("order", call), self._with(call, turned)
                if isinstance(call, ast.Call) and (handed := AMOUNTS.get(_name_of(call))):
                    yield from self._of_amount(section, call, *handed)

    def _of_amount(self, section: str, call: ast.Call, at: int, name: str) -> Iterator[Found]:
        """What a settlement hands out is a dollar more."""
        amounts = [word.value for word in call.keywords if word.arg == name]
        if not any(isinstance(argument, ast.Starred) for argument in call.args[:at]):
            amounts += call.args[at : at + 1]
        for amount in amounts:
            more = ast.BinOp(amount, ast.Add(), ast.Constant(10_000))
            yield section, self._name("money", call), self._with(amount, more)

    def _registered(self, node: Function) -> set[str]:
        """The entries of a rule of `check` that a function carries out."""
        cites: set[str] = set()
        for decorator in node.decorator_list:
            if isinstance(decorator, ast.Call) and _name_of(decorator) in ("rule", "wager_rule"):
                if any(word.arg == "severity" for word in decorator.keywords):
                    continue  # a warning forbids nothing
                texts = (self._values(arg) or () for arg in decorator.args[1:])
                cites |= {at for group in texts for text in group if (at := entry(text))}
                cites |= self._shown(decorator.args[0])
        return cites

    def _shown(self, name: ast.expr) -> set[str]:
        """The entries that the example of a rule cites."""
        return set(self.shown_by.get(str(getattr(name, "value", "")), ()))

    def _of_required(self, node: ast.Expr) -> Iterator[Found]:
        """A declaration that `check` requires is required no more."""
        match node.value:
            case ast.Call(func=ast.Name(id="required"), args=[ast.Constant() as field, *_]) as call:
                names = [word.value for word in call.keywords if word.arg == "name"]
                rule = names or [ast.Constant(str(field.value).replace("_", "-"))]
                for section in sorted(self._shown(rule[0])):
                    yield section, self._name("rule", node), self._without(node)

    # What stands around a node

    def _function(self, node: ast.AST) -> Function | None:
        while node in self.inside:
            node = self.inside[node]
            if isinstance(node, Function):
                return node
        return None

    def _statement(self, node: ast.AST) -> ast.stmt:
        while not isinstance(node, ast.stmt):
            node = self.inside[node]
        return node

    def _name(self, operator: str, node: ast.AST) -> str:
        function = self._function(node)
        where = f" {function.name}" if function is not None else ""
        text = " ".join(ast.unparse(node).split())
        text = text if len(text) <= 90 else f"{text[:87]}..."
        return f"{operator}{where}: {text}"

    # The broken text

    def _with(self, node: ast.AST, other: ast.AST) -> Callable[[], str]:
        def text() -> str:
            memo: dict[int, object] = {id(node): other}
            return ast.unparse(ast.fix_missing_locations(copy.deepcopy(self.tree, memo)))

        return text

    def _without(self, node: ast.expr | ast.stmt) -> Callable[[], str]:
        return self._with(node, ast.Pass() if isinstance(node, ast.stmt) else ast.Constant(None))

    def _emptied(self, node: Function, body: str) -> Callable[[], str]:
        empty = copy.copy(node)
        docstring = node.body[:1] if ast.get_docstring(node) else []
        empty.body = [
            *docstring,
            *(statement for line in body.splitlines() for statement in _statements(line)),
        ]
        return self._with(node, empty)


def _statements(line: str) -> list[ast.stmt]:
    (function,) = ast.parse(f"def nothing(): {line}").body
    assert isinstance(function, ast.FunctionDef)
    return function.body


class _Replace(ast.NodeTransformer):
    """Puts an expression in the place of a name."""

    def __init__(self, name: str, node: ast.expr) -> None:
        self.name, self.node = name, node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """The expression in the place of the name."""
        return self.node if node.id == self.name else node


def _joined(parts: list[list[str] | None]) -> list[str] | None:
    """Every text that parts may make one after the other; None where a part is unknown."""
    texts = [""]
    for part in parts:
        if not part:
            return None
        texts = [text + more for text in texts for more in part]
    return texts


def _alike(cite: str, node: ast.expr) -> str:
    """A citation in the form of the one that it replaces: short where that is short."""
    short = isinstance(node, ast.Constant) and not str(node.value).startswith(PA)
    return cite.removeprefix(PA) if short else cite


def _name_of(call: ast.Call) -> str:
    function = call.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _returns(node: Function) -> str:
    return ast.unparse(node.returns) if node.returns is not None else ""


def _is_allowed(node: ast.Tuple) -> bool:
    """Whether a tuple gives the phases of a command, a citation and what is said otherwise."""
    if len(node.elts) != 3:
        return False
    message = node.elts[2]
    return (
        isinstance(message, ast.Constant)
        and isinstance(message.value, str)
        and bool(message.value)
        and _has_phases(node)
        and ast.unparse(node.elts[0]) != "tuple(Phase)"
    )


def _has_phases(node: ast.Tuple) -> bool:
    return "Phase" in ast.unparse(node.elts[0]) or isinstance(node.elts[0], ast.Name)


def _bodies(returns: str) -> Iterable[tuple[str, str]]:
    """What a function that returns such a thing may do instead."""
    if returns == "bool":
        return (("yes", "return True"), ("no", "return False"))
    if returns.startswith("Iterator["):
        return (("nothing", "return\nyield"),)
    if returns.startswith("list["):
        return (("nothing", "return []"),)
    if returns.endswith("| None"):
        return (("nothing", "return None"),)
    if returns == "int":
        return (("nothing", "return 0"),)
    return ()
