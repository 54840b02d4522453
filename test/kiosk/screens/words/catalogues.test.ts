/** The catalogues against each other and against Intl: the same keys, nothing empty, every value used, every plural form. */
import { describe, expect, test } from 'vitest';
import { catalogues as board } from '#kiosk/screens/board/words/catalogues.ts';
import { handOverWords } from '#kiosk/screens/pairing/hand-over-words.ts';
import { catalogues as preflight } from '#kiosk/screens/preflight/words/catalogues.ts';
import { catalogues as selfService } from '#kiosk/screens/self-service/words/catalogues.ts';
import { badgeFailures } from '#kiosk/screens/words/badge-failures.ts';
import { catalogues } from '#kiosk/screens/words/catalogues.ts';
import { languageFor, languages, languageTraits } from '#shared/base/languages.ts';
import { countIn, pluralCategories } from '#shared/base/plural.ts';

type Entry = { readonly key: string; readonly said: unknown };

function entriesOf(words: object, above = ''): Entry[] {
  return Object.entries(words).flatMap(([name, said]): Entry[] => {
    const key = above === '' ? name : `${above}.${name}`;
    return typeof said === 'object' && said !== null ? entriesOf(said, key) : [{ key, said }];
  });
}

/** Numbers large enough to be distinct from anything else in a sentence; each language groups digits its own way. */
const figures = [4_711, 5_822, 6_933];
const digitsOnly = (text: string): string => text.replace(/\D/g, '');

const textOf = (said: unknown): string => {
  if (Array.isArray(said)) return said.map(textOf).join(' ');
  if (typeof said !== 'function') return String(said);
  const facts = new Proxy({}, { get: () => () => '' });
  return call(said, said.length === 1 ? [facts] : figures);
};

const call = (said: unknown, values: readonly unknown[]): string =>
  String(Reflect.apply(said as () => string, null, values));

describe.each(languages)('%s', (language) => {
  const entries = entriesOf(catalogues[language]);

  test('says everything that English says, and nothing else', () => {
    expect(entries.map(({ key }) => key).sort()).toEqual(
      entriesOf(catalogues.en)
        .map(({ key }) => key)
        .sort(),
    );
  });

  test('has no empty word, and none with blanks around it', () => {
    const texts = entries.filter(({ said }) => typeof said === 'string');
    expect(texts.filter(({ said }) => String(said) === '' || String(said) !== String(said).trim())).toEqual([]);
  });

  test('uses every value that a sentence is given', () => {
    // Only the choice of the word depends on the number in these.
    const chosenByNumber = new Set(['ready.checkedIn', 'status.conflict']);
    const unused = entries.flatMap(({ key, said }) => {
      if (typeof said !== 'function' || chosenByNumber.has(key)) return [];
      const text = digitsOnly(call(said, figures));
      return figures.slice(0, said.length).every((figure) => text.includes(String(figure))) ? [] : [key];
    });
    expect(unused).toEqual([]);
  });

  test('leaves no mark of a plural form in the text, with any number', () => {
    const counts = [0, 1, 2, 3, 5, 11, 21, 100, 1_000_000];
    const left = entries.flatMap(({ key, said }) =>
      typeof said !== 'function'
        ? []
        : counts.filter((n) => /#|undefined|NaN/.test(call(said, [n, n, n]))).map((n) => `${key} ${n}`),
    );
    expect(left).toEqual([]);
  });

  test('knows the plural categories that Intl knows', () => {
    const known = new Intl.PluralRules(languageTraits[language].tag).resolvedOptions().pluralCategories;
    expect([...pluralCategories[language]].sort()).toEqual([...known].sort());
  });

  test('takes as many values as English does', () => {
    const arity = (words: object) =>
      entriesOf(words).map(({ key, said }) => `${key}/${typeof said === 'function' ? said.length : 0}`);
    expect(arity(catalogues[language]).sort()).toEqual(arity(catalogues.en).sort());
  });
});

test('translations are translations: a sentence of another language is not the English one', () => {
  const english = new Map(entriesOf(catalogues.en).map(({ key, said }) => [key, said]));
  const same = languages
    .filter((language) => language !== 'en')
    .flatMap((language) =>
      entriesOf(catalogues[language])
        .filter(({ key, said }) => typeof said === 'string' && said.split(' ').length > 2 && said === english.get(key))
        .map(({ key }) => `${language} ${key}`),
    );
  expect(same).toEqual([]);
});

test('a failure is said in every language, and in none as in another', () => {
  const bad = Object.entries(badgeFailures).filter(([, said]) => {
    const texts = languages.map((language) => said[language]);
    return new Set(texts).size !== languages.length || texts.some((text) => text === '' || text !== text.trim());
  });
  expect(bad).toEqual([]);
});

describe.each<[string, object, object]>([
  ['the page', catalogues.en, catalogues.ar],
  ['the board', board.en, board.ar],
  ['the pre-flight', preflight.en, preflight.ar],
  ['self-service', selfService.en, selfService.ar],
  ['the handing over', handOverWords.en, handOverWords.ar],
])('in Arabic, %s', (_what, english, arabic) => {
  const spoken = (words: object) => new Map(entriesOf(words).map(({ key, said }) => [key, textOf(said)]));
  const [en, ar] = [spoken(english), spoken(arabic)];
  const keysOf = (texts: ReadonlyMap<string, string>, word: RegExp) =>
    [...texts].filter(([, text]) => word.test(text)).map(([key]) => key);

  test('the kiosk is one word, and another the machine it stands on', () => {
    const kiosks = keysOf(en, /kiosk/i).filter((key) => /كشك|أكشاك/.test(ar.get(key) ?? ''));
    const machines = keysOf(ar, /جهاز/).filter((key) => !/machine|terminal|device/i.test(en.get(key) ?? ''));
    expect({ kiosks: kiosks.length > 0 || keysOf(en, /kiosk/i).length === 0, machines }).toEqual({
      kiosks: true,
      machines: [],
    });
  });
});

test('Arabic counts in all its forms', () => {
  const count = countIn('ar');
  const forms = { zero: 'z', one: 'o', two: 't', few: '# f', many: '# m', other: '# x' };
  expect([0, 1, 2, 5, 11, 100].map((n) => count(n, forms))).toEqual(['z', 'o', 't', '5 f', '11 m', '100 x']);
});

test.each<[readonly string[], string]>([
  [['de-AT', 'en'], 'de'],
  [['pl-PL', 'fr-CA', 'en'], 'fr'],
  [['ar-EG'], 'ar'],
  [['ja'], 'en'],
  [[], 'en'],
])('a browser that prefers %j gets %s', (preferred, language) => {
  expect(languageFor(preferred)).toBe(language);
});
