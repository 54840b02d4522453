/**
 * The English of the product keeps its voice guide (README.md here): every sentence and label in the sources, every
 * message of a refusal, every catalogue of the kiosk and the ticket page. A new string is checked without a new test.
 */
import { describe, expect, test } from 'vitest';
import { en as board } from '#kiosk/screens/board/words/en.ts';
import { en as preflight } from '#kiosk/screens/preflight/words/en.ts';
import { en as selfService } from '#kiosk/screens/self-service/words/en.ts';
import { badgeFailures } from '#kiosk/screens/words/badge-failures.ts';
import { en as kiosk } from '#kiosk/screens/words/en.ts';
import { en as ticketPage } from '#server/modules/events/ticket-page/words/en.ts';
import { en as mail } from '#server/outbound/mail/words/en.ts';
import { verdictTexts } from '#shared/admission/refusals.ts';
import { verdictCodes } from '#shared/admission/verdict.ts';
import { eventRefusals } from '#shared/modules/events/refusals.ts';
import { messagesIn, readSource, sources, stringsIn, type UserString } from './user-strings.ts';

/** What the guide replaces, and what to write. */
const replaced: ReadonlyMap<string, RegExp> = new Map([
  ['reported, sent, notified', /\btold\b|\btells\b|\bheard\b/],
  ['someone, no one, everyone, anyone', /\b(?:some|no|every|any)body\b|\bwho(?:ever|soever)\b/],
  ['any, anything', /\bwh(?:at|ere)ever\b/],
  ['after, later than, next to', /\bbehind\b/],
  ['again', /\banew\b|\bafresh\b/],
  ['server, installation', /\bhouses?\b/],
  ['gate, kiosk, request handler', /\bdoors?\b/],
  ['console, editor', /\bdesks?\b/],
  ['visibility, access; slots; time limit', /\bsight\b|\bstones?\b|\bcrowds?\b|\bhurry\b/],
  ['remote, at another …', /\belsewhere\b/],
  ['valid, works until', /\bgood\b/],
  ['expired, withdrawn', /\b(?:run|runs|ran) out\b|\bvoid\b|\btoo old\b/],
  ['is no longer …', /\bany ?more\b/],
  ['remove, revoke, delete', /\blet go\b/],
  ['undo', /\b(?:takes?|taken|took|taking) back\b/],
  ['override', /\boverrul/],
  ['refunded', /\b(?:paid|pays|went|goes) back\b/],
  ['email', /\be-mails?\b|\bmails?\b/],
  ['offline', /\bwithout (?:a|the) network\b/],
  ['this device, this computer', /\bthis machine\b/],
  ['continue, resume, keep …ing', /\b(?:go|goes|going) on\b/],
  ['automatically', /\bby (?:itself|themselves)\b/],
  ['should, is to', /\bshall\b/],
  ['is, is in', /\bstands?\b/],
  ['was sent more than once', /\bgiven twice\b/],
  ['check, review, fix', /\blook(?:ed)? (?:at|whether|in)\b|\bsee to\b/],
  ['if omitted, null means, leave empty', /(?:^|; )(?:absent|null|empty|none): /],
  ['already used, already exists', /\b(?:used|known|registered|there|here) already\b/],
  ['is not a, is not an', /(?<!there )\bis no (?!longer|one)/],
  ['No … has …, Unknown …', /\bthere is no (?=\S.*\bhere\b)/],
  ['not found, not supported', /\bnot known\b|\bknows? no\b/],
  ['digits', /\b(?:two|three|six|ten|twelve) (?:minutes|hours|days|digits|seconds)\b/],
  ['per minute, per line', /\b(?:requests|one) a (?:minute|line)\b/],
  ['if that does not help, if it keeps failing', /\b(?:it )?stays so\b/],
  ['a request takes a value: accepted, supported', /\b(?:is|are) taken here\b|\bis taken\.$|\btakes no\b/],
]);

/** Phrases that the guide allows, each with its reason. One that is used no more fails. */
const allowed: ReadonlyMap<RegExp, string> = new Map([
  [/\bhelp desk\b/, 'the place where guests get help'],
  [/\bat the door\b/, 'registration and sale on the spot: the door of the venue'],
  [/\bdoors (?:are )?open\b|\bDoors: /, 'when the venue opens'],
  [/\bmail server\b/, 'the SMTP server'],
  [/\bE-mail templates?\b|\bOutgoing mails?\b/, 'labels from which names of types and events are made'],
  [/\bVoid an issued invoice\b/, 'the term of bookkeeping'],
]);

const strings = sources.flatMap((file) => stringsIn(file, readSource(file)));
const messages = sources.flatMap((file) => messagesIn(file, readSource(file)));

const withoutAllowed = (text: string): string => {
  let left = text;
  for (const phrase of allowed.keys()) left = left.replaceAll(new RegExp(phrase, 'g'), '…');
  return left;
};
const against = (word: RegExp, of: readonly UserString[]): string[] =>
  of.filter(({ text }) => new RegExp(word, 'i').test(withoutAllowed(text))).map(({ file, text }) => `${file}: ${text}`);

