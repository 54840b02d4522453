/**
 * A collection with a field of every kind, and five records known by a letter: a and b are full, c has the difficult
 * characters and edges, e has everything empty but not null, n has null everywhere. The conformance cases and the
 * fuzzers ask about these.
 */

import type { CollectionDefinition } from '#shared/schema/definition.ts';
import { defineCollection } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';

export const people = defineCollection({
  name: 'people',
  module: 'samples',
  labels: { one: 'Person', many: 'People' },
  fields: [
    { name: 'name', type: 'text' },
    { name: 'age', type: 'integer' },
    { name: 'boss', type: 'relation', to: 'people' },
    { name: 'passwordHash', type: 'text', hidden: true },
  ],
});

export const things = defineCollection({
  name: 'things',
  module: 'samples',
  labels: { one: 'Thing', many: 'Things' },
  searchable: ['title', 'words'],
  fields: [
    { name: 'title', type: 'text' },
    { name: 'seats', type: 'integer' },
    { name: 'price', type: 'money' },
    { name: 'ratio', type: 'number' },
    { name: 'open', type: 'boolean' },
    { name: 'at', type: 'date' },
    { name: 'kind', type: 'select', options: ['hall', 'room', 'yard'] },
    { name: 'tags', type: 'select', options: ['red', 'green', 'blue'], many: true },
    { name: 'words', type: 'array', of: 'text' },
    { name: 'scores', type: 'array', of: 'number' },
    { name: 'flags', type: 'array', of: 'boolean' },
    { name: 'days', type: 'array', of: 'date' },
    {
      name: 'lines',
      type: 'array',
      of: 'group',
      fields: [
        { name: 'sku', type: 'text' },
        { name: 'quantity', type: 'integer' },
        { name: 'extra', type: 'json' },
      ],
    },
    { name: 'meta', type: 'json' },
    {
      name: 'address',
      type: 'group',
      fields: [
        { name: 'city', type: 'text' },
        { name: 'floor', type: 'number' },
        { name: 'lit', type: 'boolean' },
        { name: 'since', type: 'date' },
        { name: 'marks', type: 'array', of: 'text' },
        { name: 'extra', type: 'json' },
        { name: 'keeper', type: 'relation', to: 'people' },
        { name: 'inner', type: 'group', fields: [{ name: 'code', type: 'text' }] },
      ],
    },
    { name: 'spot', type: 'point' },
    { name: 'owner', type: 'relation', to: 'people' },
    { name: 'friends', type: 'relation', to: 'people', many: true },
    { name: 'doc', type: 'file' },
    { name: 'secret', type: 'text', hidden: true },
  ],
});

export function lookup(name: string): CollectionDefinition | null {
  return name === 'people' ? people : name === 'things' ? things : null;
}

export function idOf(letter: string): string {
  return `019a0000-0000-7000-8000-0000000000${letter.charCodeAt(0).toString(16).padStart(2, '0')}`;
}

/** 2026-05-04 is a Monday. */
export const now = Date.parse('2026-05-04T12:00:00.000Z');

