/** A change of a definition produces the right definition and converts the stored values. */
import { describe, expect, test } from 'vitest';
import { changeDefinition } from '#shared/schema/change-definition.ts';
import { recordConverter } from '#shared/schema/convert-record.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { Field } from '#shared/schema/field.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import { parseDefinition } from '#shared/schema/parse-definition.ts';
import { expectOk } from '#test/fixtures/expect-ok.ts';

const around = { collections: ['people'], modules: ['crm'] };
const system = { id: '019c167f-0000-7000-8000-000000000000', createdAt: '', updatedAt: '', version: 1 };

function defined(given: unknown): CollectionDefinition {
  const parsed = expectOk(parseDefinition(given, around));
  return parsed;
}

const shelves = defined({
  name: 'shelves',
  fields: [
    { name: 'title', type: 'text', required: true, index: true },
    { name: 'state', type: 'select', options: ['new', 'used'] },
    { name: 'count', type: 'integer' },
    {
      name: 'place',
      type: 'group',
      fields: [
        { name: 'city', type: 'text' },
        { name: 'zip', type: 'text' },
      ],
    },
  ],
  searchable: ['title'],
  uniques: [['title', 'count']],
  lifecycle: { field: 'state', initial: 'new', transitions: [{ from: 'new', to: 'used', emits: 'worn' }] },
  replicated: { fields: ['title', 'count'] },
});

test('a definition says what is left out: labels, module, the beginning of its lifecycle', () => {
  expect(shelves).toMatchObject({ module: 'custom', labels: { one: 'Shelve', many: 'Shelves' } });
  expect(shelves.fields[1]).toMatchObject({ required: true, default: 'new' });
  expect(defined({ name: 'a', fields: [{ name: 'x', type: 'text' }], replicated: true }).replicated).toEqual({});
});

test('a default that is not where the lifecycle begins is refused, with where it begins', () => {
  const lifecycle = { field: 'state', initial: 'new', transitions: [{ from: 'new', to: 'used' }] };
  const state = { name: 'state', type: 'select', options: ['new', 'used'] };
  const given = (one: object) => parseDefinition({ name: 'a', fields: [one], lifecycle }, around);
  const refused = given({ ...state, default: 'used' });
  expect(refused.ok ? null : refused.errors).toEqual([
    expect.objectContaining({ code: 'invalid_option', path: 'fields[0].default', detail: { options: ['new'] } }),
  ]);
  expect(expectOk(given({ ...state, default: 'new' })).fields[0]).toMatchObject({ required: true, default: 'new' });
});

test('a lifecycle that begins in another state takes the default that followed it along', () => {
  const moved = expectOk(changeDefinition(shelves, { lifecycle: { initial: 'used' } }, around)).next;
  expect(moved.lifecycle?.initial).toBe('used');
  expect(moved.fields[1]).toMatchObject({ name: 'state', default: 'used' });
  const rename = { state: 'stage' };
  const both = changeDefinition(shelves, { rename, lifecycle: { field: 'stage', initial: 'used' } }, around);
  expect(expectOk(both).next.fields[1]).toMatchObject({ name: 'stage', default: 'used' });
  const alone = changeDefinition(shelves, { change: [{ name: 'state', default: 'used' }] }, around);
  expect(alone.ok ? null : alone.errors[0]).toMatchObject({ code: 'invalid_option', path: 'fields[1].default' });
  const plain = expectOk(changeDefinition(shelves, { lifecycle: null }, around)).next;
  expect(plain.fields[1]).toMatchObject({ name: 'state', default: 'new' });
});

test('a renamed field is called so everywhere, a dropped one nowhere', () => {
  const renamed = changeDefinition(shelves, { rename: { title: 'name', state: 'stage' }, drop: ['count'] }, around);
  expect(renamed).toMatchObject({
    ok: true,
    value: {
      next: {
        searchable: ['name'],
        uniques: [],
        lifecycle: { field: 'stage' },
        replicated: { fields: ['name'] },
      },
    },
  });
});

test.each<[string, unknown, string, string]>([
  ['another name', { name: 'racks' }, 'read_only', 'name'],
  ['a word it does not know', { remove: ['x'] }, 'unknown_field', 'remove'],
  ['a field that is not there', { rename: { nothing: 'x' } }, 'unknown_field', 'rename.nothing'],
  ['two of one name', { rename: { title: 'count' } }, 'name_repeated', 'fields[2].name'],
  ['a backfill that does not fit', { backfill: { count: 'many' } }, 'invalid_type', 'backfill.count'],
  ['a change of nothing', { change: [{ name: 'nothing' }] }, 'unknown_field', 'change[0].name'],
  ['a reserved name', { rename: { title: '__proto__' } }, 'invalid_format', 'fields[0].name'],
])('%s is refused', (_what, patch, code, path) => {
  const changed = changeDefinition(shelves, patch, around);
  expect(changed.ok ? null : changed.errors[0]).toMatchObject({ code, path });
});

