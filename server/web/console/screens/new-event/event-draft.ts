/** The answers to the five questions, and the event that they make. */

import { fromZonedInput, ownTimeZone, zonedInput } from '#shared/base/zoned-input.ts';
import type { eventTypes } from '#shared/modules/events/event.ts';
import { allRefusals, refuseField } from '../../../parts/as-error.ts';
import { numberOrNull, textOrNull, wholeOrNull } from '../../../parts/form/values.ts';
import { t } from '../../../parts/text/text.ts';
import { request } from '../../data/client.ts';

export type EventType = (typeof eventTypes)[number];

export const typeLabels: Readonly<Record<EventType, string>> = {
  conference: t('conference'),
  meeting: t('meeting_or_party'),
  webinar: t('webinar'),
  hybrid: t('in_person_and_online'),
  tradeshow: t('trade_show'),
};

export interface EventDraft {
  readonly name: string;
  /** Start and end as the fields hold them, in `timezone`; price and quantity as typed, an empty quantity is unlimited. */
  readonly startsAt: string;
  readonly endsAt: string;
  readonly timezone: string;
  readonly venue: string;
  readonly type: EventType;
  readonly isFree: boolean;
  readonly price: string;
  readonly currency: string;
  readonly quantity: string;
}

const dayMs = 86_400_000;
const nextMonthMs = 30 * dayMs;

export function emptyDraft(nowMs = Date.now()): EventDraft {
  const timezone = ownTimeZone();
  const [day] = zonedInput(nowMs + nextMonthMs, timezone).split('T');
  return {
    name: '',
    startsAt: `${day}T09:00`,
    endsAt: `${day}T18:00`,
    timezone,
    venue: '',
    type: 'conference',
    isFree: true,
    price: '',
    currency: 'EUR',
    quantity: '',
  };
}

/** The body of `POST /events`. @throws GatehouseError beside the row that is wrong */
export function eventBody(draft: EventDraft) {
  const { timezone, isFree, currency } = draft;
  const startsAt =
    fromZonedInput(draft.startsAt, timezone) ??
    refuseField('startsAt', 'required', t('enter_when_the_event_starts'), '');
  const endsAt =
    fromZonedInput(draft.endsAt, timezone) ?? refuseField('endsAt', 'required', t('enter_when_the_event_ends'), '');
  const price = isFree
    ? 0
    : (numberOrNull(draft.price, 'price') ?? refuseField('price', 'required', t('enter_a_price_or_choose_free'), 0));
  return {
    name: draft.name.trim(),
    type: draft.type,
    status: 'draft',
    startsAt,
    endsAt,
    timezone,
    venue: textOrNull(draft.venue),
    tickets: [
      { id: 'standard', name: t('standard'), price, currency, quantity: wholeOrNull(draft.quantity, 'quantity') ?? -1 },
    ],
    gates: [{ id: 'main-entrance', name: t('main_entrance') }],
  };
}

/** @returns the id of the event. @throws GatehouseError */
export async function createEvent(draft: EventDraft): Promise<string> {
  return (
    await request<{ id: string }>(
      'POST',
      '/events',
      allRefusals(() => eventBody(draft)),
    )
  ).id;
}
