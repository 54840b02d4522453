/** A value that fits a field, made from its definition alone: the same each time, so that documents do not change. */
import type { Json, JsonObject } from '#shared/base/json.ts';
import { compileRegex, regexMatches } from '#shared/base/linear-regex.ts';
import { type Node, parsePattern } from '#shared/base/linear-regex-parse.ts';
import type { Field, TextField } from '#shared/schema/field.ts';

export const exampleId = '01970000-0000-7000-8000-000000000001';
export const exampleTime = '2026-05-01T09:00:00.000Z';

/** Examples by what a field's name suggests; the first that fits the field's bounds and pattern is taken. */
const spoken: readonly (readonly [RegExp, string])[] = [
  [/currency/i, 'EUR'],
  [/country/i, 'DE'],
  [/language|locale/i, 'en'],
  [/time_?zone/i, 'Europe/Berlin'],
  [/phone/i, '+49 30 901820'],
  [/company|organi[sz]ation/i, 'Analytical Engines'],
  [/city/i, 'Berlin'],
  [/street/i, 'Unter den Linden 1'],
  [/zip|postal/i, '10117'],
  [/colou?r/i, '#336699'],
  [/first_?name/i, 'Ada'],
  [/last_?name/i, 'Lovelace'],
  [/name$/i, 'Ada Lovelace'],
  [/title|subject/i, 'An example'],
  [/reason/i, 'Requested by the guest'],
];
const candidates = [
  'Example',
  'example',
  'EUR',
  'DE',
  'en',
  'A1',
  '2026-05',
  '2026-05-01',
  '09:00',
  '#336699',
  '12345',
];
const more = ['1234', '123456', 'ABC123', 'a1b2c3d4', '0'.repeat(32), 'a'.repeat(64), '1.0.0', 'image/png', 'a.b', '1'];
const kinds = { email: 'ada@example.org', url: 'https://example.org/', slug: 'an-example' } as const;

function fits(field: TextField, text: string): boolean {
  const length = [...text].length;
  if (length < (field.minLength ?? 0) || length > (field.maxLength ?? length)) return false;
  if (field.pattern === undefined) return true;
  const pattern = compileRegex(field.pattern);
  return typeof pattern !== 'string' && regexMatches(pattern, text);
}

/** Letters before digits before signs, so that an example looks real. */
const printable = [
  ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890',
  ...'-_.:/+#@ ,;!?()[]{}%&=*~|^$<>',
];

/** The shortest text that the pattern takes, going left at every fork. */
function spelledOut(node: Node): string {
  switch (node.kind) {
    case 'char':
      return printable.find((char) => node.test(char.codePointAt(0) ?? 0)) ?? '';
    case 'sequence':
      return node.of.map(spelledOut).join('');
    case 'either':
      return spelledOut(node.left);
    case 'repeat':
      return spelledOut(node.of).repeat(node.min);
    default:
      return '';
  }
}

function byPattern({ pattern }: TextField): readonly string[] {
  const parsed = pattern === undefined ? 'none' : parsePattern(pattern);
  return typeof parsed === 'string' ? [] : [spelledOut(parsed)];
}

function textExample(field: TextField): string | undefined {
  if (field.type === 'email' || field.type === 'url' || field.type === 'slug') return kinds[field.type];
  const said = spoken.filter(([pattern]) => pattern.test(field.name)).map(([, text]) => text);
  const padded = 'example '.repeat(200).slice(0, field.minLength ?? 0);
  return [...said, ...candidates, ...more, padded, 'x', ...byPattern(field)].find((text) => fits(field, text));
}

function numberExample(min: number | undefined, max: number | undefined, usual: number): number {
  return Math.min(Math.max(usual, min ?? usual), max ?? usual);
}

/** @returns undefined where nothing is known that fits: the field is then left out of examples */
export function exampleOf(field: Field): Json | undefined {
  if ('default' in field && field.default !== undefined) return field.default as Json;
  switch (field.type) {
    case 'text':
    case 'richText':
    case 'email':
    case 'url':
    case 'slug':
      return textExample(field);
    case 'number':
      return numberExample(field.min, field.max, 1.5);
    case 'integer':
      return numberExample(field.min, field.max, 1);
    case 'money':
      return numberExample(field.min, field.max, 1_999);
    case 'boolean':
      return true;
    case 'date':
      return field.min ?? field.max ?? exampleTime;
    case 'select':
      return field.many ? field.options.slice(0, 1) : (field.options[0] ?? undefined);
    case 'json':
      return {};
    case 'point':
      return [13.4, 52.5];
    case 'file':
      return exampleId;
    case 'relation':
      return field.many ? [exampleId] : exampleId;
    case 'group':
      return exampleInput(field.fields, 'needed');
    case 'array':
      return [elementExample(field)];
  }
}

function elementExample(field: Field & { type: 'array' }): Json {
  if (field.of === 'group') return exampleInput(field.fields ?? [], 'needed');
  const of = { text: 'example', number: 1.5, integer: 1, boolean: true, date: exampleTime } as const;
  return of[field.of];
}

/** @param which what has to be sent, or all that may be */
export function exampleInput(fields: readonly Field[], which: 'needed' | 'all' = 'all'): JsonObject {
  const sent = fields.filter((field) => !field.hidden && !field.readOnly && (which === 'all' || field.required));
  const values = sent
    .map((field) => [field.name, exampleOf(field)] as const)
    .filter(([, value]) => value !== undefined);
  return Object.fromEntries(values) as JsonObject;
}

export function exampleRecord(fields: readonly Field[]): JsonObject {
  const system = { id: exampleId, createdAt: exampleTime, updatedAt: exampleTime, version: 1 };
  const shown = fields.filter((field) => !field.hidden);
  return {
    ...system,
    ...Object.fromEntries(shown.map((field) => [field.name, exampleOf(field) ?? null])),
  } as JsonObject;
}
