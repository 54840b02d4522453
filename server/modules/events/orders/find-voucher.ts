/** The voucher that a buyer names, if it can be used now. */
import { ok, type Result } from '#shared/base/result.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { foldVoucherCode, type VoucherRecord, vouchers } from '#shared/modules/events/voucher.ts';
import type { VoucherTerms } from '#shared/modules/events/voucher-terms.ts';
import type { Reader } from '../../../store/contract.ts';
import { timeOf } from '../event/event-status.ts';

const at = { path: 'voucher' } as const;

/** Uses left, in tickets; null: unlimited. */
export function usesLeft({ maxUses, used }: VoucherRecord): number | null {
  return maxUses === null ? null : Math.max(0, maxUses - used);
}

export function voucherTerms(voucher: VoucherRecord): VoucherTerms {
  return { ...voucher, usesLeft: usesLeft(voucher) };
}

/** @param code as the buyer wrote it; absent or empty: none */
export async function findVoucher(
  reader: Reader,
  event: string,
  code: string | null | undefined,
  nowMs: number,
): Promise<Result<VoucherRecord | null>> {
  const folded = foldVoucherCode(code ?? '');
  if (folded === '') return ok(null);
  const voucher = await reader.findOne(vouchers, { event, code: folded });
  if (!voucher?.active) return refuseWith('voucher_unknown', at);
  const { validFrom, validUntil } = voucher;
  if (validFrom !== null && nowMs < timeOf(validFrom))
    return refuseWith('voucher_not_valid_yet', { ...at, detail: { validFrom } });
  if (validUntil !== null && nowMs > timeOf(validUntil))
    return refuseWith('voucher_expired', { ...at, detail: { validUntil } });
  return usesLeft(voucher) === 0 ? refuseWith('voucher_used_up', at) : ok(voucher);
}
