/** What the generated create and update of lists, gates, entry rules, questions, kiosks must keep: one event, sane values. */
import { ok, type Result } from '#shared/base/result.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import type { CollectionRule } from '../../../core/collections/module.ts';
import type { Reader } from '../../../store/contract.ts';
import { timeOf } from '../event/event-status.ts';

type Values = Readonly<Record<string, unknown>>;

/** Fields that name records of the same event, and the collections these are in. */
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

function checkHours({ opensAt, closesAt }: Values): Result<null> {
  if (typeof opensAt !== 'string' || typeof closesAt !== 'string') return ok(null);
  return timeOf(closesAt) < timeOf(opensAt) ? refuseWith('closes_before_opening', { path: 'closesAt' }) : ok(null);
}

function checkOptions({ kind, options }: Values): Result<null> {
  const given = Array.isArray(options) ? options : [];
  const good = kind === 'choice' ? new Set(given).size === given.length && given.length >= 2 : given.length === 0;
  return good ? ok(null) : refuseWith('options_missing', { path: 'options' });
}

function declared(
  collection: string,
  relations: Readonly<Record<string, string>>,
  check: (values: Values) => Result<null>,
): CollectionRule {
  return {
    collection,
    async before({ op, values, current }, tx) {
      if (op === 'delete') return ok(values);
      if (current && 'event' in values && values['event'] !== current['event']) {
        return refuseWith('field_fixed', { path: 'event' });
      }
      const whole = { ...current, ...values };
      const related = await ofOneEvent(tx, whole, relations);
      if (!related.ok) return related;
      const checked = check(whole);
      return checked.ok ? ok(values) : checked;
    },
  };
}

const anything = () => ok(null);

export const declaredRules: readonly CollectionRule[] = [
  // A kiosk may be moved to another gate, of its own event.
  declared('kiosks', { gate: 'gates' }, anything),
  declared('checkin_lists', {}, anything),
  declared('gates', { list: 'checkin_lists', ticketTypes: 'ticket_types' }, checkHours),
  declared('entry_rules', { list: 'checkin_lists', gate: 'gates', ticketTypes: 'ticket_types' }, checkHours),
  declared('checkin_questions', { ticketTypes: 'ticket_types' }, checkOptions),
];
