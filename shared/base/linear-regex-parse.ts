/**
 * The pattern language of `regex`: literals, `.`, classes, `\d \w \s \b \A \z \p{L}`, groups, `|`, `* + ? {n,m}`
 * (lazy forms mean the same, as only whether it matches counts), `^ $`, and `(?ims)` at the beginning.
 * Everything else is refused by name rather than taken for a literal. Called by linear-regex.ts, and by the examples of
 * server/surfaces/describe.
 */

export type Assertion = 'text start' | 'text end' | 'line start' | 'line end' | 'word edge' | 'no word edge';
export type CharTest = (point: number) => boolean;

export type Node =
  | { readonly kind: 'empty' }
  | { readonly kind: 'char'; readonly test: CharTest }
  | { readonly kind: 'assert'; readonly what: Assertion }
  | { readonly kind: 'sequence'; readonly of: readonly Node[] }
  | { readonly kind: 'either'; readonly left: Node; readonly right: Node }
  | { readonly kind: 'repeat'; readonly of: Node; readonly min: number; readonly max: number | null };

interface Flags {
  readonly ignoreCase: boolean;
  readonly multiLine: boolean;
  readonly dotAll: boolean;
}

const repeatMax = 200;
const nestingMax = 40;
const letters: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', f: '\f', v: '\v' };

/** General categories of Unicode that may be asked for; each test sees one character only. */
const categories: ReadonlyMap<string, RegExp> = new Map(
  ['L', 'Lu', 'Ll', 'M', 'N', 'Nd', 'P', 'S', 'Z'].map((name) => [name, new RegExp(`^\\p{${name}}$`, 'u')]),
);

const isDigit: CharTest = (p) => p >= 48 && p <= 57;
const isWord: CharTest = (p) => isDigit(p) || (p >= 65 && p <= 90) || p === 95 || (p >= 97 && p <= 122);
const isSpace: CharTest = (p) => p === 32 || (p >= 9 && p <= 13);
const shorthands: Readonly<Record<string, CharTest>> = { d: isDigit, w: isWord, s: isSpace };

function invert(test: CharTest): CharTest {
  return (p) => !test(p);
}

/** Both spellings of a letter, where they are one character each. */
function caseless(test: CharTest): CharTest {
  return (p) => {
    if (test(p)) return true;
    const char = String.fromCodePoint(p);
    return [char.toLowerCase(), char.toUpperCase()].some((other) => {
      const point = other.codePointAt(0)!;
      return String.fromCodePoint(point) === other && test(point);
    });
  };
}

class Malformed extends Error {}

class Parser {
  readonly points: readonly string[];
  readonly flags: Flags;
  at = 0;
  depth = 0;

  constructor(points: readonly string[], flags: Flags) {
    this.points = points;
    this.flags = flags;
  }

  take(text: string): boolean {
    const wanted = [...text];
    if (!wanted.every((c, i) => this.points[this.at + i] === c)) return false;
    this.at += wanted.length;
    return true;
  }

  next(): string {
    const char = this.points[this.at++];
    if (char === undefined) throw new Malformed('The pattern ends too early.');
    return char;
  }

  either(): Node {
    if (++this.depth > nestingMax) throw new Malformed('The pattern is nested too deep.');
    let node = this.sequence();
    while (this.take('|')) node = { kind: 'either', left: node, right: this.sequence() };
    this.depth--;
    return node;
  }

  sequence(): Node {
    const parts: Node[] = [];
    while (this.at < this.points.length && this.points[this.at] !== '|' && this.points[this.at] !== ')')
      parts.push(this.repeats(this.atom()));
    return parts.length === 0 ? { kind: 'empty' } : { kind: 'sequence', of: parts };
  }

  repeats(atom: Node): Node {
    let node = atom;
    for (;;) {
      const bounds = this.bounds();
      if (!bounds) return node;
      this.take('?');
      // A repetition may follow another one: it repeats the repetition.
      node = { kind: 'repeat', of: node, min: bounds[0], max: bounds[1] };
    }
  }

  bounds(): readonly [number, number | null] | null {
    if (this.take('*')) return [0, null];
    if (this.take('+')) return [1, null];
    if (this.take('?')) return [0, 1];
    if (this.points[this.at] !== '{') return null;
    const m = /^\{(\d{1,3})(,(\d{0,3}))?\}/.exec(this.points.slice(this.at).join(''));
    if (!m)
      throw new Malformed('A { in a pattern must be followed by a number, as in {2,5}. Write \\{ for the character.');
    this.at += m[0].length;
    const min = Number(m[1]);
    const max = m[2] === undefined ? min : m[3] === '' ? null : Number(m[3]);
    if (min > repeatMax || (max !== null && (max > repeatMax || max < min)))
      throw new Malformed(`A repetition must be from 0 to ${repeatMax}, with the smaller number first.`);
    return [min, max];
  }

