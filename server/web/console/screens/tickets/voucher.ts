/** Vouchers as the page shows them, their form, and many codes at once. */

import { fromZonedInput, zonedInput } from '#shared/base/zoned-input.ts';
import { refuseField } from '../../../parts/as-error.ts';
import { fieldText, numberOrNull, textOrNull, wholeOrNull } from '../../../parts/form/values.ts';
import { countText, priceText } from '../../../parts/money-text.ts';
import { t } from '../../../parts/text/text.ts';
import type { Versioned } from '../../data/save-record.ts';
import type { TicketType } from './ticket-type.ts';

export type VoucherEffect = 'none' | 'percent' | 'amount' | 'price';

export interface Voucher extends Versioned {
  readonly code: string;
  readonly effect: VoucherEffect;
  readonly percent: number | null;
  /** With the effects `amount` and `price`, in currency units. */
  readonly value: number | null;
  /** Ids of the ticket types that the voucher applies to; null or empty: every admission. */
  readonly ticketTypes: readonly string[] | null;
  /** Number of tickets; null: unlimited. */
  readonly maxUses: number | null;
  readonly used: number;
  readonly setAside: number;
  readonly unlocksHidden: boolean;
  readonly validFrom: string | null;
  readonly validUntil: string | null;
  readonly active: boolean;
  readonly note: string | null;
}

export function effectText({ effect, percent, value, unlocksHidden }: Voucher, currency: string): string {
  const texts = {
    none: unlocksHidden ? '' : t('no_discount'),
    percent: t('off', { part: percent ?? 0 }),
    amount: t('off_2', { priceText: priceText(value ?? 0, currency) }),
    price: value ? t('costs', { priceText: priceText(value, currency) }) : t('free'),
  };
  return [texts[effect], unlocksHidden && t('unlocks_hidden_tickets')].filter(Boolean).join(', ');
}

export function voucherState(voucher: Voucher, nowMs = Date.now()) {
  const { active, maxUses, used, validFrom, validUntil } = voucher;
  if (!active) return { label: t('off_3'), tone: 'plain' } as const;
  if (validUntil !== null && Date.parse(validUntil) <= nowMs) return { label: t('expired'), tone: 'plain' } as const;
  if (maxUses !== null && used >= maxUses) return { label: t('used_up'), tone: 'warn' } as const;
  if (validFrom !== null && Date.parse(validFrom) > nowMs) return { label: t('not_valid_yet'), tone: 'warn' } as const;
  return { label: t('valid'), tone: 'success' } as const;
}

export interface VoucherDraft {
  readonly timezone: string;
  /** Code of a new voucher, or the beginning of the codes of several; a random one is made where it is empty. */
  readonly code: string;
  readonly count: string;
  readonly effect: VoucherEffect;
  readonly number: string;
  readonly ticketTypes: readonly string[];
  readonly maxUses: string;
  readonly setAside: string;
  readonly unlocksHidden: boolean;
  readonly validFrom: string;
  readonly validUntil: string;
  readonly active: boolean;
  readonly note: string;
}

export function emptyVoucher(timezone: string): VoucherDraft {
  return {
    timezone,
    code: '',
    count: '1',
    effect: 'percent',
    number: '10',
    ticketTypes: [],
    maxUses: '',
    setAside: '0',
    unlocksHidden: false,
    validFrom: '',
    validUntil: '',
    active: true,
    note: '',
  };
}

export function draftOfVoucher(voucher: Voucher, timezone: string): VoucherDraft {
  const field = (iso: string | null) => (iso === null ? '' : zonedInput(Date.parse(iso), timezone));
  return {
    timezone,
    code: voucher.code,
    count: '1',
    effect: voucher.effect,
    number: fieldText(voucher.effect === 'percent' ? voucher.percent : voucher.value),
    ticketTypes: voucher.ticketTypes ?? [],
    maxUses: fieldText(voucher.maxUses),
    setAside: fieldText(voucher.setAside),
    unlocksHidden: voucher.unlocksHidden,
    validFrom: field(voucher.validFrom),
    validUntil: field(voucher.validUntil),
    active: voucher.active,
    note: voucher.note ?? '',
  };
}

/** @throws GatehouseError beside the row that is wrong */
export function valuesOfVoucher(draft: VoucherDraft): Partial<Voucher> {
  const { effect, timezone } = draft;
  const number = effect === 'none' ? null : numberOrNull(draft.number, 'number');
  if (effect !== 'none' && number === null) refuseField('number', 'required', t('enter_how_much'), null);
  return {
    code: draft.code.trim(),
    effect,
    percent: effect === 'percent' ? number : null,
    value: effect === 'amount' || effect === 'price' ? number : null,
    ticketTypes: draft.ticketTypes,
    maxUses: wholeOrNull(draft.maxUses, 'maxUses'),
    setAside: wholeOrNull(draft.setAside, 'setAside') ?? 0,
    unlocksHidden: draft.unlocksHidden,
    validFrom: fromZonedInput(draft.validFrom, timezone),
    validUntil: fromZonedInput(draft.validUntil, timezone),
    active: draft.active,
    note: textOrNull(draft.note),
  };
}

/** The 32 letters and digits of codes, without those that are mistaken for each other. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const randomLength = 8;
/** Maximum number of vouchers that are created in one transaction. */
export const codesMax = 1_000;

/** Returns a code that cannot be guessed: 8 random letters and digits, after the prefix and a hyphen if there is a prefix. */
export function randomCode(prefix: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(randomLength));
  const code = Array.from(bytes, (byte) => letters[byte % letters.length]).join('');
  return prefix ? `${prefix}-${code}` : code;
}

/**
 * Returns the vouchers to create: one with the code as it was typed, or as many as asked for, each with a code of its own
 * that begins with what was typed.
 *
 * @throws GatehouseError beside the row that is wrong
 */
export function vouchersToMake(draft: VoucherDraft, event: string): readonly object[] {
  const count = wholeOrNull(draft.count, 'count') ?? 1;
  if (count < 1 || count > codesMax)
    refuseField('count', 'count_invalid', t('enter_a_number_from_1_to', { count: countText(codesMax) }), null);
  const { code, ...values } = valuesOfVoucher(draft);
  if (count === 1) return [{ ...values, event, code: code || randomCode('') }];
  const codes = new Set<string>();
  while (codes.size < Math.min(count, codesMax)) codes.add(randomCode(code ?? ''));
  return [...codes].map((one) => ({ ...values, event, code: one }));
}

export const typeNames = (ids: readonly string[] | null, types: readonly TicketType[]): string =>
  ids === null || ids.length === 0
    ? t('all_tickets')
    : ids.map((id) => types.find((type) => type.id === id)?.name ?? t('deleted_2')).join(', ');
