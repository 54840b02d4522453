/**
 * Random records and conditions over the samples' definition, made from few values so that they meet. Texts hold what
 * is hard to compare: case, accents, composed and not, astral characters, LIKE's and JSON's own characters.
 */
import fc from 'fast-check';
import { must } from '#shared/base/assert.ts';
import {
  type FieldKind,
  type FieldOperator,
  type OperandKind,
  operandOf,
  operatorsFor,
} from '#shared/query/operators.ts';
import type { Condition, SortKey } from '#shared/query/query.ts';
import { resolvePath, type Scope, type ValueType } from '#shared/query/target.ts';
import type { Field } from '#shared/schema/field.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import { idOf, lookup, now, people, things } from './samples.ts';

const pieces = [
  'a',
  'A',
  'b',
  'é',
  'e\u0301',
  'É',
  'Σ',
  'ς',
  'İ',
  'ß',
  ' ',
  '%',
  '_',
  '"',
  '\\',
  "'",
  '\ufffd',
  '\u{1f600}',
  '\ue000',
  '1',
  '-',
  'null',
];
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 5 }).map((parts) => parts.join(''));
const number = fc.oneof(
  fc.constantFrom(0, 1, 2, -1, 0.5, 1e21, -1e-7, 2 ** 60, 0.1 + 0.2),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => (n === 0 ? 0 : n)),
);
const integer = fc.oneof(
  fc.integer({ min: -3, max: 5 }),
  fc.constantFrom(Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER),
);
const time = fc
  .oneof(fc.constantFrom(0, -1, 1, 43_200_000, 86_400_000), fc.integer({ min: -5e10, max: 5e10 }))
  .map((ms) => new Date(now + ms).toISOString());
const id = fc.constantFrom(...'abcdxyz').map(idOf);
const key = fc.constantFrom('k', 'm', 'a b', 'constructor', '');
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { depthSize: 'small' },
    fc.constant(null),
    fc.boolean(),
    number,
    text,
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(key, tie('json'), { maxKeys: 3 }),
  ),
}));
const point = fc.tuple(fc.constantFrom(-180, -1, 0, 0.5, 1, 180), fc.constantFrom(-90, 0, 0.5, 1, 90));

function anyOf(field: Field): fc.Arbitrary<unknown> {
  switch (field.type) {
    case 'number':
      return number;
    case 'integer':
    case 'money':
      return integer;
    case 'boolean':
      return fc.boolean();
    case 'date':
      return time;
    case 'select':
      return field.many ? fc.subarray([...field.options]) : fc.constantFrom(...field.options);
    case 'json':
      return json;
    case 'array':
      return field.of === 'group'
        ? fc.array(groupOf(field.fields ?? []), { maxLength: 3 })
        : fc.array(anyOf({ name: 'x', type: field.of }), { maxLength: 3 });
    case 'group':
      return groupOf(field.fields);
    case 'point':
      return point;
    case 'relation':
      return field.many ? fc.array(id, { maxLength: 3 }) : id;
    case 'file':
      return id;
    default:
      return text;
  }
}

function groupOf(fields: readonly Field[]): fc.Arbitrary<Record<string, unknown>> {
  return fc.record(Object.fromEntries(fields.map((f) => [f.name, fc.option(anyOf(f), { freq: 3 })])));
}

function recordsOf(fields: readonly Field[], maxLength: number): fc.Arbitrary<StoredRecord[]> {
  const system = fc.record({ id, createdAt: time, updatedAt: time, version: fc.integer({ min: 1, max: 3 }) });
  const one = fc.tuple(system, groupOf(fields)).map(([own, values]): StoredRecord => ({ ...own, ...values }));
  return fc.uniqueArray(one, { maxLength, selector: (record) => record.id });
}

export const someThings = recordsOf(things.fields, 7);
export const somePeople = recordsOf(people.fields, 5);

function typed(type: ValueType): fc.Arbitrary<unknown> {
  switch (type.name) {
    case 'text':
      return text;
    case 'id':
      return id;
    case 'number':
      return number;
    case 'integer':
      return integer;
    case 'boolean':
      return fc.boolean();
    case 'date':
      return fc.oneof(time, fc.constantFrom('now', 'now-P1D', 'now+PT12H'));
    case 'choice':
      return fc.constantFrom(...(type.options ?? []));
    case 'json':
      return fc.oneof(text, number, fc.boolean());
  }
}

const ring = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
  [0, 0],
];
const area = fc.constantFrom(
  { type: 'Polygon', coordinates: [ring] },
  {
    type: 'Polygon',
    coordinates: [
      [
        [-1, -1],
        [2, -1],
        [2, 2],
        [-1, -1],
      ],
      [
        [0.25, 0.25],
        [0.75, 0.25],
        [0.75, 0.75],
        [0.25, 0.25],
      ],
    ],
  },
  { type: 'MultiPolygon', coordinates: [[ring]] },
);

