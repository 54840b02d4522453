/** Checks whether paid tickets can be sold: when an event is published and at every sale. */
import { ok, type Result } from '#shared/base/result.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import { paymentAccounts } from '#shared/modules/events/payment.ts';
import { mayCost } from '#shared/modules/events/price-steps.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import type { Reader } from '../../../store/contract.ts';
import type { EventsPorts } from '../ports.ts';
import { ticketTypesOf } from '../records.ts';
import { paymentSettingOf } from './charge-terms.ts';
import { processorFor } from './processors.ts';

/**
 * Refuses with `processor_missing` and `account_not_ready`. An account that the processor has not described yet does not
 * stop a sale: the processor itself refuses it.
 *
 * @param event its payment setting as stored, or as it is about to be
 */
export async function canCharge(
  reader: Reader,
  event: Pick<EventRecord, 'stripe'>,
  sandbox: boolean,
  ports: EventsPorts,
): Promise<Result<null>> {
  if (!sandbox && ports.payments.liveSales === 'refused') return refuseWith('processor_missing');
  const processor = processorFor(ports, sandbox);
  const account = paymentSettingOf(event).connectAccountId ?? null;
  if (!processor || processor.livemode === null || account === null) return ok(null);
  const known = await reader.findOne(paymentAccounts, { account });
  if (known?.chargesEnabled !== false) return ok(null);
  const { id, problem, requirements } = known;
  return refuseWith('account_not_ready', {
    detail: { accountId: id, requirements: requirements ?? [], ...(problem !== null && { problem }) },
  });
}

/**
 * Whether an event may be published. One without paid tickets needs no processor; a sample event is published in
 * sandboxes alone.
 */
export async function canSell(
  reader: Reader,
  event: Pick<EventRecord, 'id' | 'sample' | 'stripe'>,
  sandbox: boolean,
  ports: EventsPorts,
): Promise<Result<null>> {
  if (event.sample && !sandbox) return refuseWith('sample_event');
  const asksForMoney = (await ticketTypesOf(reader, event.id)).some(mayCost);
  return asksForMoney && paymentSettingOf(event).enabled ? canCharge(reader, event, sandbox, ports) : ok(null);
}
