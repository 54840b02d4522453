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
export const refundStages = {
  underway: { state: { equals: 'pending' }, method: { equals: 'processor' } },
  to_transfer: { state: { equals: 'pending' }, method: { equals: 'by_hand' } },
  failed: { state: { equals: 'failed' } },
  sent: { state: { equals: 'succeeded' } },
} as const;

export type RefundStage = keyof typeof refundStages;

export const refundStageNames = Object.keys(refundStages) as RefundStage[];

export const isRefundStage = (name: string): name is RefundStage => Object.hasOwn(refundStages, name);

export function stageOf({ method, state }: Pick<RefundRecord, 'method' | 'state'>): RefundStage {
  if (state !== 'pending') return state === 'failed' ? 'failed' : 'sent';
  return method === 'by_hand' ? 'to_transfer' : 'underway';
}

interface Progress {
  /** Registrations that are still to be cancelled. */
  readonly remaining: number;
  readonly refunds: Readonly<Record<RefundStage, number>>;
}

async function readProgress(eventId: string): Promise<Progress> {
  const event = { equals: eventId };
  const status = { in: ['pending', 'confirmed', 'waitlisted'] };
  // First: what is cancelled after it was counted has its refund counted.
  const { remaining } = await countEach(['remaining'], () => ['registrations', { event, status }]);
  const cancelled = { event, cause: { equals: 'event_cancelled' }, amount: { greater_than: 0 } };
  const refunds = await countEach(refundStageNames, (stage) => ['refunds', { ...cancelled, ...refundStages[stage] }]);
  return { remaining, refunds };
}

const sentences: Readonly<Record<RefundStage, { readonly one: MessageKey; readonly many: MessageKey }>> = {
  underway: { one: 'refund_underway', many: 'refunds_underway' },
  sent: { one: 'refund_was_sent', many: 'refunds_were_sent' },
  to_transfer: { one: 'refund_to_transfer', many: 'refunds_to_transfer' },
  failed: { one: 'refund_has_failed', many: 'refunds_have_failed' },
};

/** Each number of refunds has a link to the event's refunds of that stage, which lists those of other causes, too. */
export function RefundProgress({ eventId }: { readonly eventId: string }) {
  const { data, error } = useLiveQuery({
    key: ['refund-progress', eventId],
    read: () => readProgress(eventId),
    of: ['refunds', 'registrations'],
    atMostEveryMs: 1_000,
  });
  if (!data) return <Problem error={error} />;
  const { refunds, remaining } = data;
  const stages = (Object.keys(sentences) as RefundStage[]).filter((stage) => refunds[stage] > 0);
  const isDone = remaining === 0 && refunds.underway === 0;
  return (
    <div role="status">
      {remaining > 0 && (
        <p>{t(remaining === 1 ? 'one_still_cancelled' : 'still_cancelled', { count: countText(remaining) })}</p>
      )}
      {isDone && stages.length === 0 && <p>{t('nothing_had_to_be_refunded')}</p>}
      {stages.length > 0 && (
        <ul className="rows">
          {stages.map((stage) => (
            <li key={stage}>
              <a href={`#/orders/${eventId}?show=refunds&stage=${stage}`}>
                {t(sentences[stage][refunds[stage] === 1 ? 'one' : 'many'], { count: countText(refunds[stage]) })}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
