/** Every limit of every field of a profile, broken: the page says it in its language, with the label of the field. */
import { describe, expect, test } from 'vitest';
import { fieldWords, sayOfField } from '#server/modules/events/attendee-page/field-refusals.ts';
import { networkingLabels, networkingWords } from '#server/modules/events/networking-page/networking-pages.ts';
import { languages, languageTraits } from '#shared/base/languages.ts';
import type { Refusal } from '#shared/base/result.ts';
import { proposeMeeting } from '#shared/modules/events/meeting-actions.ts';
import { profileInput } from '#shared/modules/events/networking-actions.ts';
import type { Field } from '#shared/schema/field.ts';
import { validate } from '#shared/schema/validate.ts';

const long = (n: number) => 'x'.repeat(n + 1);

/** What breaks each limit of the field, and the number that has to be said. */
function wrongValues(field: Field): readonly (readonly [value: unknown, said: number | null])[] {
  const { maxItems, maxLength, pattern } = { maxItems: null, maxLength: null, pattern: null, ...field } as {
    readonly [name in 'maxItems' | 'maxLength']: number | null;
  } & { readonly pattern: string | null };
  const isList = field.type === 'array';
  return [
    [{}, null],
    ...(field.required ? ([[undefined, null]] as const) : []),
    ...(isList && maxItems !== null ? ([[Array(maxItems + 1).fill('x'), maxItems]] as const) : []),
    ...(maxLength === null ? [] : ([[isList ? ['x', long(maxLength)] : long(maxLength), maxLength]] as const)),
    ...(pattern === null ? [] : ([['abc', null]] as const)),
  ];
}

function refusalsOf(field: Field): readonly (readonly [Refusal, number | null])[] {
  return wrongValues(field).map(([value, said]) => {
    const done = validate([field], value === undefined ? {} : { [field.name]: value }, { mode: 'create' });
    if (done.ok) throw new Error(`${field.name} takes ${JSON.stringify(value)}`);
    return [done.errors[0], said] as const;
  });
}

const timeField = proposeMeeting.input.find(({ name }) => name === 'startsAt') as Field;
const broken = [...profileInput, timeField].flatMap((field) =>
  refusalsOf(field).map(([refusal, said]) => ({ name: field.name, refusal, said })),
);
const say = (language: (typeof languages)[number], refusal: Refusal) => {
  const labels = networkingLabels(networkingWords[language]);
  const { tag } = languageTraits[language];
  return { labels, ...sayOfField(refusal, { language, tag, labels, moment: (time) => time }) };
};

describe.each(languages)('what is refused in %s', (language) => {
  test.each(broken)('$name: $refusal.code', ({ name, refusal, said }) => {
    const { field, labels, text } = say(language, refusal);
    expect(field).toBe(name);
    expect(text).toContain(labels[name]);
    if (said !== null) expect(text).toContain(new Intl.NumberFormat(languageTraits[language].tag).format(said));
    expect(text).not.toMatch(/[{}]/);
    expect(text.replace(labels[name] ?? '', '')).not.toContain(name);
    expect(text).not.toContain(refusal.message);
    if (language !== 'en') expect(text).not.toBe(say('en', refusal).text);
  });

  test('what names no field of the page is not shown as the action says it', () => {
    const { field, text } = say(language, { code: 'invalid_id', message: 'matchId must be an id.', path: 'matchId' });
    expect([field, text]).toEqual([null, fieldWords[language].other]);
  });
});

test('an entry of a list is named by its place', () => {
  const entry = broken.find(({ name, refusal }) => name === 'lookingFor' && refusal.code === 'too_long');
  expect(say('de', entry?.refusal as Refusal).text).toContain('Ich suche, Eintrag 2');
  expect(broken.length).toBeGreaterThan(25);
});
