/** `events.publish`: a draft opens for registration. Again: the same answer. */

import { ok } from '#shared/base/result.ts';
import { publishEvent } from '#shared/modules/events/actions.ts';
import { events } from '#shared/modules/events/event.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { preparedAction } from '../../../core/collections/action.ts';
import { asksSandbox } from '../asks-sandbox.ts';
import { canSell } from '../payments/can-charge.ts';
import type { EventsPorts } from '../ports.ts';
import { eventOf } from '../records.ts';
import { readEventAnswer } from './event-answer.ts';
import { missingSlug } from './event-slug.ts';
import { eventStatusAt } from './event-status.ts';

export function publishEventAction(ports: EventsPorts) {
  return preparedAction(publishEvent, asksSandbox(ports), async (tx, { eventId }, { clock }, sandbox) => {
    const found = await eventOf(tx, eventId);
    if (!found.ok) return found;
    const published = {
      ...found.value,
      status: found.value.status === 'draft' ? ('upcoming' as const) : found.value.status,
    };
    const status = eventStatusAt(published, clock());
    if (status === 'cancelled' || status === 'completed') return refuseWith('event_not_draft', { detail: { status } });
    const may = await canSell(tx, found.value, sandbox, ports);
    if (!may.ok) return may;
    const event = await tx.update(events, eventId, { status, ...(await missingSlug(tx, found.value)) });
    return ok(await readEventAnswer(tx, event, clock()));
  });
}
