/** The other ticket type becomes valid: seats, number and badge code move in one transaction, and the old code dies. */
import { must } from '#shared/base/assert.ts';
import { ticketTypes } from '#shared/modules/events/event.ts';
import { type RegistrationRecord, registrations, type SoldAs } from '#shared/modules/events/registration.ts';
import { type VoucherRecord, vouchers } from '#shared/modules/events/voucher.ts';
import { voucherApplies } from '#shared/modules/events/voucher-terms.ts';
import { badgeCode, badgeCodeRandomBytes } from '#shared/ticket/badge-code.ts';
import { ticketNumber, ticketNumberRandomBytes } from '#shared/ticket/ticket-number.ts';
import type { Reader, Transaction } from '../../../store/contract.ts';
import { queueMail } from '../letters/queue-mail.ts';
import { countUses, freeTypeSeat } from '../orders/places.ts';
import type { EventsPorts } from '../ports.ts';
import { joinAnswers } from './change-answers.ts';
import { soldByOrder } from './sold-as.ts';

type Random = Pick<EventsPorts, 'randomBytes'>;

/** Whether the registration is confirmed and of the type that the change was priced from; true for a row that is no change. */
export async function changeFits(
  reader: Reader,
  { changeFrom, changeOf }: Pick<RegistrationRecord, 'changeFrom' | 'changeOf'>,
): Promise<boolean> {
  if (changeOf === null) return true;
  const registration = await reader.get(registrations, changeOf);
  return registration?.status === 'confirmed' && registration.ticketType === changeFrom;
}

/** Values that the change writes to the registration. */
export interface NewType {
  readonly ticketType: string;
  readonly priceStep: string | null;
  /** Minor units: the price before discount. */
  readonly listAmount: number | null;
  /** Minor units, above 0 paid and below 0 refunded. */
  readonly difference: number;
  /** Currency of the difference. */
  readonly currency: string;
  /** Answers to the questions of the new type. */
  readonly answers: unknown;
  /** Null: the stored value stays. */
  readonly soldAs: SoldAs | null;
}

/** The voucher of a registration as far as its ticket, not its add-ons, has used it. */
export async function voucherOf(reader: Reader, registration: RegistrationRecord): Promise<VoucherRecord | null> {
  const { ticketType, voucher: id, voucherUses } = registration;
  if (id === null || (voucherUses ?? 0) === 0) return null;
  const voucher = await reader.get(vouchers, id);
  const type = await reader.get(ticketTypes, ticketType);
  return voucher && type && voucherApplies(voucher, type) ? voucher : null;
}

/** One use is free again where the voucher does not apply to the new type. */
async function usesAfter(tx: Transaction, old: RegistrationRecord, ticketType: string) {
  const voucher = await voucherOf(tx, old);
  const type = await tx.get(ticketTypes, ticketType);
  if (!voucher || !type || voucherApplies(voucher, type)) return {};
  await countUses(tx, voucher.id, -1);
  return { voucherUses: Math.max(0, (old.voucherUses ?? 0) - 1) };
}

/** Call with the new seat taken. The old ticket number is free afterwards: the caller keeps it, withdrawn. */
export async function moveToType(
  tx: Transaction,
  old: RegistrationRecord,
  { answers, currency, difference, listAmount, priceStep, soldAs, ticketType }: NewType,
  { randomBytes }: Random,
): Promise<RegistrationRecord> {
  await freeTypeSeat(tx, old);
  const changed = await tx.update(registrations, old.id, {
    ...{ ticketType, priceStep, listAmount, changedBy: (old.changedBy ?? 0) + difference },
    // Nothing was paid in the currency of the old type.
    ...(old.amount === 0 && difference > 0 && { currency }),
    ...(await usesAfter(tx, old, ticketType)),
    ...(soldAs && { soldAs }),
    formAnswers: joinAnswers(old, answers),
    ticketNumber: ticketNumber(old.event, randomBytes(ticketNumberRandomBytes)),
    badgeCode: badgeCode(randomBytes(badgeCodeRandomBytes)),
  });
  await queueMail(tx, changed, 'ticket_confirmed');
  return changed;
}

/** Returns the old ticket as a withdrawn registration stores it: a kiosk that is offline has to know it as refused. */
export function withdrawnTicket(
  { badgeCode: badge, ticketNumber: number, ticketType }: RegistrationRecord,
  now: string,
) {
  return {
    ...{ ticketType, priceStep: null, ticketNumber: number, badgeCode: badge },
    ...{ status: 'cancelled', cancelledAt: now, revokedAt: now, holdExpiresAt: null },
  } as const;
}

/** Call when the difference is paid. @param change holds the new seat; the caller has checked `changeFits` */
export async function completeChange(
  tx: Transaction,
  change: RegistrationRecord,
  paid: Readonly<Record<string, unknown>>,
  ports: Random,
): Promise<RegistrationRecord> {
  const old = must(await tx.get(registrations, must(change.changeOf, 'what it changes')), 'a registration');
  const { amount: difference, currency, formAnswers: answers, listAmount, priceStep, ticketType } = change;
  const soldAs = await soldByOrder(tx, change);
  const next = { ticketType, priceStep, listAmount, difference, currency, answers, soldAs };
  await moveToType(tx, old, next, ports);
  return await tx.update(registrations, change.id, { ...paid, ...withdrawnTicket(old, tx.now), confirmedAt: tx.now });
}
