"""Decides the `eval`s of a script that was exported for Walnut, for all numbers, and prints TRUE or FALSE for each.

    decide.py FOLDER NAME        # FOLDER/Command Files/NAME.txt, with the automata and bases beside it

This is not Walnut. It reads the part of Walnut's language that the export uses, and shares no code with the project: automata
are dictionaries, formulas become automata by products, complements and projections, and a projection is closed under
leading zeros, as Walnut does it.
"""

import re
import sys
from itertools import product
from pathlib import Path


class Automaton:
    """A deterministic automaton on words of digit tuples, most significant first; missing transitions reject."""

    def __init__(self, names, start, steps, accepting):
        self.names, self.start, self.steps, self.accepting = tuple(names), start, steps, accepting

    def named(self, names):
        """The same automaton of other variables; one that occurs twice must have equal digits."""
        order = list(dict.fromkeys(names))
        steps = []
        for row in self.steps:
            new = {}
            for letter, to in row.items():
                value = {}
                if all(value.setdefault(n, d) == d for n, d in zip(names, letter)):
                    new[tuple(value[n] for n in order)] = to
            steps.append(new)
        return Automaton(order, self.start, steps, self.accepting).minimal()

    def minimal(self):
        """Reachable states that can accept, merged as far as they are alike."""
        seen, stack = {self.start}, [self.start]
        while stack:
            for to in self.steps[stack.pop()].values():
                if to not in seen:
                    seen.add(to)
                    stack.append(to)
        before = {}
        for state in seen:
            for to in self.steps[state].values():
                before.setdefault(to, set()).add(state)
        live, stack = set(seen & self.accepting), list(seen & self.accepting)
        while stack:
            for state in before.get(stack.pop(), ()):
                if state not in live:
                    live.add(state)
                    stack.append(state)
        if self.start not in live:
            return Automaton(self.names, 0, [{}], set())
        kind = {state: int(state in self.accepting) for state in live}
        count = len(set(kind.values()))
        while True:
            numbers = {}
            new = {}
            for state in live:
                row = frozenset((l, kind[to]) for l, to in self.steps[state].items() if to in live)
                new[state] = numbers.setdefault((kind[state], row), len(numbers))
            kind = new
            if len(numbers) == count:
                break
            count = len(numbers)
        steps = [None] * count
        for state in live:
            if steps[kind[state]] is None:
                steps[kind[state]] = {l: kind[to] for l, to in self.steps[state].items() if to in live}
        return Automaton(self.names, kind[self.start], steps, {kind[s] for s in live & self.accepting})

    def both(self, other):
        """The words of both, each reading its own variables."""
        names = self.names + tuple(n for n in other.names if n not in self.names)
        shared = [n for n in other.names if n in self.names]
        mine = [self.names.index(n) for n in shared]
        theirs = [other.names.index(n) for n in shared]
        rest = [i for i, n in enumerate(other.names) if n not in self.names]
        tables = []
        for row in other.steps:
            table = {}
            for letter, to in row.items():
                key = tuple(letter[i] for i in theirs)
                table.setdefault(key, []).append((tuple(letter[i] for i in rest), to))
            tables.append(table)
        ids, steps, accepting = {(self.start, other.start): 0}, [], set()
        queue = [(self.start, other.start)]
        for a, b in queue:
            if a in self.accepting and b in other.accepting:
                accepting.add(len(steps))
            row = {}
            for letter, to in self.steps[a].items():
                for more, there in tables[b].get(tuple(letter[i] for i in mine), ()):
                    pair = (to, there)
                    if pair not in ids:
                        ids[pair] = len(ids)
                        queue.append(pair)
                    row[letter + more] = ids[pair]
            steps.append(row)
        return Automaton(names, 0, steps, accepting).minimal()

    def without(self, name):
        """Some value of a variable, which may have more digits than all the others."""
        at = self.names.index(name)
        names = self.names[:at] + self.names[at + 1 :]
        rows = []
        for row in self.steps:
            new = {}
            for letter, to in row.items():
                new.setdefault(letter[:at] + letter[at + 1 :], set()).add(to)
            rows.append(new)
        zero = (0,) * len(names)
        first, stack = {self.start}, [self.start]
        while stack:
            for to in rows[stack.pop()].get(zero, ()):
                if to not in first:
                    first.add(to)
                    stack.append(to)
        start = frozenset(first)
        ids, steps, accepting, queue = {start: 0}, [], set(), [start]
        for states in queue:
            if states & self.accepting:
                accepting.add(len(steps))
            new = {}
            for state in states:
                for letter, to in rows[state].items():
                    new.setdefault(letter, set()).update(to)
            row = {}
            for letter, to in new.items():
                to = frozenset(to)
                if to not in ids:
                    ids[to] = len(ids)
                    queue.append(to)
                row[letter] = ids[to]
            steps.append(row)
        return Automaton(names, 0, steps, accepting).minimal()

    def accepts(self, word):
        state = self.start
        for letter in word:
            state = self.steps[state].get(letter)
            if state is None:
                return False
        return state in self.accepting