  atom(): Node {
    const char = this.next();
    if (char === '(') return this.group();
    if (char === '[') return this.char(this.characterClass());
    if (char === '.') return { kind: 'char', test: this.flags.dotAll ? () => true : (p) => p !== 10 };
    if (char === '^') return { kind: 'assert', what: this.flags.multiLine ? 'line start' : 'text start' };
    if (char === '$') return { kind: 'assert', what: this.flags.multiLine ? 'line end' : 'text end' };
    if (char === '*' || char === '+' || char === '?' || char === '{')
      throw new Malformed(`Nothing before ${char} can be repeated. Write \\${char} for the character.`);
    if (char === '\\') return this.escape();
    return this.literal(char);
  }

  group(): Node {
    if (this.points[this.at] === '?' && !this.take('?:'))
      throw new Malformed('Only (…) and (?:…) groups are supported: no look-around, names or back references.');
    const inner = this.either();
    if (!this.take(')')) throw new Malformed('A ( is not closed.');
    return inner;
  }

  char(test: CharTest): Node {
    return { kind: 'char', test: this.flags.ignoreCase ? caseless(test) : test };
  }

  literal(char: string): Node {
    const point = char.codePointAt(0)!;
    return this.char((p) => p === point);
  }

  escape(): Node {
    const char = this.next();
    if (char === 'b') return { kind: 'assert', what: 'word edge' };
    if (char === 'B') return { kind: 'assert', what: 'no word edge' };
    if (char === 'A') return { kind: 'assert', what: 'text start' };
    if (char === 'z') return { kind: 'assert', what: 'text end' };
    const set = this.set(char);
    return set ? { kind: 'char', test: set } : this.literal(this.escaped(char));
  }

  set(char: string): CharTest | null {
    const shorthand = Object.hasOwn(shorthands, char.toLowerCase()) ? shorthands[char.toLowerCase()]! : null;
    if (shorthand) return char === char.toLowerCase() ? shorthand : invert(shorthand);
    if (char !== 'p' && char !== 'P') return null;
    let name = this.next();
    if (name === '{') {
      name = '';
      for (let c = this.next(); c !== '}'; c = this.next()) name += c;
    }
    const category = categories.get(name);
    if (!category) throw new Malformed(`\\p{…} supports ${[...categories.keys()].join(', ')}.`);
    const test: CharTest = (p) => category.test(String.fromCodePoint(p));
    return char === 'p' ? test : invert(test);
  }

  escaped(char: string): string {
    if (Object.hasOwn(letters, char)) return letters[char]!;
    if (/[A-Za-z0-9]/.test(char)) throw new Malformed(`\\${char} is not supported in a pattern.`);
    return char;
  }

  characterClass(): CharTest {
    const negated = this.take('^');
    const tests: CharTest[] = [];
    for (let first = true; ; first = false) {
      const char = this.next();
      if (char === ']' && !first) break;
      const from = char === '\\' ? this.next() : char;
      const set = char === '\\' ? this.set(from) : null;
      if (set) {
        tests.push(set);
        continue;
      }
      const low = (char === '\\' ? this.escaped(from) : from).codePointAt(0)!;
      const high = this.rangeEnd() ?? low;
      if (high < low) throw new Malformed('A range in […] must go from the smaller to the greater character.');
      tests.push((p) => p >= low && p <= high);
    }
    const any: CharTest = (p) => tests.some((test) => test(p));
    if (!negated) return any;
    return invert(this.flags.ignoreCase ? caseless(any) : any);
  }

  rangeEnd(): number | null {
    if (this.points[this.at] !== '-' || this.points[this.at + 1] === ']') return null;
    this.at++;
    const char = this.next();
    return (char === '\\' ? this.escaped(this.next()) : char).codePointAt(0)!;
  }
}

/** @returns the tree, or a sentence on what is wrong */
export function parsePattern(pattern: string): Node | string {
  const flags = /^\(\?([ims]{1,3})\)/.exec(pattern);
  const has = (flag: string): boolean => flags?.[1]?.includes(flag) ?? false;
  const points = [...pattern.slice(flags?.[0].length ?? 0)];
  const parser = new Parser(points, { ignoreCase: has('i'), multiLine: has('m'), dotAll: has('s') });
  try {
    const node = parser.either();
    return parser.at === points.length ? node : 'A ) has no ( before it.';
  } catch (error) {
    if (error instanceof Malformed) return error.message;
    throw error;
  }
}
