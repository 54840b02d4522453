/** Rules of records that are declared for one event: they stay with it, and name only records of it. */
import type { Values } from '#shared/base/json.ts';
import { ok, type Result } from '#shared/base/result.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import type { CollectionRule } from '../../../core/collections/action.ts';
import type { Reader, Transaction } from '../../../store/contract.ts';

export type { Values };

/** Refuses with `other_event` where a field names a record of another event. @param fields field → collection */
async function ofOneEvent(
  reader: Reader,
  values: Values,
  fields: Readonly<Record<string, string>>,
): Promise<Result<null>> {
  for (const [path, collection] of Object.entries(fields)) {
    const given = values[path];
    for (const id of Array.isArray(given) ? given : given ? [given] : []) {
      const record = await reader.get(collection, String(id));
      if (record?.['event'] !== values['event']) return refuseWith('other_event', { path });
    }
  }
  return ok(null);
}

export interface Declared {
  readonly collection: string;
  /** Field → collection of the records it names. */
  readonly relations: Readonly<Record<string, string>>;
  /** Fields that cannot be changed, beside `event`. */
  readonly fixed?: readonly string[];
  /**
   * @param whole the record as it will be
   * @param given what is written
   * @returns the values to write
   */
  readonly check: (whole: Values, given: Values, tx: Transaction) => Promise<Result<Values>> | Result<Values>;
}

export function declared({ collection, relations, fixed = [], check }: Declared): CollectionRule {
  return {
    collection,
    async before({ op, values, current }, tx) {
      if (op === 'delete') return ok(values);
      const changed = ['event', ...fixed].find((path) => current && path in values && values[path] !== current[path]);
      if (changed !== undefined) return refuseWith('field_fixed', { path: changed });
      const whole = { ...current, ...values };
      const related = await ofOneEvent(tx, whole, relations);
      return related.ok ? check(whole, values, tx) : related;
    },
  };
}

/** Checks that a question of one of these kinds has two or more different options, and one of another kind has none. */
export function checkOptions(choices: readonly string[]): Declared['check'] {
  return ({ kind, options }, given) => {
    const named = Array.isArray(options) ? options : [];
    const isGood = choices.includes(String(kind))
      ? new Set(named).size === named.length && named.length >= 2
      : named.length === 0;
    return isGood ? ok(given) : refuseWith('options_missing', { path: 'options' });
  };
}