def read(path, names=None):
    """An automaton file: a line of alphabets, then states with their outputs and transitions."""
    lines = [line.split() for line in path.read_text().splitlines() if line.strip()]
    width = len(lines[0])
    steps, accepting, at = {}, set(), None
    for line in lines[1:]:
        if "->" in line:
            steps[at][tuple(int(d) for d in line[:width])] = int(line[-1])
            assert line[width] == "->" and len(line) == width + 2, line
        else:
            at = int(line[0])
            steps[at] = {}
            if int(line[1]):
                accepting.add(at)
    rows = [steps[i] for i in range(len(steps))]
    return Automaton(names or [f"#{i}" for i in range(width)], 0, rows, accepting)


class Numeration:
    def __init__(self, name, folder):
        bases = folder / "Custom Bases"
        if (bases / f"{name}.txt").exists():
            self.valid = read(bases / f"{name}.txt", ["x"])
            self.adder = read(bases / f"{name}_addition.txt", ["x", "y", "z"])
        elif name == "msd_fib":
            self.valid = Automaton(["x"], 0, [{(0,): 0, (1,): 1}, {(0,): 0}], {0, 1})
            self.adder = self.sums(lambda p, q, e: (p + q + e, p), lambda p, q: p + q == 0, 2, 12)
        else:
            base = int(name.removeprefix("msd_"))
            self.valid = Automaton(["x"], 0, [{(d,): 0 for d in range(base)}], {0})
            self.adder = self.sums(lambda p, q, e: (base * p + e, 0), lambda p, q: p == 0, base, 3)
        for name in "xyz":
            self.adder = self.adder.both(self.valid.named([name]))
        self.check()

    def sums(self, step, ends, base, most):
        """x + y - z is p times one weight plus q times the next."""
        ids, steps, accepting, queue = {(0, 0): 0}, [], set(), [(0, 0)]
        for p, q in queue:
            if ends(p, q):
                accepting.add(len(steps))
            row = {}
            for x, y, z in product(range(base), repeat=3):
                to = step(p, q, x + y - z)
                if max(map(abs, to)) <= most:
                    if to not in ids:
                        ids[to] = len(ids)
                        queue.append(to)
                    row[x, y, z] = ids[to]
            steps.append(row)
        return Automaton(["x", "y", "z"], 0, steps, accepting).minimal()

    def words(self, count):
        """The words of 0, 1, ..., count - 1: valid words of one length in lexicographic order."""
        length = 1
        while True:
            words = [((), self.valid.start)]
            for _ in range(length):
                words = [
                    (word + letter, to) for word, at in words for letter, to in sorted(self.valid.steps[at].items())
                ]
            words = [word for word, at in words if at in self.valid.accepting]
            if len(words) >= count:
                return words[:count]
            length += 1

    def check(self):
        """The adder is right for small numbers."""
        words = self.words(40)
        for x, y, z in product(range(14), range(14), range(40)):
            word = list(zip(words[x], words[y], words[z]))
            assert self.adder.accepts(word) == (x + y == z), (x, y, z)

    def constant(self, value, name):
        word = self.words(value + 1)[value]
        steps = [{(d,): i + 1} for i, d in enumerate(word)] + [{}]
        # Any number of zeros before the first digit that is none.
        start = next((i for i, d in enumerate(word) if d), len(word))
        steps[start][(0,)] = start
        return Automaton([name], start, steps, {len(word)}).minimal()

    def universe(self, names):
        result = Automaton([], 0, [{(): 0}], {0})
        for name in names:
            result = result.both(self.valid.named([name]))
        return result

    def complement(self, automaton):
        """The valid words that are not accepted."""
        whole = self.universe(automaton.names)
        ids, steps, accepting = {(whole.start, automaton.start): 0}, [], set()
        queue = [(whole.start, automaton.start)]
        for a, b in queue:
            if a in whole.accepting and b not in automaton.accepting:
                accepting.add(len(steps))
            row = {}
            for letter, to in whole.steps[a].items():
                pair = (to, None if b is None else automaton.steps[b].get(letter))
                if pair not in ids:
                    ids[pair] = len(ids)
                    queue.append(pair)
                row[letter] = ids[pair]
            steps.append(row)
        return Automaton(automaton.names, 0, steps, accepting).minimal()

    def compare(self, operator, x, y):
        if x == y:
            return self.universe([x]) if "=" in operator and operator != "!=" else self.never([x])
        digits = sorted({letter[0] for row in self.valid.steps for letter in row})
        pairs = list(product(digits, repeat=2))
        equal = {(a, b): 0 if a == b else (1 if a < b else 2) for a, b in pairs}
        steps = [equal, {pair: 1 for pair in pairs}, {pair: 2 for pair in pairs}]
        good = {"=": {0}, "<": {1}, "<=": {0, 1}, ">": {2}, ">=": {0, 2}, "!=": {1, 2}}[operator]
        return Automaton([x, y], 0, steps, good).both(self.universe([x, y]))

    def never(self, names):
        return Automaton(names, 0, [{}], set())


