/** The catalogues against each other and against Intl: the same keys, nothing empty, every value used, every plural form. */
import { describe, expect, test } from 'vitest';
import { catalogues } from '#kiosk/screens/words/catalogues.ts';
import { languageFor, languages, traitsOf } from '#kiosk/screens/words/languages.ts';
import { countIn, pluralCategories } from '#kiosk/screens/words/plural.ts';

type Entry = { readonly key: string; readonly said: unknown };

function entriesOf(words: object, above = ''): Entry[] {
  return Object.entries(words).flatMap(([name, said]): Entry[] => {
    const key = above === '' ? name : `${above}.${name}`;
    return typeof said === 'object' && said !== null ? entriesOf(said, key) : [{ key, said }];
  });
}

/** Numbers large enough to be told from anything else in a sentence; each language groups digits its own way. */
const figures = [4_711, 5_822, 6_933];
const digitsOnly = (text: string): string => text.replace(/\D/g, '');

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

  test('leaves no mark of a plural form behind, whatever the number', () => {
    const counts = [0, 1, 2, 3, 5, 11, 21, 100, 1_000_000];
    const left = entries.flatMap(({ key, said }) =>
      typeof said !== 'function'
        ? []
        : counts.filter((n) => /#|undefined|NaN/.test(call(said, [n, n, n]))).map((n) => `${key} ${n}`),
    );
    expect(left).toEqual([]);
  });

  test('knows the plural categories that Intl knows', () => {
    const known = new Intl.PluralRules(traitsOf[language].tag).resolvedOptions().pluralCategories;
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
