/** `events.remove_sample_event`: the sample event and every record that belongs to it, in one transaction. */
import { ok } from '#shared/base/result.ts';
import { events } from '#shared/modules/events/event.ts';
import { kiosks } from '#shared/modules/events/gate.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import { removeSampleEvent } from '#shared/modules/events/sample-actions.ts';
import { where } from '#shared/query/query.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import { action } from '../../../core/collections/action.ts';
import type { Transaction } from '../../../store/contract.ts';
import { importChunks, importedAttendees } from '../import/import-tables.ts';
import { whatIsThere } from '../what-is-there.ts';

/** More than this is no sample any more: its people have been registered for a reason, and one transaction is too short. */
const peopleMax = 500;
const batchMax = 500;

/** Belong to a record of the event and do not name the event themselves: collection, field, where it leads. */
const indirect = [
  ['outgoing_mails', 'registration', 'registrations'],
  ['outgoing_mails', 'order', 'ticket_orders'],
  ['outgoing_mails', 'waitlistEntry', 'waitlist_entries'],
  ['payment_events', 'registration', 'registrations'],
  [importChunks.name, 'import', 'attendee_imports'],
] as const;

export const removeSampleAction = action(removeSampleEvent, async (tx, _input, { collections }) => {
  const event = await tx.findOne(events, { sample: true });
  if (!event) return ok({ removed: false, id: null });
  const people = await tx.find(registrations, { where: where({ event: event.id }), limit: peopleMax + 1 });
  const paired = await whatIsThere(tx).find(kiosks, { where: where({ event: event.id, revokedAt: null }), limit: 1 });
  if (people.length > peopleMax || paired.length > 0) return refuseWith('sample_event_used');
  for (const [collection, field, to] of indirect)
    for (const id of await idsOf(tx, to, event.id)) await deleteAll(tx, collection, { [field]: id });
  for (const { name } of namingEvent([...(collections?.values() ?? []), importedAttendees]))
    await deleteAll(tx, name, { event: event.id });
  await tx.delete(events, event.id);
  return ok({ removed: true, id: event.id });
});

/** The module's own: records of other modules that point to an event are not this action's to delete. */
function namingEvent(all: readonly CollectionDefinition[]): readonly CollectionDefinition[] {
  return all.filter(
    ({ module, fields }) =>
      module === 'events' && fields.some((field) => field.name === 'event' && field.type === 'relation'),
  );
}

async function idsOf(tx: Transaction, collection: string, event: string): Promise<readonly string[]> {
  const found = await whatIsThere(tx).find(collection, { where: where({ event }), limit: 2 * peopleMax });
  return found.map(({ id }) => id);
}

async function deleteAll(tx: Transaction, collection: string, of: Readonly<Record<string, string>>): Promise<void> {
  for (;;) {
    const found = await whatIsThere(tx).find(collection, { where: where(of), limit: batchMax });
    for (const { id } of found) await tx.delete(collection, id);
    if (found.length < batchMax) return;
  }
}
