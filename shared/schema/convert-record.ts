/**
 * Converts a stored record when its definition changes: each field is taken from its former place, converted, filled,
 * and checked by the new rules. Pure; the stores call it for every row. See change-definition.ts.
 */
import { canonicalJson, type Values } from '../base/json.ts';
import { ok, type Refusal, type Result } from '../base/result.ts';
import type { DefinitionChange } from './change-definition.ts';
import { convertValue } from './convert-value.ts';
import type { CollectionDefinition } from './definition.ts';
import type { Field } from './field.ts';
import type { StoredRecord } from './infer.ts';
import { validate } from './validate.ts';

/** A field's rules for its values, as text. */
function rulesOf(field: Field): string {
  const { name: _n, label: _l, note: _t, index: _i, unique: _u, readRoles: _r, writeRoles: _w, ...rules } = field;
  return canonicalJson(rules);
}

interface Step {
  readonly field: Field;
  /** Former field that held its value; null: none. */
  readonly from: Field | null;
  readonly filler: unknown;
  /** The rules have not changed: the stored value stays. */
  readonly asItIs: boolean;
  readonly unknown: 'refuse' | 'drop';
}

function stepsOf(former: CollectionDefinition, change: DefinitionChange): readonly Step[] {
  return change.next.fields.map((field) => {
    const name = change.formerNames.get(field.name) ?? field.name;
    const from = former.fields.find((one) => one.name === name) ?? null;
    const inside = change.mayDrop.some((path) => path.startsWith(`${name}.`));
    const fallback = from === null || field.required === true ? ('default' in field ? field.default : null) : null;
    return {
      field,
      from,
      filler: change.backfill[field.name] ?? fallback ?? null,
      asItIs: from !== null && rulesOf(from) === rulesOf(field) && !(field.name in change.backfill),
      unknown: inside ? 'drop' : 'refuse',
    };
  });
}

function misfit(field: Field, value: unknown): Refusal {
  const shown = JSON.stringify(value) ?? '';
  return {
    code: value === null ? 'required' : 'invalid_type',
    path: field.name,
    message:
      value === null
        ? `${field.name} is empty here. Set a value for it in \`backfill\`.`
        : `${shown.slice(0, 120)} cannot be ${field.type}.`,
  };
}

function valueFor(step: Step, record: StoredRecord): Result<unknown> {
  const { field, from, filler } = step;
  const stood = from === null ? null : (record[from.name] ?? null);
  if (step.asItIs) return ok(stood);
  const moved = stood === null || from === null ? null : from.type === field.type ? stood : convertValue(field, stood);
  if (moved === undefined) return { ok: false, errors: [misfit(field, stood)] };
  const value = moved ?? filler;
  if (value === null) return field.required ? { ok: false, errors: [misfit(field, null)] } : ok(null);
  const given = from !== null && from.type === field.type && moved !== null ? convertValue(field, value) : value;
  if (given === undefined) return { ok: false, errors: [misfit(field, stood)] };
  const checked = validate([field], { [field.name]: given }, { mode: 'create', unknown: step.unknown });
  return checked.ok ? ok((checked.value as Values)[field.name]) : checked;
}

export type ConvertRecord = (record: StoredRecord) => Result<Values>;

/** @returns null where no record can be touched by the change */
export function recordConverter(former: CollectionDefinition, change: DefinitionChange): ConvertRecord | null {
  const steps = stepsOf(former, change);
  const taken = new Set(steps.map(({ from }) => from?.name));
  const lost = former.fields.filter((f) => !taken.has(f.name));
  const guarded = lost.filter((f) => !change.mayDrop.includes(f.name));
  const idle = steps.every(
    (s) => (s.asItIs && s.from?.name === s.field.name) || (s.from === null && s.filler === null),
  );
  if (idle && lost.length === 0 && !steps.some((s) => s.from === null && s.field.required)) return null;
  return (record) => {
    const values: Record<string, unknown> = {};
    const errors: Refusal[] = [];
    for (const step of steps) {
      const value = valueFor(step, record);
      if (value.ok) values[step.field.name] = value.value;
      else errors.push(...value.errors);
    }
    for (const { name } of guarded)
      if ((record[name] ?? null) !== null)
        errors.push({
          code: 'values_would_be_lost',
          path: name,
          message: `${name} holds a value. Name the field in \`drop\` to remove it.`,
        });
    const [first, ...more] = errors;
    return first ? { ok: false, errors: [first, ...more] } : ok(values);
  };
}