function system(letter: string): Pick<StoredRecord, 'id' | 'createdAt' | 'updatedAt' | 'version'> {
  return { id: idOf(letter), createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-02T00:00:00.000Z', version: 1 };
}

export const persons: readonly StoredRecord[] = [
  { ...system('x'), name: 'Xenia', age: 40, boss: null, passwordHash: 'hash' },
  { ...system('y'), name: 'Yusuf', age: 30, boss: idOf('x'), passwordHash: null },
  { ...system('z'), name: null, age: null, boss: idOf('y'), passwordHash: null },
];

const emptyAddress = {
  city: null,
  floor: null,
  lit: null,
  since: null,
  marks: null,
  extra: null,
  keeper: null,
  inner: null,
};

export const records: readonly StoredRecord[] = [
  {
    ...system('a'),
    title: 'The Great Hall of Oslo',
    seats: 100,
    price: 2500,
    ratio: 0.5,
    open: true,
    at: '2026-05-04T10:00:00.000Z',
    kind: 'hall',
    tags: ['red', 'green'],
    words: ['alpha', 'beta'],
    scores: [1, 2.5],
    flags: [true],
    days: ['2026-05-04T00:00:00.000Z'],
    lines: [
      { sku: 'A1', quantity: 2, extra: { note: 'x' } },
      { sku: 'B2', quantity: 9, extra: null },
    ],
    meta: {
      color: 'red',
      size: 5,
      deep: { flag: true, none: null },
      list: ['p', 1, true],
      '': 0,
      constructor: 'Lotus',
    },
    address: {
      city: 'Oslo',
      floor: 2,
      lit: true,
      since: '2020-02-29T00:00:00.000Z',
      marks: ['m'],
      extra: { k: 1 },
      keeper: idOf('x'),
      inner: { code: 'I-1' },
    },
    spot: [10.75, 59.91],
    owner: idOf('x'),
    friends: [idOf('x'), idOf('y')],
    doc: idOf('d'),
    secret: 's1',
  },
  {
    ...system('b'),
    title: 'a small room',
    seats: 7,
    price: -300,
    ratio: -1.25,
    open: false,
    at: '2026-05-03T22:30:00.000Z',
    kind: 'room',
    tags: ['blue'],
    words: ['beta', 'beta', 'gamma'],
    scores: [2.5],
    flags: [true, false],
    days: ['2025-12-31T23:30:00.000Z', '2026-05-04T00:00:00.000Z'],
    lines: [{ sku: 'A1', quantity: 9, extra: 'text' }],
    meta: ['p', 'q', 5],
    address: {
      ...emptyAddress,
      city: 'bergen',
      floor: -1,
      lit: false,
      marks: ['m', 'n'],
      extra: 'plain',
      inner: { code: null },
    },
    spot: [5.32, 60.39],
    owner: idOf('y'),
    friends: [idOf('y')],
    doc: idOf('f'),
    secret: 's2',
  },
  {
    ...system('c'),
    title: 'Caf\u00e9 \u{1f600} \uff21 50% _off_ ΟΔΟΣ "quoted" back\\slash',
    seats: 0,
    price: 0,
    ratio: 1e21,
    open: true,
    at: '2025-12-31T23:30:00.000Z',
    kind: 'yard',
    tags: ['red', 'green', 'blue'],
    words: ['Ünï', ''],
    scores: [1e21, -0.1, 0],
    flags: [false],
    days: ['1999-01-01T00:00:00.000Z'],
    lines: [{ sku: null, quantity: null, extra: [1] }],
    meta: { color: 'Red', size: '5', deep: null, list: [], text: '', big: 4548627180490078700, one: 1 },
    address: { ...emptyAddress, city: '', extra: 7, marks: [''] },
    spot: [180, -90],
    owner: idOf('q'),
    friends: [idOf('z'), idOf('q')],
    doc: idOf('g'),
    secret: null,
  },
  {
    ...system('e'),
    title: '',
    seats: 12,
    price: 12,
    ratio: 0,
    open: false,
    at: '2026-05-04T12:00:00.000Z',
    kind: 'hall',
    tags: [],
    words: [],
    scores: [],
    flags: [],
    days: [],
    lines: [],
    meta: {},
    address: { ...emptyAddress },
    spot: [0, 0],
    owner: idOf('z'),
    friends: [],
    doc: idOf('h'),
    secret: '',
  },
  {
    ...system('n'),
    title: null,
    seats: null,
    price: null,
    ratio: null,
    open: null,
    at: null,
    kind: null,
    tags: null,
    words: null,
    scores: null,
    flags: null,
    days: null,
    lines: null,
    meta: null,
    address: null,
    spot: null,
    owner: null,
    friends: null,
    doc: null,
    secret: null,
  },
];
