/** `events.update`: what is given changes; ticket types, lists and gates are added, or changed by their id. */
import { must } from '#shared/base/assert.ts';
import { ok } from '#shared/base/result.ts';
import { updateEvent } from '#shared/modules/events/actions.ts';
import { events } from '#shared/modules/events/event.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { action } from '../../../core/collections/action.ts';
import { eventOf, ticketTypesOf } from '../records.ts';
import { checkGates, checkLists, declareGates, declareLists, declareTicketTypes } from './declare.ts';
import { readEventAnswer } from './event-answer.ts';
import { ticketTypeValues } from './ticket-type-values.ts';

export const updateEventAction = action(updateEvent, async (tx, input, { clock, writes }) => {
  const found = await eventOf(tx, input.eventId);
  if (!found.ok) return found;
  if (found.value.status === 'cancelled') return refuseWith('event_over');

  const { eventId, tickets, gates, lists, ...given } = input;
  const patch = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== undefined));
  const known = (await ticketTypesOf(tx, eventId)).map(({ key }) => key);
  const types = ticketTypeValues(tickets ?? [], known);
  if (!types.ok) return types;
  const keys = [...known, ...types.value.map(({ key }) => key)];
  const good = checkGates(gates ?? [], new Set(keys));
  if (!good.ok) return good;
  const counted = checkLists(lists ?? []);
  if (!counted.ok) return counted;

  const changed = await must(writes, 'checked writes').update(tx, events, eventId, patch);
  if (!changed.ok) return changed;
  const event = changed.value;
  await declareTicketTypes(tx, eventId, types.value);
  await declareLists(tx, eventId, lists ?? []);
  await declareGates(tx, eventId, gates ?? []);
  return ok(await readEventAnswer(tx, event, clock()));
});
