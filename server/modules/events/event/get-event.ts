/** `events.get`. */
import { ok } from '#shared/base/result.ts';
import { getEvent } from '#shared/modules/events/actions.ts';
import { action } from '../../../core/collections/action.ts';
import { eventOf } from '../records.ts';
import { readEventAnswer } from './event-answer.ts';

export const getEventAction = action(getEvent, async (reader, { eventId }, { clock }) => {
  const event = await eventOf(reader, eventId);
  return event.ok ? ok(await readEventAnswer(reader, event.value, clock())) : event;
});