function converted(from: Field, to: Record<string, unknown>, value: unknown, patch: Record<string, unknown> = {}) {
  const former = { ...shelves, fields: [from], searchable: [], uniques: [] } as CollectionDefinition;
  const { lifecycle: _l, replicated: _r, ...plain } = former;
  const change = expectOk(changeDefinition(plain as CollectionDefinition, { fields: [to], ...patch }, around));
  const convert = recordConverter(plain as CollectionDefinition, change);
  const result = convert?.({ ...system, [from.name]: value } as StoredRecord);
  return result === undefined ? 'untouched' : result.ok ? result.value[String(to['name'])] : result.errors[0].code;
}

describe('a value of one type as one of another', () => {
  const text: Field = { name: 'x', type: 'text' };
  const id = '019c167f-0000-7000-8000-00000000000a';
  test.each<[Field, Record<string, unknown>, unknown, unknown]>([
    [text, { name: 'x', type: 'integer' }, '12', 12],
    [text, { name: 'x', type: 'integer' }, '12.5', 'invalid_type'],
    [text, { name: 'x', type: 'integer' }, '5 apples', 'invalid_type'],
    [text, { name: 'x', type: 'integer' }, null, null],
    [text, { name: 'x', type: 'boolean' }, 'true', true],
    [text, { name: 'x', type: 'date' }, '2026-05-04', '2026-05-04T00:00:00.000Z'],
    [text, { name: 'x', type: 'date' }, 'May', 'invalid_date'],
    [text, { name: 'x', type: 'email' }, 'ada', 'invalid_email'],
    [text, { name: 'x', type: 'array', of: 'text' }, 'a', ['a']],
    [text, { name: 'x', type: 'select', options: ['a'] }, 'b', 'invalid_option'],
    [text, { name: 'x', type: 'text', maxLength: 2 }, 'abc', 'too_long'],
    [text, { name: 'x', type: 'text', note: 'only words' }, 'abc', 'untouched'],
    [{ name: 'x', type: 'integer' }, { name: 'x', type: 'text' }, 7, '7'],
    [
      { name: 'x', type: 'relation', to: 'people' },
      { name: 'x', type: 'relation', to: 'people', many: true },
      id,
      [id],
    ],
    [
      { name: 'x', type: 'relation', to: 'people', many: true },
      { name: 'x', type: 'relation', to: 'people' },
      [id],
      id,
    ],
    [
      { name: 'x', type: 'select', options: ['a', 'b'], many: true },
      { name: 'x', type: 'select', options: ['a', 'b'] },
      ['a', 'b'],
      'invalid_type',
    ],
    [{ name: 'x', type: 'json' }, { name: 'x', type: 'point' }, [1, 2], [1, 2]],
  ])('%j as %j: %j is %j', (from, to, value, wanted) => {
    expect(converted(from, to, value)).toEqual(wanted);
  });

  test('what is in the way of a rule is filled or refused, what would be lost is kept until it may go', () => {
    const required = { name: 'x', type: 'text', required: true };
    expect(converted(text, required, null)).toBe('required');
    expect(converted(text, required, null, { backfill: { x: 'none' } })).toBe('none');
    expect(converted(text, required, 'a', { backfill: { x: 'none' } })).toBe('a');
    expect(converted(text, { name: 'y', type: 'text' }, 'a')).toBe('values_would_be_lost');
    expect(converted(text, { name: 'y', type: 'text' }, 'a', { drop: ['x'] })).toBeNull();
    expect(converted(text, { name: 'y', type: 'text', renamedFrom: 'x' }, 'a')).toBe('a');
    const group: Field = { name: 'g', type: 'group', fields: [text, { name: 'z', type: 'text' }] };
    const smaller = { name: 'g', type: 'group', fields: [{ name: 'x', type: 'text' }] };
    expect(converted(group, smaller, { x: 'a', z: 'b' })).toBe('unknown_field');
    expect(converted(group, smaller, { x: 'a', z: 'b' }, { drop: ['g.z'] })).toEqual({ x: 'a' });
  });
});
