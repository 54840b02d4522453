/** Rules that look at other records, or change them: numbers, trees, sums, overlaps, and records that are kept. */

import { must } from '#shared/base/assert.ts';
import type { Values } from '#shared/base/json.ts';
import { labelInSentence } from '#shared/base/label-text.ts';
import { ok, refuse } from '#shared/base/result.ts';
import type { Condition } from '#shared/query/query.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { Transaction } from '../../../store/contract.ts';
import { everyRecord } from '../every-record.ts';
import { afterwards, isEmpty, type Meanings, type RuleOfKind, stateEntered, type Write } from './rule.ts';

type SeriesNumber = Pick<RuleOfKind<'number'>, 'series' | 'key' | 'prefix' | 'digits'>;

/** Takes the next number of a series, with prefix. Both stores run transactions of a tenant one by one: none is given twice. */
export async function nextNumber(tx: Transaction, { series, key, prefix, digits }: SeriesNumber): Promise<string> {
  const known = await tx.findOne(series, { key });
  const next = known ? Number(known['next']) : 1;
  if (known) await tx.update(series, known.id, { next: next + 1 });
  else await tx.create(series, { key, prefix, digits, next: next + 1 });
  const wide = known ? Number(known['digits']) : digits;
  return `${String(known?.['prefix'] ?? (known ? '' : prefix))}${String(next).padStart(wide, '0')}`;
}

/** Matches records whose field names the id. With a path into a list of groups, `lines.account`, some element has it. */
function names(field: string, id: string): Condition {
  const [list, inside] = field.split('.') as [string, string?];
  if (inside === undefined) return { kind: 'field', path: list, op: 'equals', value: id };
  return {
    kind: 'field',
    path: list,
    op: 'elem_match',
    value: { kind: 'field', path: inside, op: 'equals', value: id },
  };
}

/** Returns the ids of the records whose sums change with this write, with the differences. */
function deltas({ by, sum }: RuleOfKind<'rollup'>, write: Write): ReadonlyMap<string, number> {
  const worth = (record: Values) => (sum === undefined ? 1 : Number(record[sum] ?? 0));
  const changed = new Map<string, number>();
  const add = (record: Values | null, sign: 1 | -1) => {
    const id = record?.[by];
    if (record && typeof id === 'string') changed.set(id, (changed.get(id) ?? 0) + sign * worth(record));
  };
  add(write.current, -1);
  if (write.op !== 'delete') add(afterwards(write), 1);
  return changed;
}

function targetOf(definition: CollectionDefinition, name: string): string {
  const field = definition.fields.find((f) => f.name === name);
  return must(field?.type === 'relation' ? field.to : null, `${definition.name}.${name} is a relation`);
}

/** Maximum number of ids in one condition. */
const idsMax = 500;

/** Returns whether there is a record `levels` below this one. */
async function reachesBelow(
  tx: Transaction,
  { collection, parent }: Pick<RuleOfKind<'tree'>, 'collection' | 'parent'>,
  top: string,
  levels: number,
): Promise<boolean> {
  let level: readonly string[] = [top];
  for (let n = 0; n < levels && level.length > 0; n++) {
    const below: string[] = [];
    for (let at = 0; at < level.length; at += idsMax) {
      const within: Condition = { kind: 'field', path: parent, op: 'in', value: level.slice(at, at + idsMax) };
      for await (const { id } of everyRecord(tx, collection, within)) below.push(id);
    }
    level = below;
  }
  return level.length > 0;
}

export const relationRules: Pick<Meanings, 'number' | 'tree' | 'kept' | 'rollup' | 'no-overlap'> = {
  number: (rule, definition) => async (write, tx) => {
    const due = rule.at === undefined ? write.op === 'create' : stateEntered(definition, write) === rule.at;
    if (!due || !isEmpty(afterwards(write)[rule.field])) return ok(write.values);
    return ok({ ...write.values, [rule.field]: await nextNumber(tx, rule) });
  },

  tree:
    ({ collection, parent, depthMax }) =>
    async (write, tx) => {
      const { values, current } = write;
      const no = (message: string) => refuse({ code: 'tree_invalid', message, path: parent, detail: { depthMax } });
      let above = write.op === 'delete' || values[parent] === current?.[parent] ? null : values[parent];
      let levels = 1;
      for (; typeof above === 'string'; levels++) {
        if (above === current?.id) return no(`${parent} would be below this record itself.`);
        if (levels >= depthMax) return no(`${parent} is already ${depthMax} levels deep.`);
        above = (await tx.get(collection, above))?.[parent];
      }
      if (current && levels > 1 && (await reachesBelow(tx, { collection, parent }, current.id, depthMax - levels + 1)))
        return no(`The records below this one would be more than ${depthMax} levels deep.`);
      return ok(values);
    },

  kept:
    ({ by }, definition) =>
    async (write, tx) => {
      const { op, current, values } = write;
      if (op !== 'delete' || !current) return ok(values);
      for (const { collection, field } of by) {
        const found = await tx.find(collection, { where: names(field, current.id), limit: 2 });
        const other = found.find((record) => record.id !== current.id);
        if (other)
          return refuse({
            code: 'record_in_use',
            message: `Records of ${collection} still refer to this ${labelInSentence(definition.labels.one)}. Change or delete them first.`,
            detail: { collection, field, id: other.id },
          });
      }
      return ok(values);
    },

  rollup: (rule, definition) => {
    const to = targetOf(definition, rule.by);
    return async (write, tx) => {
      for (const [id, delta] of deltas(rule, write)) {
        const record = delta === 0 ? null : await tx.get(to, id);
        // The check of relations refuses a record that does not exist.
        if (!record) continue;
        const next = Number(record[rule.into] ?? 0) + delta;
        const most = rule.ceiling === undefined ? null : record[rule.ceiling];
        const low = rule.floor !== undefined && delta < 0 && next < rule.floor;
        const high = typeof most === 'number' && delta > 0 && next > most;
        if (low || high || !Number.isSafeInteger(next))
          return refuse({
            code: 'limit_reached',
            message: `${rule.into} would become ${next}; ${low ? `the least is ${rule.floor}` : `the most is ${String(most)}`}.`,
            path: rule.sum ?? rule.by,
            detail: { [rule.into]: record[rule.into], least: rule.floor ?? null, most: most ?? null },
          });
        await tx.update(to, id, { [rule.into]: next });
      }
      return ok(write.values);
    };
  },

  'no-overlap':
    ({ collection, by, start, end, state, free }) =>
    async (write, tx) => {
      const touched = [by, start, end, state].some((name) => name in write.values);
      const after = afterwards(write);
      if (write.op === 'delete' || !touched || free.includes(String(after[state]))) return ok(write.values);
      const at = (path: string, op: 'equals' | 'less_than' | 'not_in', value: unknown): Condition => ({
        kind: 'field',
        path,
        op,
        value,
      });
      // Stored records do not overlap each other: of all that begin before this one ends, the last to begin also ends last.
      const before = await tx.find(collection, {
        where: {
          kind: 'and',
          of: [at(by, 'equals', after[by]), at(start, 'less_than', after[end]), at(state, 'not_in', free)],
        },
        sort: [{ path: start, direction: 'desc' }],
        limit: 2,
      });
      const other = before.find((record) => record.id !== write.current?.id);
      if (!other || String(other[end]) <= String(after[start])) return ok(write.values);
      return refuse({
        code: 'time_taken',
        message: 'This time is already taken. Choose another one.',
        path: start,
        detail: { [start]: other[start], [end]: other[end] },
      });
    },
};