class Formula:
    """Reads a formula and makes its automaton; a quantifier reaches as far to the right as it can."""

    token = re.compile(r"\s*(<=>|=>|<=|>=|!=|[~&|()<>=+*,]|\$\w+|\d+|[EA](?=[a-z])|[a-z])")

    def __init__(self, text, numeration, definitions):
        self.numeration, self.definitions, self.fresh = numeration, definitions, 0
        self.tokens, at = [], 0
        text = text.strip()
        while at < len(text):
            match = self.token.match(text, at)
            assert match, text[at:]
            self.tokens.append(match[1])
            at = match.end()
        self.at = 0

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def eat(self, *expected):
        if self.peek() in expected:
            self.at += 1
            return self.tokens[self.at - 1]
        return None

    def whole(self):
        result = self.implication()
        assert self.peek() is None, self.tokens[self.at :]
        return result

    def negated(self, automaton):
        return self.numeration.complement(automaton)

    def either(self, a, b):
        return self.negated(self.negated(a).both(self.negated(b)))

    def implication(self):
        result = self.disjunction()
        while self.eat("=>"):
            result = self.either(self.negated(result), self.disjunction())
        return result

    def disjunction(self):
        result = self.conjunction()
        while self.eat("|"):
            result = self.either(result, self.conjunction())
        return result

    def conjunction(self):
        result = self.single()
        while self.eat("&"):
            result = result.both(self.single())
        return result

    def single(self):
        if self.eat("~"):
            return self.negated(self.single())
        if self.eat("("):
            result = self.implication()
            assert self.eat(")")
            return result
        if quantifier := self.eat("E", "A"):
            names = [self.name()]
            while self.eat(","):
                names.append(self.name())
            inner = self.implication()
            if quantifier == "A":
                inner = self.negated(inner)
            for name in names:
                if name in inner.names:
                    inner = inner.without(name)
            return self.negated(inner) if quantifier == "A" else inner
        if self.peek().startswith("$"):
            return self.called()
        return self.atom()

    def name(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def called(self):
        automaton = self.definitions[self.name()[1:]]
        assert self.eat("(")
        terms = [self.term()]
        while self.eat(","):
            terms.append(self.term())
        assert self.eat(")") and len(terms) == len(automaton.names), automaton.names
        result = automaton.named([name for name, _ in terms])
        return self.hidden(result, [condition for _, condition in terms])

    def atom(self):
        x, of_x = self.term()
        operator = self.eat("<=", ">=", "!=", "<", ">", "=")
        assert operator, self.tokens[self.at :]
        y, of_y = self.term()
        return self.hidden(self.numeration.compare(operator, x, y), [of_x, of_y])

    def hidden(self, automaton, conditions):
        """With what is said of the terms, which have names of their own only inside an atom."""
        for condition in conditions:
            if condition:
                automaton = automaton.both(condition)
        for name in automaton.names:
            if name.startswith("#"):
                automaton = automaton.without(name)
        return automaton

    def new(self):
        self.fresh += 1
        return f"#{self.fresh}"

    def sum(self, a, b):
        (x, of_x), (y, of_y), z = a, b, self.new()
        result = self.numeration.adder.named([x, y, z])
        for condition in (of_x, of_y):
            result = result.both(condition) if condition else result
        for name in result.names:
            if name.startswith("#") and name != z:
                result = result.without(name)
        return z, result

    def term(self):
        result = self.factor()
        while self.eat("+"):
            result = self.sum(result, self.factor())
        return result

    def factor(self):
        result = self.primary()
        while self.eat("*"):
            # One of the two is a number: so many times the other.
            times, what = result, self.primary()
            if not isinstance(times, int):
                times, what = what, times
            what = self.leaf(what)
            result = what if times else self.leaf(0)
            for _ in range(times - 1):
                result = self.sum(result, what)
        return self.leaf(result)

    def primary(self):
        word = self.name()
        return int(word) if word.isdigit() else word

    def leaf(self, what):
        if isinstance(what, int):
            name = self.new()
            return name, self.numeration.constant(what, name)
        return what if isinstance(what, tuple) else (what, None)


def run(folder, name):
    definitions = {path.stem: read(path) for path in (folder / "Automata Library").glob("*.txt")}
    numerations = {}
    for line in (folder / "Command Files" / f"{name}.txt").read_text().splitlines():
        match = re.fullmatch(r'(def|eval) (\w+) "\?(\w+) (.*)":', line)
        assert match, line
        kind, called, system, text = match.groups()
        if system not in numerations:
            numerations[system] = Numeration(system, folder)
        numeration = numerations[system]
        result = Formula(text, numeration, definitions).whole()
        if kind == "def":
            # The variables of a definition are in alphabetical order.
            order = sorted(result.names)
            place = [result.names.index(n) for n in order]
            steps = [{tuple(l[i] for i in place): to for l, to in row.items()} for row in result.steps]
            definitions[called] = Automaton(order, result.start, steps, result.accepting)
        else:
            assert not result.names, result.names
            print(called, "TRUE" if result.start in result.accepting else "FALSE", flush=True)


if __name__ == "__main__":
    run(Path(sys.argv[1]), sys.argv[2])
