/** Items of a request with their prices now: what quote and order share. */
import { ok, type Result } from '#shared/base/result.ts';
import type { EventRecord, TicketTypeRecord } from '#shared/modules/events/event.ts';
import { type PricedOrder, priceOrder } from '#shared/modules/events/price-order.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import type { VoucherRecord } from '#shared/modules/events/voucher.ts';
import type { Reader } from '../../../store/contract.ts';
import { eventStatusAt } from '../event/event-status.ts';
import { findVoucher, voucherTerms } from './find-voucher.ts';
import { soldAtSteps } from './places.ts';
import { type ItemInput, readItems } from './read-items.ts';

export interface PricedItems {
  readonly priced: PricedOrder<TicketTypeRecord>;
  readonly voucher: VoucherRecord | null;
}

export interface Buying {
  readonly event: EventRecord;
  readonly items: readonly ItemInput[];
  readonly voucher: string | null | undefined;
  readonly isGuest: boolean;
  readonly nowMs: number;
  readonly prefixOf?: (i: number) => string;
  readonly isOffered?: boolean;
}

/** Checks that the event is upcoming or live: only then is anything sold. */
export function checkOpen(event: EventRecord, nowMs: number): Result<null> {
  const status = eventStatusAt(event, nowMs);
  return status === 'upcoming' || status === 'live' ? ok(null) : refuseWith('event_not_open', { detail: { status } });
}

/** Refuses what `readItems`, `findVoucher` and `priceOrder` refuse, and with `voucher_not_applicable` a voucher without use. */
export async function priceItems(reader: Reader, buying: Buying): Promise<Result<PricedItems>> {
  const { event, isGuest, isOffered = false, items, nowMs, prefixOf } = buying;
  const voucher = await findVoucher(reader, event.id, buying.voucher, nowMs);
  if (!voucher.ok) return voucher;
  const scene = { nowMs, isGuest, isOffered, voucher: voucher.value };
  const wanted = await readItems(reader, event.id, items, scene, prefixOf);
  if (!wanted.ok) return wanted;
  const types = new Map(wanted.value.map(({ type }) => [type.id, type]));
  const soldAt = await soldAtSteps(reader, types.values());
  const terms = voucher.value && voucherTerms(voucher.value);
  const priced = priceOrder(wanted.value, { nowMs, soldAt, voucher: terms });
  if (!priced.ok) return priced;
  const isIdle = voucher.value !== null && priced.value.voucherUses === 0;
  return isIdle
    ? refuseWith('voucher_not_applicable', { path: 'voucher' })
    : ok({ priced: priced.value, voucher: voucher.value });
}
