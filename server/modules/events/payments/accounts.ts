/**
 * Organizers' accounts as the processor describes them. A message about an account only says that something changed: the
 * queue asks for the truth, so that messages in any order end in the same state.
 */
import { ok } from '#shared/base/result.ts';
import { events } from '#shared/modules/events/event.ts';
import { type PaymentAccountRecord, paymentAccounts } from '#shared/modules/events/payment.ts';
import { type Follower, recordIn } from '../../../core/collections/follower.ts';
import type { Transaction } from '../../../store/contract.ts';
import { type AttemptQueue, dueNow, type Worked } from '../attempts.ts';
import type { EventsPorts } from '../ports.ts';
import { throwIfRefused } from '../throw-if-refused.ts';
import { raiseAlert, resolveAlert } from './alerts.ts';
import { paymentSettingOf } from './charge-terms.ts';
import type { AccountStanding } from './processor.ts';
import { processorFor } from './processors.ts';
import { isOtherRegion } from './regions.ts';

/** Asks for the state of an account again; an unknown account is stored first. */
export async function lookAtAccount(tx: Transaction, account: string): Promise<void> {
  const known = await tx.findOne(paymentAccounts, { account });
  if (known) await tx.update('payment_accounts', known.id, { state: 'wanted', ...dueNow(tx.now) });
  else await tx.create('payment_accounts', { account, state: 'wanted', ...dueNow(tx.now) });
}

/** Stores what the processor says of an account, and raises or resolves the alert about an account that cannot charge. */
export async function noteStanding(
  tx: Transaction,
  id: string,
  standing: AccountStanding,
): Promise<PaymentAccountRecord> {
  const { account, platformCountry, requirements, tenantId: _createdFor, ...shown } = standing;
  const otherRegion = isOtherRegion(standing.country, platformCountry);
  const before = await tx.get(paymentAccounts, id);
  const known = {
    ...shown,
    account,
    otherRegion,
    requirements: [...requirements],
    state: 'known' as const,
    checkedAt: tx.now,
  };
  const made = await tx.update(paymentAccounts, id, { ...known, nextAttemptAt: null, problem: null });
  if (standing.chargesEnabled) await resolveAlert(tx, 'account_restricted', account);
  else if (before?.chargesEnabled === true) {
    const message = `The processor no longer accepts payments for account ${account} (${standing.disabledReason ?? 'no reason given'}). Paid tickets are not sold until its owner has answered: get an onboarding link.`;
    await raiseAlert(tx, { kind: 'account_restricted', about: account, message });
  }
  return made;
}

async function failed(tx: Transaction, id: string, problem: string): Promise<void> {
  await tx.update('payment_accounts', id, { state: 'failed', chargesEnabled: false, nextAttemptAt: null, problem });
}

export function askAccounts(ports: EventsPorts): AttemptQueue<PaymentAccountRecord> {
  return {
    name: 'ask-accounts',
    collection: 'payment_accounts',
    states: ['wanted'],
    read: (reader, id) => reader.get(paymentAccounts, id),
    async work({ account, country, email, id, name }, { tenant }): Promise<Worked> {
      const processor = processorFor(ports, await ports.payments.isSandbox(tenant));
      // Without a processor nothing more is known: the account stays as it was named.
      if (!processor || processor.livemode === null)
        return {
          kind: 'settle',
          plan: async (tx) => void (await tx.update('payment_accounts', id, { state: 'known', nextAttemptAt: null })),
        };
      const metadata = { tenantId: tenant, paymentAccountId: id };
      const made = { country: country ?? '', email, name, metadata };
      const asked =
        account === null ? processor.createAccount(made, `${tenant}:account:${id}`) : processor.account(account);
      const done = await asked;
      if (done.kind === 'later') return done;
      if (done.kind === 'done')
        return { kind: 'settle', plan: async (tx) => void (await noteStanding(tx, id, done.value)) };
      return { kind: 'settle', plan: (tx) => failed(tx, id, done.problem) };
    },
    giveUp: (tx, { id }, problem) => failed(tx, id, problem),
  };
}

/** Follower: an account that an event names is asked for. */
export const watchAccounts: Follower = {
  name: 'events.watch-accounts',
  collections: ['events'],
  async handle(changes, { commit, reader }) {
    const named = changes
      .filter(({ op }) => op !== 'delete')
      .map((change) => paymentSettingOf(recordIn(change, events)).connectAccountId ?? null);
    for (const account of new Set(named)) {
      if (account === null || (await reader.findOne(paymentAccounts, { account }))) continue;
      const done = await commit(async (tx) => {
        if (!(await tx.findOne(paymentAccounts, { account }))) await lookAtAccount(tx, account);
        return ok(null);
      });
      throwIfRefused(done);
    }
  },
};