describe('words in every string of the sources', () => {
  test('there are strings to read, and messages of refusals among them', () => {
    expect(strings.length).toBeGreaterThan(3000);
    expect(messages.length).toBeGreaterThan(250);
  });

  test.each([...replaced])('%s, not %s', (_instead, word) => {
    expect(against(word, strings)).toEqual([]);
  });

  test.each([...allowed])('%s is still needed: %s', (phrase) => {
    expect(strings.some(({ text }) => phrase.test(text))).toBe(true);
  });
});

/** Sentences end in a stop; a value at the end of a template brings its own. */
const isEnded = (text: string): boolean => /[.?!…]["”)]?$|‹›\)?$/.test(text);
const wordsMax = 20;
const sentencesOf = (text: string): readonly string[] => text.split(/(?<=[.?!:;,])\s+(?=\P{Ll})|(?<=[:;])\s/u);
const wordsIn = (sentence: string): number => sentence.split(/\s+/).filter((word) => /\p{L}|‹/u.test(word)).length;

describe('the message of a refusal', () => {
  test('is one or more whole sentences', () => {
    const broken = messages.filter(({ text }) => !/^(?:[\p{Lu}\d`“"]|‹›|kiosk\.json: )/u.test(text) || !isEnded(text));
    expect(broken).toEqual([]);
  });

  test(`has at most ${wordsMax} words a sentence`, () => {
    const long = messages.flatMap(({ text }) => sentencesOf(text).filter((one) => wordsIn(one) > wordsMax));
    expect(long).toEqual([]);
  });

  test('says what must be, not what “is”, of a value that came', () => {
    const claim = /^(?:\w+|`\w+`|‹›) is (?:text|an? (?:object|list|number)|one of|true or false|a whole number|JSON)\b/;
    expect(messages.filter(({ text }) => claim.test(text))).toEqual([]);
  });

  test.each(Object.entries(eventRefusals))('%s', (_code, { message }) => {
    expect(message).toMatch(/^[A-Z`].*\.$/);
  });
});

describe.each(verdictCodes)('the verdict %s', (code) => {
  test.each([
    ['on the kiosk', kiosk.verdicts[code]],
    ['of the API', verdictTexts[code]],
  ])('has a title of 4 to 30 characters and a sentence of 22 to 132, %s', (_where, { title, sentence }) => {
    expect(title).toMatch(/^[A-Z].{2,28}[^.]$/);
    expect(sentence).toMatch(/^[A-Z].{20,130}\.$/);
  });
});

/** Every text of a catalogue with the path of its key; functions are called with values that show. */
function entriesOf(words: unknown, path: string): readonly (readonly [path: string, text: string])[] {
  if (typeof words === 'string') return [[path, words]];
  if (typeof words === 'function') {
    const facts = new Proxy({}, { get: () => () => 'X' });
    const values = words.length === 1 && path.startsWith('preflight') ? [facts] : [2, 2, 2];
    return [[path, String(Reflect.apply(words as () => unknown, null, values))]];
  }
  if (typeof words !== 'object' || words === null) return [];
  return Object.entries(words).flatMap(([key, below]) => entriesOf(below, `${path}.${key}`));
}

const catalogues = [
  ...entriesOf(kiosk, 'kiosk'),
  ...entriesOf(board, 'board'),
  ...entriesOf(preflight, 'preflight'),
  ...entriesOf(selfService, 'self-service'),
  ...entriesOf(ticketPage, 'ticket page'),
  // A colon with its space joins a label and a value.
  ...entriesOf({ ...mail, colon: ':' }, 'mail'),
  ...Object.entries(badgeFailures).map(([code, { en }]) => [`badge failures.${code}`, en] as const),
];

describe('the catalogues', () => {
  test('no title ends in a full stop', () => {
    expect(catalogues.filter(([path, text]) => /\.title$/.test(path) && text.endsWith('.'))).toEqual([]);
  });

  test('every sentence ends in a stop', () => {
    const sentences = catalogues.filter(([path]) =>
      /\.sentence$|\.findings\.|^badge failures|\.advice\.[a-z_]+$|^ticket page\.states\..*\.text$/.test(path),
    );
    expect(sentences.length).toBeGreaterThan(150);
    expect(sentences.filter(([, text]) => !/[.?!:X]$/.test(text))).toEqual([]);
  });

  test('what begins in lower case has no stop, and no text has a semicolon or a space at its ends', () => {
    expect(catalogues.filter(([, text]) => /^\p{Ll}[^.]*\.$/u.test(text))).toEqual([]);
    expect(catalogues.filter(([, text]) => text !== text.trim())).toEqual([]);
  });
});

test('what it looks for it finds', () => {
  const source = `
    const a = <p title="Nobody is here">The ticket is good for {n}</p>;
    const b = { code: 'x', message: \`limit is a whole number from \${one} to \${two}\` };
    throw new Error('whatever happens'); const sql = 'SELECT good FROM things'; const key = 'nobody';`;
  const found = stringsIn('a.tsx', source);
  expect(found.map(({ text }) => text)).toEqual([
    'Nobody is here',
    'The ticket is good for',
    'limit is a whole number from ‹› to ‹›',
  ]);
  expect(against(/\bnobody\b/, found)).toEqual(['a.tsx: Nobody is here']);
  expect(against(/\bgood\b/, found)).toHaveLength(1);
  expect(messagesIn('a.tsx', source)).toEqual([{ file: 'a.tsx', text: 'limit is a whole number from ‹› to ‹›' }]);
});
