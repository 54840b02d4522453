/** `events.preview_batch`: whom a bulk action would reach, and what a cancellation would give back. */
import { ok } from '#shared/base/result.ts';
import { previewBatch } from '#shared/modules/events/attendee-batch-actions.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import { type RegistrationRecord, registrations } from '#shared/modules/events/registration.ts';
import type { InputOf } from '#shared/schema/infer.ts';
import { action } from '../../../core/collections/action.ts';
import type { Reader } from '../../../store/contract.ts';
import { recipientsAfter } from '../messages/recipient-pages.ts';
import { chosenOf } from '../messages/recipients.ts';
import { eventOf } from '../records.ts';
import { cancelShare, isOver, mayCancel } from '../registration/cancel-registration.ts';
import { refundAsked } from './for-one.ts';

/** People that are counted, rounded up to a page; `people` counts all. */
const lookedAtMax = 5_000;
const pageSize = 500;

interface Share {
  readonly amount: number;
  readonly currency: string;
}
type Expected = 'nothing' | 'refused' | Share;

type Input = Pick<InputOf<typeof previewBatch.input>, 'action' | 'refund'>;

async function expected(
  reader: Reader,
  event: EventRecord,
  place: RegistrationRecord,
  { action: asked, refund = null }: Input,
  nowMs: number,
): Promise<Expected> {
  if (isOver(place)) return 'nothing';
  const { currency } = place;
  if (asked === 'check_in' && place.checkedInAt !== null) return 'nothing';
  if (asked !== 'cancel') return place.status === 'confirmed' ? { amount: 0, currency } : 'refused';
  const how = { asked: refundAsked({ refund }), nowMs };
  if (!mayCancel(event, place, how.asked, nowMs).ok) return 'refused';
  return { amount: (await cancelShare(reader, event, place, how)).amount, currency };
}

export const previewBatchAction = action(previewBatch, async (reader, input, context) => {
  const { eventId, search, where } = input;
  const event = await eventOf(reader, eventId);
  if (!event.ok) return event;
  const condition = chosenOf({ where, search }, eventId, context);
  if (!condition.ok) return condition;
  const people = await reader.count(registrations, condition.value, search ?? undefined);
  const refunds = new Map<string, Share & { readonly registrations: number }>();
  const counts = { counted: 0, affected: 0, refused: 0 };
  const nowMs = context.clock();

  for (let after: string | null = null; counts.counted < lookedAtMax; ) {
    const page: readonly RegistrationRecord[] = await recipientsAfter(
      reader,
      condition.value,
      after,
      pageSize,
      search ?? undefined,
    );
    for (const place of page) {
      counts.counted += 1;
      const share = await expected(reader, event.value, place, input, nowMs);
      if (share === 'refused') counts.refused += 1;
      if (share === 'refused' || share === 'nothing') continue;
      counts.affected += 1;
      const known = refunds.get(share.currency) ?? { amount: 0, currency: share.currency, registrations: 0 };
      if (share.amount > 0)
        refunds.set(share.currency, {
          ...known,
          amount: known.amount + share.amount,
          registrations: known.registrations + 1,
        });
    }
    const last = page.at(-1);
    if (!last || page.length < pageSize) break;
    after = last.id;
  }
  return ok({ people, ...counts, refunds: [...refunds.values()] });
});
