/** Writes an event's ticket types, lists and gates: new ones are made, those with a known id are changed, none is removed. */

import { must } from '#shared/base/assert.ts';
import { ok, type Refusal, type Result } from '#shared/base/result.ts';
import type { gateInput, listInput } from '#shared/modules/events/actions.ts';
import { ticketTypes as ticketTypesCollection } from '#shared/modules/events/event.ts';
import { refusal, refuseWith } from '#shared/modules/events/refusals.ts';
import type { ValuesOf } from '#shared/schema/infer.ts';
import type { Transaction } from '../../../store/contract.ts';
import { gatesOf, ticketTypesOf } from '../records.ts';
import { ensureList, mainListKey } from './event-ground.ts';
import { ensureSeatCount, ticketTypeSeats } from './seats.ts';
import type { TicketTypeValues } from './ticket-type-values.ts';

export type GateInput = ValuesOf<typeof gateInput>;
export type ListInput = ValuesOf<typeof listInput>;

export async function declareTicketTypes(
  tx: Transaction,
  eventId: string,
  types: readonly TicketTypeValues[],
): Promise<void> {
  const known = await ticketTypesOf(tx, eventId);
  let position = known.length;
  const links = new Map<string, readonly string[]>();
  for (const { addOnTo, ...type } of types) {
    if (addOnTo) links.set(type.key, addOnTo);
    const present = known.find(({ key }) => key === type.key);
    if (present) {
      await tx.update('ticket_types', present.id, type);
      continue;
    }
    const made = await tx.create(ticketTypesCollection, { ...type, event: eventId, position: position++ });
    await ensureSeatCount(tx, eventId, ticketTypeSeats(made));
  }
  await linkAddOns(tx, eventId, links);
}

/** Add-ons name ticket types by key, also of those that were made with them. */
async function linkAddOns(tx: Transaction, eventId: string, links: ReadonlyMap<string, readonly string[]>) {
  if (links.size === 0) return;
  const types = await ticketTypesOf(tx, eventId);
  for (const type of types) {
    const keys = links.get(type.key);
    if (!keys) continue;
    const addOnTo = types.filter(({ key }) => keys.includes(key)).map(({ id }) => id);
    await tx.update('ticket_types', type.id, { addOnTo });
  }
}

/** @param keys of all ticket types the event has or is about to have */
export function checkGates(gates: readonly GateInput[], keys: ReadonlySet<string>): Result<null> {
  const problems: Refusal[] = [];
  const seen = new Set<string>();
  gates.forEach((gate, i) => {
    if (seen.has(gate.id)) problems.push(refusal('duplicate_gate_id', { path: `gates[${i}].id` }));
    seen.add(gate.id);
    gate.ticketTypes?.forEach((key, n) => {
      if (keys.has(key)) return;
      problems.push(
        refusal('ticket_type_unknown', { path: `gates[${i}].ticketTypes[${n}]`, detail: { allowed: [...keys] } }),
      );
    });
  });
  const [first, ...more] = problems;
  return first ? { ok: false, errors: [first, ...more] } : ok(null);
}

export function checkLists(lists: readonly ListInput[]): Result<null> {
  const seen = new Set<string>();
  for (const [i, { id }] of lists.entries()) {
    if (seen.has(id)) return refuseWith('duplicate_list_id', { path: `lists[${i}].id` });
    seen.add(id);
  }
  return ok(null);
}

export async function declareLists(tx: Transaction, eventId: string, lists: readonly ListInput[]): Promise<void> {
  for (const { id, name, ...rest } of lists) {
    const list = await ensureList(tx, eventId, id);
    await tx.update('checkin_lists', list, { ...rest, ...(name !== null && { name }) });
  }
}

export async function declareGates(tx: Transaction, eventId: string, gates: readonly GateInput[]): Promise<void> {
  const types = await ticketTypesOf(tx, eventId);
  const known = await gatesOf(tx, eventId);
  for (const gate of gates) {
    const { id, list, name, ticketTypes, ...rest } = gate;
    const values = {
      ...rest,
      key: id,
      name: name ?? id,
      list: await ensureList(tx, eventId, list ?? mainListKey),
      ticketTypes: (ticketTypes ?? []).map(
        (key) =>
          must(
            types.find((type) => type.key === key),
            'checked before',
          ).id,
      ),
    };
    const present = known.find(({ key }) => key === id);
    if (present) await tx.update('gates', present.id, values);
    else await tx.create('gates', { ...values, event: eventId });
  }
}
