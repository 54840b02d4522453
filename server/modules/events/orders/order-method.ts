/** The ways an order can be paid, by the settings of its event. */
import { ok, type Result } from '#shared/base/result.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import type { TicketOrderRecord } from '#shared/modules/events/order.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { paymentSettingOf } from '../payments/charge-terms.ts';

export type Method = TicketOrderRecord['method'];

/** @param amount minor units; 0: the order is free, and no other method is offered */
export function methodsOf(event: Pick<EventRecord, 'stripe'>, amount: number): readonly Method[] {
  if (amount === 0) return ['free'];
  const setting = paymentSettingOf(event);
  const byBank = setting.bankTransfer?.enabled === true;
  // An event that names no method has `online`: its orders stay open until they are paid or their hold ends.
  return [...(setting.enabled || !byBank ? ['online' as const] : []), ...(byBank ? ['bank_transfer' as const] : [])];
}

/** Refuses with `method_not_offered`. @param asked null or absent: the first that the event takes; unread for a free order */
export function chooseMethod(
  event: Pick<EventRecord, 'stripe'>,
  amount: number,
  asked: 'online' | 'bank_transfer' | null | undefined,
): Result<Method> {
  const methods = methodsOf(event, amount);
  const [first = 'online'] = methods;
  if (amount === 0 || !asked) return ok(first);
  return methods.includes(asked)
    ? ok(asked)
    : refuseWith('method_not_offered', { path: 'method', detail: { methods } });
}

/** Returns the bank transfer terms that buyers read; null: the event takes no bank transfers. */
export function bankTransferOf(event: Pick<EventRecord, 'stripe'>) {
  const { bankTransfer } = paymentSettingOf(event);
  if (!bankTransfer?.enabled) return null;
  return { instructions: bankTransfer.instructions, holdDays: bankTransfer.holdDays };
}
