/** Values made from a JSON Schema as our documents write them: those that fit, and those that nearly do. */
import fc from 'fast-check';
import type { Body } from '#test/fixtures/test-server.ts';

export interface SchemaSource {
  readonly components: Readonly<Record<string, Body>>;
  /** Ids that a relation to this collection may have. */
  idOf(collection: string): string | undefined;
}

const anyJson = fc.jsonValue({ maxDepth: 3 });
const anyDate = fc
  .date({ min: new Date('1970-01-01T00:00:00Z'), max: new Date('2999-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString());
const deepest = 6;

interface Known {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Body[];
  readonly properties?: Readonly<Record<string, Body>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Body;
  readonly items?: Body;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly 'x-relation'?: string;
}

function textOf({ format, maxLength = 200, minLength = 0, pattern }: Known): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid({ version: 7 });
  if (format === 'email') return fc.stringMatching(/^[a-z]{1,9}@[a-z]{1,9}\.example$/);
  if (format === 'uri') return fc.stringMatching(/^https:\/\/[a-z]{1,9}\.example\/[a-z]{0,9}$/);
  if (format === 'date-time') return anyDate;
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'));
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)) });
}

function numberOf(known: Known, isWhole: boolean): fc.Arbitrary<number> {
  const min = known.minimum ?? -1_000_000;
  const max = Math.max(min, Math.min(known.maximum ?? 1_000_000_000, 1_000_000_000));
  return isWhole
    ? fc.integer({ min: Math.ceil(min), max: Math.floor(max) })
    : fc.integer({ min: Math.ceil(min * 100), max: Math.floor(max * 100) }).map((cents) => cents / 100);
}

/** A value that the schema takes. */
export function fitting(schema: Body, source: SchemaSource, depth = 0): fc.Arbitrary<unknown> {
  const known = schema as Known;
  const inner = (one: Body) => fitting(one, source, depth + 1);
  if (known.$ref !== undefined) return inner(source.components[known.$ref.split('/').at(-1) ?? ''] ?? {});
  if (known.enum !== undefined) return fc.constantFrom(...known.enum);
  if (known.anyOf !== undefined) return fc.oneof(...known.anyOf.map(inner));
  const types = known.type === undefined ? [] : [known.type].flat();
  const [type] = types.filter((one) => one !== 'null');
  const value = plain(known, type, source, depth);
  return types.includes('null') ? fc.option(value, { freq: 4, nil: null }) : value;
}

function plain(known: Known, type: string | undefined, source: SchemaSource, depth: number): fc.Arbitrary<unknown> {
  const inner = (one: Body) => fitting(one, source, depth + 1);
  const related = known['x-relation'] === undefined ? undefined : source.idOf(known['x-relation']);
  switch (type) {
    case 'string':
      return related === undefined
        ? textOf(known)
        : fc.oneof({ weight: 4, arbitrary: fc.constant(related) }, textOf(known));
    case 'integer':
    case 'number':
      return numberOf(known, type === 'integer');
    case 'boolean':
      return fc.boolean();
    case 'array': {
      const maxLength = Math.max(known.minItems ?? 0, Math.min(known.maxItems ?? 3, 3));
      return fc.array(inner(known.items ?? {}), { minLength: known.minItems ?? 0, maxLength });
    }
    case 'object': {
      if (known.properties === undefined || depth > deepest) return fc.constant({});
      const required = known.required ?? [];
      const properties = Object.entries(known.properties).map(([name, one]) => [name, inner(one)] as const);
      return fc.record(Object.fromEntries(properties), { requiredKeys: [...required] });
    }
    default:
      return anyJson;
  }
}

const hostile: readonly unknown[] = [
  null,
  '',
  ' ',
  'x'.repeat(5_000),
  '\ud800',
  'a\u0000b',
  '\u202egpj.exe',
  "'; DROP TABLE notes; --",
  '0000-00-00',
  '+275760-09-13T00:00:00.001Z',
  'not-a-uuid',
  '__proto__',
  0,
  -0,
  -1,
  0.1,
  1e21,
  Number.MAX_SAFE_INTEGER + 1,
  true,
  [],
  [null],
  {},
  { $ne: null },
  { constructor: { prototype: { polluted: true } } },
  Array.from({ length: 1_001 }, () => 'x'),
];

function replaced(value: unknown, path: readonly number[], by: unknown): unknown {
  const [at, ...rest] = path;
  if (at === undefined || value === null || typeof value !== 'object') return by;
  if (Array.isArray(value)) return value.map((one, n) => (n === at % value.length ? replaced(one, rest, by) : one));
  const entries = Object.entries(value);
  if (entries.length === 0) return { unheard: by };
  const kept = entries.map(([name, one], n) => [name, n === at % entries.length ? replaced(one, rest, by) : one]);
  return Object.fromEntries(kept.filter(([, one]) => one !== undefined));
}

/** The value with one place of it, or all of it, changed for what hardly belongs there; undefined takes a place away. */
export function mutated(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const change = fc.oneof(fc.constantFrom(undefined, ...hostile), anyJson);
  const path = fc.array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 3 });
  return fc.tuple(value, path, change).map(([one, at, by]) => replaced(one, at, by));
}
