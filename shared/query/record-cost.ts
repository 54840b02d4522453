/**
 * Estimates the cost of a filter for one record, in steps of about 100 ns: operator × size of the values × depth of
 * relations.
 */
import { unreachable } from '../base/assert.ts';
import { compileRegex } from '../base/linear-regex.ts';
import type { CollectionDefinition } from '../schema/definition.ts';
import type { Field } from '../schema/field.ts';
import { type OperatorCost, operatorCosts } from './operator-costs.ts';
import { type FieldOperator, operandOf } from './operators.ts';
import type { Condition } from './query.ts';
import { type Lookup, nestedScope, resolvePath, type Scope, type Target } from './target.ts';

/** The cost of finding one record at the other end of a relation. */
const hopSteps = 10;
/** A value that is not bounded by its field has about so many bytes, and a list so many elements. */
const textBytes = 60;
const longTextBytes = 1_000;
const documentBytes = 200;
const elements = 10;
/** The cost of reading one byte of JSON text. */
const documentByteSteps = 0.1;

export interface ConditionCost {
  /** Path as a client wrote it: `where.title.regex`. */
  readonly path: string;
  readonly op: FieldOperator;
  readonly steps: number;
}

/** The cost of a filter for one record. */
export interface RecordCost {
  /** All steps, with sizes assumed where the fields bound none. */
  readonly steps: number;
  /** The part that does not grow with the record's values. */
  readonly fixed: number;
  /** Steps for each byte of the record's own fields. */
  readonly bytes: ReadonlyMap<string, number>;
  /** Whether it grows with the values of other records: then nothing about this one says how much. */
  readonly isFar: boolean;
  readonly conditions: readonly ConditionCost[];
}

export function listLength(operand: unknown): number {
  return Array.isArray(operand) ? operand.length : 1;
}

function positions(shape: unknown): number {
  return Array.isArray(shape) && typeof shape[0] !== 'number'
    ? shape.reduce<number>((sum, part) => sum + positions(part), 0)
    : 1;
}

/** Returns the factor by which the operand multiplies the cost. */
function growth({ grows }: OperatorCost, operand: unknown): number {
  switch (grows) {
    case undefined:
      return 1;
    case 'words':
      return Math.max(1, String(operand).split(/\s+/u).length);
    case 'pattern': {
      const machine = compileRegex(String(operand));
      return typeof machine === 'string' ? 1 : 1 + machine.steps.length / 8;
    }
    case 'list':
      // Long lists are looked up in, not walked through; elements are compared with each.
      return 1 + Math.log2(1 + listLength(operand));
    case 'shape':
      return 1 + positions((operand as { readonly coordinates?: unknown }).coordinates) / 4;
    case 'json':
      return 1 + JSON.stringify(operand).length / 100;
    default:
      return unreachable(grows);
  }
}

function bytesOf(field: Field | null): number {
  switch (field?.type) {
    case 'text':
    case 'email':
    case 'url':
    case 'slug':
      return Math.min(field.maxLength ?? textBytes, textBytes);
    case 'richText':
      return Math.min(field.maxLength ?? longTextBytes, longTextBytes);
    case 'json':
    case 'group':
    case 'array':
      return documentBytes;
    case 'relation':
    case 'select':
      return field.many ? documentBytes : textBytes;
    default:
      return textBytes;
  }
}

/** The place of a condition in the filter. */
interface Place {
  readonly scope: Scope;
  /** Number of evaluations for one record. */
  readonly times: number;
  readonly path: string;
  /** The record's own column, where the scope is an element of it; null: the scope is a record. */
  readonly column: string | null;
  /** The scope is another record. */
  readonly isFar: boolean;
}

class RecordWalk {
  readonly #lookup: Lookup;
  readonly conditions: ConditionCost[] = [];
  readonly bytes = new Map<string, number>();
  fixed = 0;
  grown = 0;
  isFar = false;

  constructor(lookup: Lookup) {
    this.#lookup = lookup;
  }

  walk(place: Place, condition: Condition): void {
    if (condition.kind === 'not') this.walk(place, condition.of);
    else if (condition.kind === 'field') this.#field(place, condition);
    else for (const part of condition.of) this.walk(place, part);
  }

  #field(place: Place, { op, path, value }: Extract<Condition, { kind: 'field' }>): void {
    const target = resolvePath(place.scope, path, this.#lookup);
    // A path that names nothing is refused by another check.
    if (target === null) return;
    const { times } = place;
    const cost = operatorCosts[op];
    const much = growth(cost, value);
    const readsDocument = target.keys.length > 0 || target.inner.length > 0 || target.kind === 'json';
    const perByte = times * Math.max(cost.byte * much, readsDocument ? documentByteSteps : 0);
    const fixed = times * (cost.value * much + target.hops.length * hopSteps);
    const isFar = place.isFar || target.hops.length > 0;
    const column = isFar ? null : (place.column ?? target.column);
    const assumed = perByte * bytesOf(target.field);
    const at = path === '' ? place.path : `${place.path}.${path}`;
    this.fixed += fixed;
    this.grown += assumed;
    if (perByte > 0 && column !== null) this.bytes.set(column, (this.bytes.get(column) ?? 0) + perByte);
    if (perByte > 0 && column === null) this.isFar = true;
    this.conditions.push({ path: `${at}.${op}`, op, steps: fixed + assumed });
    if (operandOf(op, target.kind) === 'nested') this.#inside({ ...place, path: at, column, isFar }, target, value);
  }

  #inside(place: Place, target: Target, inner: unknown): void {
    const scope = nestedScope(target, this.#lookup);
    if (scope === null) return;
    const leads = target.field?.type === 'relation';
    const times = place.times * (target.kind === 'relation' ? 1 : elements);
    if (leads) this.fixed += times * hopSteps;
    const isFar = leads || place.isFar;
    this.walk({ ...place, scope, times, column: isFar ? null : place.column, isFar }, inner as Condition);
  }
}

const nothing: RecordCost = { steps: 0, fixed: 0, bytes: new Map(), isFar: false, conditions: [] };

export function recordCost(
  definition: CollectionDefinition,
  where: Condition | undefined,
  lookup: Lookup = () => null,
): RecordCost {
  if (where === undefined) return nothing;
  const walk = new RecordWalk(lookup);
  walk.walk({ scope: { of: 'record', definition }, times: 1, path: 'where', column: null, isFar: false }, where);
  const { bytes, conditions, fixed, grown, isFar } = walk;
  return { steps: fixed + grown, fixed, bytes, isFar, conditions };
}
