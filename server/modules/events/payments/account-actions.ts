/** The actions of organizers on their account at the processor: create it, get a link for its onboarding, see its payouts. */

import { ok, type Result } from '#shared/base/result.ts';
import { isoTime } from '#shared/base/time.ts';
import { paymentAccounts } from '#shared/modules/events/payment.ts';
import { connectAccount, listPayouts, onboardingLink } from '#shared/modules/events/payment-actions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { type ActionContext, action, preparedAction } from '../../../core/collections/action.ts';
import type { Reader } from '../../../store/contract.ts';
import { dueNow } from '../attempts.ts';
import type { EventsPorts } from '../ports.ts';
import { onboardingPagesOf } from './onboarding-pages.ts';
import type { AccountStanding, Done, PaymentProcessor } from './processor.ts';
import { processorFor } from './processors.ts';

/** Returns the answer of the processor, or the refusal that stands for it. */
function answered<T>(done: Done<T>): Result<T> {
  if (done.kind === 'done') return ok(done.value);
  if (done.kind === 'later') return refuseWith('processor_unavailable');
  const message = `The payment processor refused this: ${done.problem}`;
  return refuseWith('processor_refused', { message, detail: { code: done.code } });
}

interface Known {
  readonly standing: AccountStanding;
  readonly processor: PaymentProcessor;
}

/**
 * An event can name any account as the one that is paid. What belongs to its owner (onboarding, payouts) is only for the
 * tenant that it was created for, and the processor says which that is.
 */
async function ownAccount(reader: Reader, id: string, tenant: string, ports: EventsPorts): Promise<Result<Known>> {
  const found = await reader.get(paymentAccounts, id);
  if (!found) return refuseWith('account_not_found', { path: 'accountId' });
  const processor = processorFor(ports, await ports.payments.isSandbox(tenant));
  if (!processor || processor.livemode === null) return refuseWith('processor_missing');
  const { account, problem, state } = found;
  if (account === null)
    return state === 'failed' && problem !== null
      ? refuseWith('processor_refused', { message: `The payment processor refused the account: ${problem}` })
      : refuseWith('account_not_created');
  const standing = answered(await processor.account(account));
  if (!standing.ok) return standing;
  return standing.value.tenantId === tenant
    ? ok({ standing: standing.value, processor })
    : refuseWith('account_not_yours', { path: 'accountId' });
}

export function connectAccountAction(ports: EventsPorts) {
  const find = async (_input: unknown, { actor }: ActionContext) =>
    processorFor(ports, await ports.payments.isSandbox(actor.tenant));
  return preparedAction(connectAccount, find, async (tx, { country, email, name }, _context, processor) => {
    if (!processor || processor.livemode === null) return refuseWith('processor_missing');
    const values = { country, email: email ?? null, name: name ?? null, state: 'wanted' as const };
    const made = await tx.create(paymentAccounts, { ...values, ...dueNow(tx.now) });
    return ok({ id: made.id, account: null, chargesEnabled: null });
  });
}

export function onboardingLinkAction(ports: EventsPorts) {
  return action(onboardingLink, async (reader, { accountId, returnUrl }, { actor, clock }) => {
    const known = await ownAccount(reader, accountId, actor.tenant, ports);
    if (!known.ok) return known;
    const { processor, standing } = known.value;
    const { account, chargesEnabled, requirements } = standing;
    const pages = onboardingPagesOf(ports, {
      tenant: actor.tenant,
      accountId,
      returnUrl: returnUrl ?? null,
      nowMs: clock(),
    });
    const urls = { returnUrl: returnUrl ?? pages.done, refreshUrl: pages.again };
    const link = answered(await processor.accountLink(account, urls));
    if (!link.ok) return link;
    return ok({
      url: link.value.url,
      expiresAt: isoTime(link.value.expiresAtMs),
      account,
      chargesEnabled,
      requirements,
    });
  });
}

export function payoutsAction(ports: EventsPorts) {
  return action(listPayouts, async (reader, { accountId }, { actor }) => {
    const known = await ownAccount(reader, accountId, actor.tenant, ports);
    if (!known.ok) return known;
    const found = answered(await known.value.processor.payouts(known.value.standing.account));
    if (!found.ok) return found;
    return ok({
      payouts: found.value.map(({ arrivesAtMs, ...payout }) => ({ ...payout, arrivesAt: isoTime(arrivesAtMs) })),
    });
  });
}
