/** `events.unsubscribe`: the secret of a mail puts its address on the list. Again: the same answer. */
import { ok } from '#shared/base/result.ts';
import { mailSuppressions, outgoingMails } from '#shared/modules/events/message.ts';
import { unsubscribe } from '#shared/modules/events/message-actions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { action } from '../../../core/collections/action.ts';
import { emailKey } from '../registration/registration-rule.ts';

export const unsubscribeAction = action(unsubscribe, async (tx, { secret }) => {
  const mail = await tx.findOne(outgoingMails, { pageSecret: secret });
  if (!mail) return refuseWith('unsubscribe_unknown');
  const { batch, recipient: email } = mail;
  const key = emailKey(email);
  if (!(await tx.findOne(mailSuppressions, { emailKey: key })))
    await tx.create('mail_suppressions', { email, emailKey: key, reason: 'unsubscribed', batch });
  return ok({ email });
});
