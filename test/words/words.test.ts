/**
 * All word files of kiosk, ticket page and mails against each other and against the term table. A new key, language,
 * plural form or catalogue is tested without a line here.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';
import { formatsOf } from '#kiosk/screens/words/formats.ts';
import { isolating } from '#kiosk/screens/words/isolating.ts';
import { isObject } from '#shared/base/json.ts';
import { type Language, languages, languageTraits } from '#shared/base/languages.ts';
import { pluralCategories } from '#shared/base/plural.ts';
import { minuteMs } from '#shared/base/time.ts';
import { importsOf, root, sources } from '#test/fixtures/import-graph.ts';
import { catalogueOf, isForGuests, type Leaf, leavesOf, numbersOf, type Room, rooms, textsOf } from './every-word.ts';
import { termTable } from './term-table.ts';

/** What has Arabic letters in it and is no catalogue: names, samples, and how letters are folded. */
const noCatalogues: ReadonlySet<string> = new Set([
  'kiosk/screens/self-service/first-name.ts',
  'server/modules/events/import/read-status.ts',
  'server/modules/events/sample/sample-content.ts',
  'server/operations/demo/people.ts',
  'shared/badge/sample-people.ts',
  'shared/base/languages.ts',
  'shared/people-search/read-words.ts',
  'shared/text/fold.ts',
  'shared/text/transliteration.ts',
]);

test('every catalogue of the sources is among those that are tested', () => {
  const named = importsOf('test/words/every-word.ts');
  const tested = new Set([...named, ...named.flatMap((file) => importsOf(file))]);
  const arabic = ['server', 'kiosk', 'shared']
    .flatMap(sources)
    .filter((file) => /\p{Script=Arabic}/u.test(readFileSync(join(root, file), 'utf8')));
  expect(arabic.filter((file) => !tested.has(file) && !noCatalogues.has(file))).toEqual([]);
  expect([...noCatalogues].filter((file) => !arabic.includes(file))).toEqual([]);
});

const translated = languages.filter((language) => language !== 'en');
const leaves = (room: Room, language: Language) => leavesOf(catalogueOf(room, language));

/** Every text of a language with the place it stands at. */
const said = (language: Language, choose: (room: Room, leaf: Leaf) => boolean = () => true) =>
  rooms.flatMap((room) =>
    leaves(room, language)
      .filter((leaf) => choose(room, leaf))
      .flatMap(({ key, said: what }) => textsOf(what, language).map((text) => ({ at: `${room} ${key}`, text }))),
  );

