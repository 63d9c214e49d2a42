#!/usr/bin/env python3
"""Repeats the draws specified in draws.md and compares them with the numbers given there.

Shares nothing with the program: seeds and stream are written from the specification, and the
first best pairing is found by trying all pairings, so it is for small fields only.
"""

import hashlib
import pathlib
import re
import sys

SEED = bytes(range(32))
WHITE = "\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))


def h(*parts):
    data = b"".join(len(part).to_bytes(4, "little") + part for part in parts)
    return hashlib.sha256(data).digest()


def chacha_block(key, counter):
    def rotate(x, by):
        return ((x << by) | (x >> (32 - by))) & 0xFFFFFFFF

    def quarter(s, a, b, c, d):
        for x, y, z, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            s[x] = (s[x] + s[y]) & 0xFFFFFFFF
            s[z] = rotate(s[z] ^ s[x], by)

    words = lambda data: [int.from_bytes(data[i : i + 4], "little") for i in range(0, len(data), 4)]
    start = words(b"expand 32-byte k") + words(key) + [counter, 0, 0, 0]
    s = list(start)
    for _ in range(10):
        for columns in ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15)):
            quarter(s, *columns)
        for diagonals in ((0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)):
            quarter(s, *diagonals)
    return [(x + y) & 0xFFFFFFFF for x, y in zip(s, start)]


class Draw:
    def __init__(self, seed):
        self.seed, self.counter, self.words = seed, 0, []

    def word(self):
        if not self.words:
            self.words = chacha_block(self.seed, self.counter)
            self.counter += 1
        return self.words.pop(0)

    def below(self, n):
        if n <= 1:
            return 0
        while True:
            product = self.word() * n
            if product % 2**32 >= 2**32 % n:
                return product // 2**32

    def shuffle(self, items):
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


class Swiss:
    def __init__(self, points, met, resting):
        self.points = points
        self.met = {frozenset(pair) for pair in met}
        self.players = [p for p in range(len(points)) if p not in resting]
        self.levels = sorted({points[p] for p in self.players}, reverse=True)

    def group(self, player):
        return self.levels.index(self.points[player])

    def value(self, pairs):
        """Larger is better."""
        count = len(self.levels)
        table = [[0] * count for _ in range(count)]
        repeats = 0
        for a, b in pairs:
            upper, lower = sorted((self.group(a), self.group(b)))
            table[upper][lower] += 1
            repeats += frozenset((a, b)) in self.met
        return [-repeats] + [table[g][k] for g in range(count) for k in range(g, count)]

    def pairings(self, group, floaters, own, on, chosen):
        """All pairings, in the order in which the draw would choose."""
        if floaters:
            player, floaters = floaters[0], floaters[1:]
        elif own:
            player, own = own[0], own[1:]
        elif group + 1 < len(self.lists):
            yield from self.pairings(group + 1, on, self.lists[group + 1], [], chosen)
            return
        else:
            if not on:
                yield chosen
            return
        for at, other in enumerate(own):
            rest = own[:at] + own[at + 1 :]
            yield from self.pairings(group, floaters, rest, on, chosen + [(player, other)])
        yield from self.pairings(group, floaters, own, on + [player], chosen)

    def draw(self, draw):
        self.lists = [[p for p in self.players if self.points[p] == level] for level in self.levels]
        for members in self.lists:
            draw.shuffle(members)
        order = sum(self.lists, [])
        place = {player: at for at, player in enumerate(order)}
        # max() keeps the first of several largest.
        pairs = max(self.pairings(0, [], self.lists[0], [], []), key=self.value)
        upper_first = lambda a, b: (a, b) if place[a] < place[b] else (b, a)
        written = lambda pairs: sorted(pairs, key=lambda pair: (self.group(pair[1]), place[pair[0]]))
        pairs = written([upper_first(a, b) for a, b in pairs])
        if [player for pair in pairs for player in pair] == order:
            return pairs
        m = len(pairs)
        for _ in range(max(256, 32 * m)):
            k = min(2, m)
            while k < m and draw.below(4) == 0:
                k += 1
            for i in range(k):
                j = i + draw.below(m - i)
                pairs[i], pairs[j] = pairs[j], pairs[i]
            players = [player for pair in pairs[:k] for player in pair]
            draw.shuffle(players)
            new = [upper_first(players[2 * i], players[2 * i + 1]) for i in range(k)]
            if self.value(new) == self.value(pairs[:k]):
                pairs[:k] = new
        return written(pairs)


def numbers(text):
    return [int(number) for number in text.split(",") if number]


def answer(question):
    kind, _, rest = question.partition(" ")
    draw = Draw(SEED)
    if kind == "commitment":
        return h(b"muster/commit/1", SEED).hex()
    if kind == "derive":
        return h(b"muster/derive/1", SEED, rest.strip('"').encode()).hex()
    if kind == "mix":
        words = re.split(f"[{re.escape(WHITE)}]+", rest.strip('"'))
        return h(b"muster/mix/1", SEED, " ".join(filter(None, words)).encode()).hex()
    if kind == "below":
        return " ".join(str(draw.below(n)) for n in numbers(rest))
    if kind == "shuffle":
        items = list(range(int(rest)))
        draw.shuffle(items)
        return " ".join(map(str, items))
    if kind == "pick":
        return str(draw.below(int(rest)))
    if kind == "die":
        return str(draw.below(int(rest)) + 1)
    if kind == "swiss":
        fields = dict(field.split("=") for field in rest.split())
        met = [tuple(map(int, pair.split("-"))) for pair in fields.get("met", "").split(",") if pair]
        swiss = Swiss(numbers(fields["points"]), met, numbers(fields.get("resting", "")))
        return " ".join(f"{a}-{b}" for a, b in swiss.draw(draw))
    if kind == "salvo":
        dice = numbers(rest)
        rolls = []
        while not rolls or rolls[-1][0] == rolls[-1][1]:
            rolls.append([sum(draw.below(8) + 1 <= 4 for _ in range(side)) for side in dice])
        return " ".join(f"{a}:{b}" for a, b in rolls)
    if kind == "minutes":
        return str(sum(draw.below(6) <= 3 for _ in range(int(rest))))
    raise ValueError(f"unknown kind of line: {question}")


def main():
    page = pathlib.Path(__file__).with_name("draws.md").read_text(encoding="utf-8")
    lines = [line for line in page.splitlines() if " => " in line]
    wrong = 0
    for line in lines:
        question, expected = line.split(" => ")
        given = answer(question)
        if given != expected:
            wrong += 1
            print(f"{question}\n  expected {expected}\n  got      {given}")
    print(f"{len(lines)} lines checked, {wrong} wrong")
    sys.exit(1 if wrong or not lines else 0)


if __name__ == "__main__":
    main()
