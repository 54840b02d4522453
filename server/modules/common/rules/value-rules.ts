/** Rules that make or check values: slugs from titles, totals from lines, deadlines, times in order, entries that balance. */

import { randomBytes } from 'node:crypto';
import { must } from '#shared/base/assert.ts';
import type { Values } from '#shared/base/json.ts';
import { ok, refuse } from '#shared/base/result.ts';
import { isoTime, minuteMs, parseTime } from '#shared/base/time.ts';
import { type Line, totalsOf } from '#shared/modules/lines.ts';
import { slugOf } from '#shared/modules/slug-of.ts';
import type { Transaction } from '../../../store/contract.ts';
import { afterwards, isEmpty, type Meanings, stateEntered } from './rule.ts';

/** Number of taken values after which a random suffix is appended instead of a number. */
const slugTriesMax = 20;
const slugSuffixBytes = 5;

/**
 * @param own id of the record itself, which may have the slug; null: it is new
 * @returns `wanted`; where another record has it, with a number after it or, after `slugTriesMax`, a random suffix
 */
export async function freeSlug(
  tx: Transaction,
  collection: string,
  field: string,
  wanted: string,
  own: string | null = null,
): Promise<string> {
  for (let n = 1; n <= slugTriesMax; n++) {
    const slug = n === 1 ? wanted : `${wanted}-${n}`;
    const holder = await tx.findOne(collection, { [field]: slug });
    if (!holder || holder.id === own) return slug;
  }
  return `${wanted}-${randomBytes(slugSuffixBytes).toString('hex')}`;
}

function amountOf(line: Values, name: string): bigint {
  const amount = line[name];
  return typeof amount === 'number' ? BigInt(amount) : 0n;
}

export const valueRules: Pick<Meanings, 'slug' | 'total' | 'order' | 'deadline' | 'balanced'> = {
  slug:
    ({ field, from, collection }, definition) =>
    async (write, tx) => {
      const asked = write.op === 'create' ? isEmpty(write.values[field]) : field in write.values;
      if (write.op === 'delete' || !asked || !isEmpty(write.values[field])) return ok(write.values);
      const wanted = slugOf(String(afterwards(write)[from] ?? ''), slugOf(definition.labels.one, 'record'));
      return ok({ ...write.values, [field]: await freeSlug(tx, collection, field, wanted, write.current?.id ?? null) });
    },

  total: ({ lines }) => {
    const names = [lines, 'discountAmount', 'shippingAmount'];
    return async (write) => {
      if (write.op === 'delete' || !names.some((name) => name in write.values)) return ok(write.values);
      const after = afterwards(write);
      const number = (name: string) => (typeof after[name] === 'number' ? after[name] : 0);
      const totals = totalsOf(
        (after[lines] ?? []) as readonly Line[],
        number('discountAmount'),
        number('shippingAmount'),
      );
      return ok({ ...write.values, ...totals });
    };
  },

  order:
    ({ first, second, apart }) =>
    async (write) => {
      if (write.op === 'delete' || !(first in write.values || second in write.values)) return ok(write.values);
      const { [first]: a, [second]: b } = afterwards(write);
      // Times as we store them, and HH:MM, stand in the order of their text.
      if (typeof a !== 'string' || typeof b !== 'string' || a < b || (a === b && !apart)) return ok(write.values);
      return refuse({
        code: 'times_out_of_order',
        message: `${second} must ${apart ? 'be after' : 'not be before'} ${first}.`,
        path: second,
        detail: { [first]: a },
      });
    },

  deadline: ({ field, relation, minutes }, definition) => {
    const target = definition.fields.find((f) => f.name === relation);
    const to = must(target?.type === 'relation' ? target.to : null, `${relation} is a relation`);
    return async (write, tx) => {
      const { values, current } = write;
      if (write.op === 'delete' || !(relation in values) || values[relation] === current?.[relation]) return ok(values);
      const id = values[relation];
      const terms = typeof id === 'string' ? await tx.get(to, id) : null;
      const born = must(parseTime(current?.createdAt ?? tx.now), 'a stored time');
      const allowed = terms?.[minutes];
      return ok({ ...values, [field]: typeof allowed === 'number' ? isoTime(born + allowed * minuteMs) : null });
    };
  },

  balanced:
    ({ lines, debit, credit, at }, definition) =>
    async (write) => {
      if (stateEntered(definition, write) !== at) return ok(write.values);
      const all = (afterwards(write)[lines] ?? []) as readonly Values[];
      const no = (message: string) => refuse({ code: 'entry_not_balanced', message, path: lines });
      if (all.length < 2) return no('An entry must have at least 2 lines.');
      if (all.some((line) => amountOf(line, debit) > 0n === amountOf(line, credit) > 0n))
        return no(`Each line must have either ${debit} or ${credit}.`);
      const sum = all.reduce((rest, line) => rest + amountOf(line, debit) - amountOf(line, credit), 0n);
      return sum === 0n ? ok(write.values) : no(`Debits and credits differ by ${sum} minor units.`);
    },
};
