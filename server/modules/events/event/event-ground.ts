/**
 * The records that an event needs before anyone can register: a signing key, a check-in list, seat counts. Made by
 * `events.create` in the same transaction, by a follower for events that came another way (import, GraphQL), and by actions
 * that take a seat, which may run before the follower.
 */

import { ok } from '#shared/base/result.ts';
import { type EventRecord, events, ticketTypes } from '#shared/modules/events/event.ts';
import type { Follower } from '../../../core/collections/follower.ts';
import type { Transaction } from '../../../store/contract.ts';
import { throwIfRefused } from '../throw-if-refused.ts';
import { ensureTicketKey, type KeyPorts } from '../ticket-keys.ts';
import { ensureSeatCount, eventSeats, ticketTypeSeats } from './seats.ts';

/** Key of the list that gates count on when they name none. */
export const mainListKey = 'default';

/** @returns the id of the list with this key, which is made where there is none */
export async function ensureList(tx: Transaction, eventId: string, key: string): Promise<string> {
  const found = await tx.findOne('checkin_lists', { event: eventId, key });
  if (found) return found.id;
  const name = key === mainListKey ? 'Admission' : key;
  const usual = { counting: 'once', exitFirst: false, passbackMinutes: 0 };
  return (await tx.create('checkin_lists', { ...usual, event: eventId, key, name })).id;
}

export async function layGround(tx: Transaction, event: EventRecord, ports: KeyPorts): Promise<void> {
  await ensureTicketKey(tx, event.id, ports);
  await ensureList(tx, event.id, mainListKey);
  await ensureSeatCount(tx, event.id, eventSeats(event));
}

export function prepareEvents(ports: KeyPorts): Follower {
  return {
    name: 'events.prepare',
    collections: ['events', 'ticket_types'],
    async handle(changes, { commit }) {
      const made = changes.filter((change) => change.op === 'create');
      if (made.length === 0) return;
      const done = await commit(async (tx) => {
        for (const { collection, id } of made) {
          const event = collection === events.name ? await tx.get(events, id) : null;
          if (event) await layGround(tx, event, ports);
          const type = collection === ticketTypes.name ? await tx.get(ticketTypes, id) : null;
          if (type) await ensureSeatCount(tx, type.event, ticketTypeSeats(type));
        }
        return ok(null);
      });
      throwIfRefused(done);
    },
  };
}
