/** Rules of the generated create and update of lists, gates, entry rules, questions and kiosks: one event, valid values. */
import { ok } from '#shared/base/result.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import type { CollectionRule } from '../../../core/collections/action.ts';
import { checkOptions, type Declared, declared } from '../event/declared.ts';
import { timeOf } from '../event/event-status.ts';

const checkHours: Declared['check'] = ({ opensAt, closesAt }, given) => {
  if (typeof opensAt !== 'string' || typeof closesAt !== 'string') return ok(given);
  return timeOf(closesAt) < timeOf(opensAt) ? refuseWith('closes_before_opening', { path: 'closesAt' }) : ok(given);
};

const anything: Declared['check'] = (_whole, given) => ok(given);
const ticketTypes = { ticketTypes: 'ticket_types' } as const;

/** A box is no kiosk that an organizer may put at a gate, and no kiosk becomes one: each was paired as what it is. */
const boxStaysBox: CollectionRule = {
  collection: 'kiosks',
  async before({ op, values, current }) {
    const role = values['role'];
    const moved = op === 'update' && role !== undefined && (role === 'box') !== (current?.['role'] === 'box');
    return moved ? refuseWith('field_fixed', { path: 'role' }) : ok(values);
  },
};

export const declaredRules: readonly CollectionRule[] = [
  boxStaysBox,
  // A kiosk may be moved to another gate, of its own event.
  declared({ collection: 'kiosks', relations: { gate: 'gates' }, check: anything }),
  declared({ collection: 'checkin_lists', relations: { session: 'sessions' }, check: anything }),
  declared({ collection: 'gates', relations: { list: 'checkin_lists', ...ticketTypes }, check: checkHours }),
  declared({
    collection: 'entry_rules',
    relations: { list: 'checkin_lists', gate: 'gates', ...ticketTypes },
    check: checkHours,
  }),
  declared({ collection: 'checkin_questions', relations: ticketTypes, check: checkOptions(['choice']) }),
];
