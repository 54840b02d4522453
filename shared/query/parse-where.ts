/**
 * `where` as a client wrote it → Condition. The same shape comes from a URL's brackets (all text) and from JSON:
 * `{field: {operator: operand}, and: […], or: […], not: {…}}`, fields and operators in one object ANDed.
 * Unknown names are refused with the allowed ones, never ignored. Called by parse.ts and by surfaces with a body.
 */
import { parseJson } from '../base/json.ts';
import { ok, type Refused, type Result, refuse } from '../base/result.ts';
import type { CollectionDefinition } from '../schema/definition.ts';
import { type FieldOperator, isFieldOperator, operandOf, operators, operatorsFor } from './operators.ts';
import { readList, readOperand } from './parse-operand.ts';
import { type Dialect, invalid } from './parse-value.ts';
import type { Condition } from './query.ts';
import { type Lookup, namesIn, nestedScope, resolvePath, type Scope, type Target, type Visible } from './target.ts';

/** Maximum number of conditions of one filter. */
export const conditionsMax = 100;
/** Maximum number of nested levels of one filter. */
export const whereDepthMax = 10;
/** Maximum number of values over all lists of one filter: databases bound the number of parameters. */
export const listValuesTotalMax = 5_000;
/** Maximum length of a filter as JSON text, in UTF-16 units. */
export const whereTextMax = 16_384;

export interface WhereOptions {
  readonly dialect: Dialect;
  /**
   * The definition of another collection; without it paths do not lead through relations. Must answer null for
   * collections the asker may not read: a filter through them would tell their content.
   */
  readonly lookup?: Lookup;
  /** Fields the asker may name. Absent: all that are not hidden. */
  readonly visible?: Visible;
  /** Tells whether the plan allows an operator. Absent: all. */
  readonly allows?: (operator: FieldOperator) => boolean;
}

type Parsed = Result<Condition>;

const relationAliases: Readonly<Partial<Record<FieldOperator, FieldOperator>>> = {
  contains: 'some',
  equals: 'every',
  not_equals: 'none',
};

/** An object that is neither a list nor null; its own names only. */
function entriesOf(given: unknown): readonly (readonly [string, unknown])[] | null {
  return typeof given === 'object' && given !== null && !Array.isArray(given) ? Object.entries(given) : null;
}

/** `{equals: 3}`, not `{color: "red"}`: tells a key named like an operator from the operator. */
function holdsOperators(given: unknown): boolean {
  const entries = entriesOf(given);
  return entries !== null && entries.length > 0 && entries.every(([name]) => isFieldOperator(name));
}

function at(path: string, refused: Refused): Refused {
  const [first, ...more] = refused.errors;
  return { ok: false, errors: [{ ...first, path: first.path ?? path }, ...more] };
}

function tooLarge(what: string, limit: number): Refused {
  return refuse({
    code: 'query_too_large',
    message: `A filter must have at most ${limit} ${what}.`,
    path: 'where',
    detail: { limit },
  });
}

function isUnder(target: Target): boolean {
  return target.kind === 'relations' || target.kind === 'rows';
}

class WhereParser {
  readonly options: WhereOptions;
  readonly lookup: Lookup;
  readonly visible: Visible;
  conditions = 0;
  listValues = 0;

  constructor(options: WhereOptions) {
    this.options = options;
    this.lookup = options.lookup ?? (() => null);
    this.visible = options.visible ?? ((field) => field.hidden !== true);
  }

  /** One object; an empty one holds always. */
  object(scope: Scope, given: unknown, path: string, depth: number): Parsed {
    if (depth > whereDepthMax) return tooLarge('levels', whereDepthMax);
    const entries = entriesOf(given);
    if (!entries) return at(path, invalid(`${path} must be an object such as {"name": {"equals": "Oslo"}}.`));
    const parts: Condition[] = [];
    for (const [name, value] of entries) {
      const part = this.entry(scope, name, value, `${path}.${name.slice(0, 100)}`, depth);
      if (!part.ok) return part;
      parts.push(part.value);
    }
    return ok(parts.length === 1 ? parts[0]! : { kind: 'and', of: parts });
  }

  entry(scope: Scope, name: string, value: unknown, path: string, depth: number): Parsed {
    if (name === 'and' || name === 'or') return this.several(scope, name, value, path, depth);
    if (name === 'not') {
      const inner = this.object(scope, value, path, depth + 1);
      return inner.ok ? ok({ kind: 'not', of: inner.value }) : inner;
    }
    // The elements of a plain list have no fields: operators stand directly in the nested object.
    if (scope.of === 'element' || (scope.of === 'json' && isFieldOperator(name) && !holdsOperators(value)))
      return this.operation(scope, '', name, value, path, depth);
    return this.field(scope, name, value, path, depth);
  }

