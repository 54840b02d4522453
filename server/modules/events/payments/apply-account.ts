/** Messages about connected accounts, named in `account` (of `account.updated` also the object itself). They never pay. */
import { paymentAccounts } from '#shared/modules/events/payment.ts';
import { lookAtAccount } from './accounts.ts';
import { raiseAlert } from './alerts.ts';
import type { PaymentOutcome, PaymentScene } from './payment-context.ts';
import type { PaymentMessage } from './payment-message.ts';

const standingTypes = ['account.updated', 'capability.updated', 'account.application.deauthorized'];

/** @returns null: it is none of these */
export async function applyAccount({ tx }: PaymentScene, message: PaymentMessage): Promise<PaymentOutcome | null> {
  const { objectId, type } = message;
  const account = message.account ?? (type === 'account.updated' ? objectId : null);
  if (account === null) return null;
  if (!standingTypes.includes(type) && type !== 'payout.failed') return null;
  if (!(await tx.findOne(paymentAccounts, { account }))) return 'unmatched';
  if (type === 'payout.failed') {
    const said = `A payout of account ${account} failed. Its owner must correct the bank account at the processor.`;
    await raiseAlert(tx, { kind: 'payout_failed', about: objectId, message: said });
  } else await lookAtAccount(tx, account);
  return 'recorded';
}