function operand(form: OperandKind, type: ValueType): fc.Arbitrary<unknown> {
  const one = typed(type);
  switch (form) {
    case 'value':
      return fc.option(one, { freq: 4 });
    case 'bound':
    case 'element':
      return one;
    case 'values':
      return fc.array(fc.option(one, { freq: 4 }), { maxLength: 4 });
    case 'elements':
      return fc.array(one, { maxLength: 3 });
    case 'range':
      return fc.tuple(one, one);
    case 'divisor':
      return fc.tuple(fc.constantFrom(1, 2, 3, -2), fc.integer({ min: -1, max: 2 }));
    case 'text':
    case 'words':
      return text;
    case 'pattern':
      return fc.constantFrom('a', '^a|é$', '(a|A)+$', '(?i)É', '.', '\\bb', '[^a-z]{2}', '');
    case 'flag':
      return fc.boolean();
    case 'count':
      return fc.integer({ min: 0, max: 3 });
    case 'key':
      return key;
    case 'keys':
      return fc.array(key, { maxLength: 3 });
    case 'json':
      return json;
    case 'day':
      return fc.record({
        at: fc.constantFrom('2026-05-04', '2026-03-29', 'now', '2025-12-31T23:30:00.000Z'),
        timeZone: fc.constantFrom('UTC', 'Pacific/Apia'),
      });
    case 'duration':
      return fc.constantFrom('P1D', 'PT12H', 'P1M', 'P400D');
    case 'year':
      return fc.integer({ min: 2024, max: 2028 });
    case 'month':
      return fc.integer({ min: 1, max: 12 });
    case 'weekday':
      return fc.integer({ min: 1, max: 7 });
    case 'near':
      return fc.record({
        longitude: fc.constantFrom(0, 1),
        latitude: fc.constant(0),
        maxMetres: fc.constantFrom(0, 60_000, 2e7),
        minMetres: fc.constantFrom(0, 1),
      });
    case 'box':
      return fc.constantFrom([0, 0, 1, 1], [-1, -90, 0.5, 90], [180, -90, -180, 90]);
    case 'area':
      return area;
    case 'shape':
      return fc.oneof(
        area,
        fc.constant({
          type: 'LineString',
          coordinates: [
            [0, 0],
            [1, 1],
          ],
        }),
        fc.constant({ type: 'Point', coordinates: [0, 0] }),
      );
    default:
      throw new Error(`${form} is made by its caller`);
  }
}

export function pathsIn(scope: Scope): readonly string[] {
  if (scope.of === 'element') return [''];
  if (scope.of === 'json') return ['', 'k', 'k.m', 'a b'];
  if (scope.of === 'group') return ['sku', 'quantity', 'extra', 'extra.k'];
  if (scope.definition.name === 'people') return ['id', 'name', 'age', 'boss', 'boss.name', 'boss.boss.age'];
  return [
    ...['id', 'createdAt', 'version', ...things.fields.map((f) => f.name)],
    ...['meta.k', 'meta.k.m', 'meta.constructor', 'meta.a b'],
    ...[
      'city',
      'floor',
      'lit',
      'since',
      'marks',
      'extra',
      'extra.k',
      'keeper',
      'keeper.name',
      'inner',
      'inner.code',
    ].map((p) => `address.${p}`),
    ...['owner.name', 'owner.age', 'owner.boss.name'],
  ];
}

function nestedOf(scope: Scope, path: string): Scope {
  const target = must(resolvePath(scope, path, lookup), path);
  const { field } = target;
  if (target.kind === 'json') return { of: 'json' };
  if (field?.type === 'array' && field.of === 'group') return { of: 'group', fields: field.fields ?? [] };
  if (field?.type === 'array')
    return { of: 'element', kind: field.of === 'integer' ? 'number' : (field.of as FieldKind), type: target.type };
  return { of: 'record', definition: people };
}

function leaf(scope: Scope, path: string, op: FieldOperator, depth: number): fc.Arbitrary<Condition> {
  const target = must(resolvePath(scope, path, lookup), path);
  const form = operandOf(op, target.kind);
  const value = form === 'nested' ? conditionIn(nestedOf(scope, path), depth - 1) : operand(form, target.type);
  return value.map((one): Condition => ({ kind: 'field', path, op, value: one }));
}

export function conditionIn(scope: Scope, depth: number): fc.Arbitrary<Condition> {
  const field = fc.constantFrom(...pathsIn(scope)).chain((path) => {
    const { kind } = must(resolvePath(scope, path, lookup), path);
    const ops = operatorsFor(kind).filter((op) => depth > 0 || operandOf(op, kind) !== 'nested');
    return fc.constantFrom(...ops).chain((op) => leaf(scope, path, op, depth));
  });
  if (depth <= 0) return field;
  const inner = fc
    .array(fc.constant(null), { maxLength: 3 })
    .chain((slots) => fc.tuple(...slots.map(() => conditionIn(scope, depth - 1))));
  return fc.oneof(
    { weight: 4, arbitrary: field },
    { weight: 1, arbitrary: inner.map((of): Condition => ({ kind: 'and', of })) },
    { weight: 1, arbitrary: inner.map((of): Condition => ({ kind: 'or', of })) },
    { weight: 1, arbitrary: conditionIn(scope, depth - 1).map((of): Condition => ({ kind: 'not', of })) },
  );
}

const sortPaths = [
  'id',
  'title',
  'seats',
  'ratio',
  'open',
  'at',
  'kind',
  'owner',
  'doc',
  'version',
  'createdAt',
  'address.city',
  'address.floor',
  'address.lit',
  'address.inner.code',
  'owner.name',
  'owner.boss.age',
];
const sortKey: fc.Arbitrary<SortKey> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      path: fc.constantFrom(...sortPaths),
      direction: fc.constantFrom('asc' as const, 'desc' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      path: fc.constant('spot'),
      direction: fc.constantFrom('asc' as const, 'desc' as const),
      from: fc.constant([0.25, 0] as const),
    }),
  },
);
export const someSort = fc.uniqueArray(sortKey, { maxLength: 3, selector: (k) => k.path });
export const someSearch = fc.option(text, { nil: undefined, freq: 3 });