  several(scope: Scope, kind: 'and' | 'or', given: unknown, path: string, depth: number): Parsed {
    const items = typeof given === 'string' ? null : readList(given, this.options.dialect);
    if (!items || items.length === 0) return at(path, invalid(`${path} must be a list of at least one condition.`));
    if (items.length > conditionsMax) return tooLarge('conditions', conditionsMax);
    const of: Condition[] = [];
    for (const [i, item] of items.entries()) {
      const part = this.object(scope, item, `${path}.${i}`, depth + 1);
      if (!part.ok) return part;
      of.push(part.value);
    }
    return ok({ kind, of });
  }

  field(scope: Scope, name: string, given: unknown, path: string, depth: number): Parsed {
    const steps = name.split('.');
    for (let i = 1; i < steps.length; i++) {
      const under = resolvePath(scope, steps.slice(0, i).join('.'), this.lookup, this.visible);
      if (!under) break;
      if (isUnder(under)) return this.throughMany(under, steps, i, given, path, depth);
    }
    const entries = entriesOf(given);
    if (!resolvePath(scope, name, this.lookup, this.visible)) return this.unknownField(scope, name, path);
    if (!entries || entries.length === 0)
      return at(path, invalid(`Name an operator, e.g. where[${name.slice(0, 100)}][equals]=….`));
    const parts: Condition[] = [];
    for (const [operator, operand] of entries) {
      const part = this.operation(scope, name, operator, operand, `${path}.${operator.slice(0, 100)}`, depth);
      if (!part.ok) return part;
      parts.push(part.value);
    }
    return ok(parts.length === 1 ? parts[0]! : { kind: 'and', of: parts });
  }

  /** `tags.name` asks for one tag, `lines.sku` for one line: the same as `some` and `elem_match`. */
  throughMany(under: Target, steps: readonly string[], i: number, given: unknown, path: string, depth: number): Parsed {
    const scope = nestedScope(under, this.lookup);
    if (!scope) return this.unknownField({ of: 'json' }, steps.join('.'), path);
    if (depth >= whereDepthMax) return tooLarge('levels', whereDepthMax);
    const inner = this.field(scope, steps.slice(i).join('.'), given, path, depth + 1);
    if (!inner.ok) return inner;
    const op = under.kind === 'rows' ? 'elem_match' : 'some';
    return ok({ kind: 'field', path: steps.slice(0, i).join('.'), op, value: inner.value });
  }

  operation(scope: Scope, name: string, operator: string, given: unknown, path: string, depth: number): Parsed {
    const target = resolvePath(scope, name, this.lookup, this.visible);
    if (!target) return this.unknownField(scope, name, path);
    const isRelation = target.kind === 'relation' || target.kind === 'relations';
    const alias = isRelation && entriesOf(given) && isFieldOperator(operator) ? relationAliases[operator] : undefined;
    const op = alias ?? operator;
    const allowed = operatorsFor(target.kind).filter((one) => this.options.allows?.(one) ?? true);
    if (!isFieldOperator(op) || !allowed.includes(op))
      return refuse({
        code: 'unknown_operator',
        message: `${operator.slice(0, 100)} is not an operator for ${name === '' ? 'these elements' : name}.`,
        path,
        detail: { operator: operator.slice(0, 100), allowed },
      });
    if (++this.conditions > conditionsMax) return tooLarge('conditions', conditionsMax);
    const form = operandOf(op, target.kind);
    let value: Result<unknown>;
    if (form === 'nested') {
      const inner = nestedScope(target, this.lookup);
      value = inner ? this.object(inner, given, path, depth + 1) : invalid(`Filters cannot look into ${name} here.`);
    } else if (form === 'conditions' || form === 'condition') {
      throw new Error(`${op}: a logic operator is no field operator (${operators[op].group})`);
    } else {
      value = readOperand(form, target.type, given, this.options.dialect);
    }
    if (!value.ok) return at(path, value);
    if (Array.isArray(value.value)) this.listValues += value.value.length;
    if (this.listValues > listValuesTotalMax) return tooLarge('list values', listValuesTotalMax);
    return ok({ kind: 'field', path: name, op, value: value.value });
  }

  unknownField(scope: Scope, name: string, path: string): Refused {
    return refuse({
      code: 'unknown_field',
      message: `Unknown field ${name.slice(0, 100)}.`,
      path,
      detail: { field: name.slice(0, 100), allowed: namesIn(scope, this.visible) },
    });
  }
}

/**
 * @param given a tree of text (`dialect: 'url'`; also JSON text, which is then read as JSON) or a JSON value
 * @returns the condition, `and` of nothing for an empty object; refusals: `unknown_field`, `unknown_operator`,
 *   `invalid_value` (with `detail.allowed` where there is a list) and `query_too_large`
 */
export function parseWhere(definition: CollectionDefinition, given: unknown, options: WhereOptions): Result<Condition> {
  const scope: Scope = { of: 'record', definition };
  if (options.dialect === 'json' || typeof given !== 'string')
    return new WhereParser(options).object(scope, given, 'where', 1);
  if (given.length > whereTextMax) return tooLarge('characters', whereTextMax);
  const json = parseJson(given);
  if (json === undefined)
    return at('where', invalid('`where` must be JSON, or brackets: where[field][operator]=value.'));
  return new WhereParser({ ...options, dialect: 'json' }).object(scope, json, 'where', 1);
}