describe.each(languages)('%s', (language) => {
  test.each(rooms)('%s has exactly the keys of English', (room) => {
    const keys = (of: Language) => leaves(room, of).map(({ key }) => key);
    expect(keys(language).sort()).toEqual([...keys('en')].sort());
  });

  test.each(rooms)('%s has the placeholders of English', (room) => {
    const english = new Map(leaves(room, 'en').map(({ key, said: what }) => [key, what]));
    const marks = (what: unknown) => (String(what).match(/\{\w+\}/g) ?? []).sort().join();
    const kind = (what: unknown) => (typeof what === 'function' ? 'function' : marks(what));
    const wrong = leaves(room, language).filter(({ key, said: what }) => kind(what) !== kind(english.get(key)));
    expect(wrong.map(({ key }) => key)).toEqual([]);
  });

  test('has a form for every plural category that Intl knows', () => {
    const { pluralCategories: known } = new Intl.PluralRules(languageTraits[language].tag).resolvedOptions();
    expect([...pluralCategories[language]].sort()).toEqual([...known].sort());
    expect(numbersOf(language)).toHaveLength(known.length);
    expect(said(language).filter(({ text }) => text === '' || /#|undefined|NaN|\[object/.test(text))).toEqual([]);
  });

  test('no sentence ends twice where a duration with a full stop ends it', () => {
    const length = formatsOf(language).duration(5 * minuteMs);
    const minutes = new Proxy({}, { get: () => () => length });
    const twice = rooms.flatMap((room) =>
      leaves(room, language).filter(({ said: what, key }) => {
        if (typeof what !== 'function' || !/duration|staff\.locked/.test(`${key} ${String(what)}`)) return false;
        return /\.\./.test(String(Reflect.apply(what, undefined, [/\bf\./.test(String(what)) ? minutes : length])));
      }),
    );
    expect(twice).toEqual([]);
  });
});

describe.each(translated)('%s', (language) => {
  test.each(termTable[language])('says “$instead” instead of “$forbidden”', ({ forbidden, rooms: only, guests }) => {
    const word = new RegExp(`(?<!\\p{L})(?:${forbidden})`, 'iu');
    const chosen = said(
      language,
      (room, { key }) => (only?.includes(room) ?? true) && (guests === undefined || isForGuests(room, key)),
    );
    expect(chosen.filter(({ text }) => word.test(text))).toEqual([]);
  });

  test('is not the English sentence', () => {
    const same = rooms.flatMap((room) => {
      const english = new Map(leaves(room, 'en').map(({ key, said: what }) => [key, textsOf(what, 'en')[0]]));
      return leaves(room, language).filter(({ key, said: what }) => {
        const text = textsOf(what, language)[0] ?? '';
        return (text.match(/(?<!\{)\p{L}{2,}/gu) ?? []).length > 3 && text === english.get(key);
      });
    });
    expect(same).toEqual([]);
  });
});

describe('typography', () => {
  /** A formula between backticks has the marks of its own language. */
  const prose = (language: Language) =>
    said(language).map(({ at, text }) => ({ at, text: text.replace(/`[^`]*`/g, '') }));
  const wrong = (language: Language, pattern: RegExp) => prose(language).filter(({ text }) => pattern.test(text));

  test('French has a narrow no-break space before ; : ! ? and inside « »', () => {
    // An address in a sentence has a colon of its own.
    const texts = prose('fr').map(({ at, text }) => ({ at, text: text.replace(/\b(?:https?|wss?):\/\/\S+/g, '') }));
    expect(texts.filter(({ text }) => /[^\u202f][;!?»]|[^\u202f\d]:|«[^\u202f]/.test(text))).toEqual([]);
  });
  test('German has a no-break space before …, and „ “ around what is quoted', () => {
    // What a scanner sent is cut off inside its quotation marks.
    expect(wrong('de', /[^\u00a0Xd]…|[«»"]/)).toEqual([]);
  });
  test('Spanish opens what it closes', () => {
    const count = (text: string, mark: string) => text.split(mark).length;
    const open = said('es').filter(
      ({ text }) => count(text, '¿') !== count(text, '?') || count(text, '¡') !== count(text, '!'),
    );
    expect(open).toEqual([]);
  });
  test('Spanish says usted', () => {
    const tu =
      /(?<!\p{L})(?:tú|tus?|te|ti|os|vosotr[oa]s|vuestr[oa]s?|has|habéis|tienes|tenéis|puedes|podéis|quieres|eres)(?!\p{L})/iu;
    expect(said('es').filter(({ text }) => tu.test(text))).toEqual([]);
  });
  test('Arabic has its own marks and Latin digits', () => {
    expect(wrong('ar', /\p{Script=Arabic}[,;?]|[\u0660-\u0669\u06f0-\u06f9]/u)).toEqual([]);
  });
});

describe('values in a sentence', () => {
  test.each(languages)('%s: an Arabic and a Latin name stay where they are put', (language) => {
    const { direction } = languageTraits[language];
    const words = isolating(catalogueOf('kiosk', language) as { readonly walkIn: { typeAndPrice: unknown } }, language);
    const line = (name: string) =>
      String(Reflect.apply(words.walkIn.typeAndPrice as () => string, null, [name, '12.50']));
    expect(line('عمر')).toMatch(/\u2068عمر\u2069/);
    expect(/\u2068/.test(line('Ada'))).toBe(direction === 'rtl');
  });
});

/** The letters a button has room for on a tablet, in one line. */
const buttonCharsMax = 24;
const screens = join(import.meta.dirname, '../../kiosk/screens');
type Node = Readonly<Record<string, unknown>>;
const nodesIn = (value: unknown): readonly Node[] => (Array.isArray(value) ? value : [value]).filter(isObject);
const nameOf = (value: unknown): string => {
  const [node] = nodesIn(value);
  return String(node?.['name'] ?? nodesIn(node?.['property'])[0]?.['name'] ?? '');
};

/** @returns `parent.name` of every word that stands in a button of this source */
function inButtons(source: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: Node, isIn: boolean): void => {
    if (node['type'] === 'JSXAttribute') return;
    const isButton = node['type'] === 'JSXElement' && nameOf(nodesIn(node['openingElement'])[0]?.['name']) === 'button';
    if (isIn && node['type'] === 'MemberExpression')
      found.push(`${nameOf(node['object'])}.${nameOf(node['property'])}`);
    for (const below of Object.values(node)) for (const child of nodesIn(below)) visit(child, isIn || isButton);
  };
  for (const node of nodesIn(parseSync('screen.tsx', source).program.body)) visit(node, false);
  return found;
}

const roomOf = (path: string): Room =>
  path.startsWith('hand-over') ? 'hand-over' : (rooms.find((room) => path.startsWith(`${room}/`)) ?? 'kiosk');
const buttons = readdirSync(screens, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.tsx'))
  .flatMap((path) =>
    inButtons(readFileSync(join(screens, path), 'utf8')).map((name) => ({ room: roomOf(path), name })),
  );

test.each(translated)('%s: buttons have at most 24 characters', (language) => {
  const long = rooms.flatMap((room) => {
    const sections = new Set(leaves(room, language).map(({ key }) => key.split('.').at(-2)));
    const names = buttons.filter((button) => button.room === room).map(({ name }) => name);
    const isButton = (key: string) =>
      names.some((name) => {
        const [section = '', word = ''] = name.split('.');
        return sections.has(section) ? `.${key}`.endsWith(`.${name}`) : key.split('.').at(-1) === word;
      });
    return (
      leaves(room, language)
        .filter(
          ({ key, said: what }) => isButton(key) && !(typeof what === 'function' && /time|who/.test(String(what))),
        )
        .flatMap(({ key, said: what }) => textsOf(what, language).map((text) => ({ key, text })))
        // Counted with one digit; no group has a million people.
        .filter(({ text }) => text.replace(/\d+/g, '9').length > buttonCharsMax && !text.includes('000'))
    );
  });
  expect(long).toEqual([]);
});

test('what it looks for it finds', () => {
  expect(buttons.map(({ name }) => name)).toEqual(expect.arrayContaining(['override.admit', 'words.sendOut']));
  expect(inButtons('const a = <button title={t.no}>{words.yes}</button>;')).toEqual(['words.yes']);
});
