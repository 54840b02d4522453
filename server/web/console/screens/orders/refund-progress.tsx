/**
 * Shows the progress of a cancelled event: how many registrations are still to be cancelled, and how many refunds were sent,
 * are under way, failed or wait for a transfer by the organizer.
 */

import type { RefundRecord } from '#shared/modules/events/registration.ts';
import { countText } from '../../../parts/money-text.ts';
import { Problem } from '../../../parts/problem.tsx';
import { type MessageKey, t } from '../../../parts/text/text.ts';
import { countEach } from '../../data/count-each.ts';
import { useLiveQuery } from '../../data/live-query.ts';

/** The stages of a refund, each as the filter that the list of refunds uses. */
export const refundStands = {
  underway: { state: { equals: 'pending' }, method: { equals: 'processor' } },
  to_transfer: { state: { equals: 'pending' }, method: { equals: 'by_hand' } },
  failed: { state: { equals: 'failed' } },
  sent: { state: { equals: 'succeeded' } },
} as const;

export type RefundStand = keyof typeof refundStands;

export const isRefundStand = (name: string): name is RefundStand => Object.hasOwn(refundStands, name);

export function standOf({ method, state }: Pick<RefundRecord, 'method' | 'state'>): RefundStand {
  if (state !== 'pending') return state === 'failed' ? 'failed' : 'sent';
  return method === 'by_hand' ? 'to_transfer' : 'underway';
}

interface Progress {
  /** Registrations that are still to be cancelled. */
  readonly standing: number;
  readonly refunds: Readonly<Record<RefundStand, number>>;
}

async function readProgress(eventId: string): Promise<Progress> {
  const event = { equals: eventId };
  const status = { in: ['pending', 'confirmed', 'waitlisted'] };
  // First: what is cancelled after it was counted has its refund counted.
  const { standing } = await countEach(['standing'], () => ['registrations', { event, status }]);
  const cancelled = { event, cause: { equals: 'event_cancelled' }, amount: { greater_than: 0 } };
  const stands = ['underway', 'to_transfer', 'failed', 'sent'] as const;
  const refunds = await countEach(stands, (stand) => ['refunds', { ...cancelled, ...refundStands[stand] }]);
  return { standing, refunds };
}

const sentences: Readonly<Record<RefundStand, { readonly one: MessageKey; readonly many: MessageKey }>> = {
  underway: { one: 'refund_underway', many: 'refunds_underway' },
  sent: { one: 'refund_was_sent', many: 'refunds_were_sent' },
  to_transfer: { one: 'refund_to_transfer', many: 'refunds_to_transfer' },
  failed: { one: 'refund_has_failed', many: 'refunds_have_failed' },
};

/** Each number leads to the refunds that it counts. */
export function RefundProgress({ eventId }: { readonly eventId: string }) {
  const { data, error } = useLiveQuery({
    key: ['refund-progress', eventId],
    read: () => readProgress(eventId),
    of: ['refunds', 'registrations'],
    atMostEveryMs: 1_000,
  });
  if (!data) return <Problem error={error} />;
  const { refunds, standing } = data;
  const stands = (Object.keys(sentences) as RefundStand[]).filter((stand) => refunds[stand] > 0);
  const isDone = standing === 0 && refunds.underway === 0;
  return (
    <div role="status">
      {standing > 0 && (
        <p>{t(standing === 1 ? 'one_still_cancelled' : 'still_cancelled', { count: countText(standing) })}</p>
      )}
      {isDone && stands.length === 0 && <p>{t('nothing_had_to_be_refunded')}</p>}
      {stands.length > 0 && (
        <ul className="rows">
          {stands.map((stand) => (
            <li key={stand}>
              <a href={`#/orders/${eventId}?show=refunds&stand=${stand}`}>
                {t(sentences[stand][refunds[stand] === 1 ? 'one' : 'many'], { count: countText(refunds[stand]) })}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
