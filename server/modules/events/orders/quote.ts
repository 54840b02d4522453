/** Implements the action `events.quote`: prices the items of an order as of now, and writes nothing. */
import { ok } from '#shared/base/result.ts';
import { shareOf } from '#shared/modules/events/money.ts';
import { quote } from '#shared/modules/events/order-actions.ts';
import { action } from '../../../core/collections/action.ts';
import { feePercentOf } from '../payments/charge-terms.ts';
import { eventOf } from '../records.ts';
import { pricedAnswer, sumsAnswer, termsAnswer, voucherAnswer } from './order-answer.ts';
import { methodsOf } from './order-method.ts';
import { checkOpen, priceItems } from './price-items.ts';
import { isGuest } from './read-items.ts';

export const quoteAction = action(quote, async (reader, input, { actor, clock }) => {
  const nowMs = clock();
  const event = await eventOf(reader, input.eventId);
  if (!event.ok) return event;
  const open = checkOpen(event.value, nowMs);
  if (!open.ok) return open;
  const { items, voucher } = input;
  const guest = isGuest(actor);
  const priced = await priceItems(reader, { event: event.value, items, voucher, isGuest: guest, nowMs });
  if (!priced.ok) return priced;
  const { amount, currency, lines } = priced.value.priced;
  const fee = guest ? null : shareOf(amount, feePercentOf(event.value) ?? 0, currency);
  return ok({
    lines: pricedAnswer(lines, currency),
    ...sumsAnswer({ ...priced.value.priced, fee }),
    ...voucherAnswer(priced.value.voucher),
    methods: methodsOf(event.value, amount),
    ...termsAnswer(event.value),
  });
});
