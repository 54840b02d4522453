/** Rules of the generated writes of vouchers: a normalized code, a complete effect, and set-aside seats that are free. */
import { ok, type Result } from '#shared/base/result.ts';
import { events, ticketTypes } from '#shared/modules/events/event.ts';
import { isWholeBasisPoints } from '#shared/modules/events/money.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { foldVoucherCode, type VoucherRecord } from '#shared/modules/events/voucher.ts';
import type { CollectionRule } from '../../../core/collections/action.ts';
import type { Transaction } from '../../../store/contract.ts';
import { declared } from '../event/declared.ts';
import { openSetAside, seatsLeft } from '../event/seats.ts';

function checkEffect({ effect, percent, value }: VoucherRecord): Result<null> {
  const isMissing = effect === 'percent' ? percent === null : effect !== 'none' && value === null;
  if (isMissing) return refuseWith('voucher_incomplete', { path: effect === 'percent' ? 'percent' : 'value' });
  return percent === null || isWholeBasisPoints(percent)
    ? ok(null)
    : refuseWith('percent_precision', { path: 'percent' });
}

/** Seats that are set aside are taken from what is left for all others. */
async function checkSetAside(tx: Transaction, voucher: VoucherRecord): Promise<Result<null>> {
  if (voucher.setAside === 0) return ok(null);
  const [typeId, ...more] = voucher.ticketTypes ?? [];
  if (typeId === undefined || more.length > 0) return refuseWith('voucher_needs_ticket_type', { path: 'ticketTypes' });
  const event = await tx.get(events, voucher.event);
  const type = await tx.get(ticketTypes, typeId);
  if (!event || !type) return refuseWith('other_event', { path: 'ticketTypes' });
  const left = await seatsLeft(tx, event, type, tx.now, { id: voucher.id, uses: voucher.setAside });
  const wanted = openSetAside(voucher, tx.now);
  if (left === null || wanted <= left.available) return ok(null);
  const detail = { available: Math.max(0, left.available) };
  return refuseWith('set_aside_too_large', { path: 'setAside', detail });
}

export const voucherRule: CollectionRule = declared({
  collection: 'vouchers',
  relations: { ticketTypes: 'ticket_types' },
  async check(whole, given, tx) {
    const code = foldVoucherCode(String(whole['code']));
    const voucher = {
      percent: null,
      value: null,
      ticketTypes: null,
      used: 0,
      setAside: 0,
      ...whole,
      code,
    } as VoucherRecord;
    const effect = checkEffect(voucher);
    if (!effect.ok) return effect;
    const seats = await checkSetAside(tx, voucher);
    return seats.ok ? ok({ ...given, ...('code' in given && { code }) }) : seats;
  },
});
