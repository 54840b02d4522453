/** `events.message`, `events.send_message`, `events.stop_message`: what begins and ends a message. */
import type { Values } from '#shared/base/json.ts';
import { ok, type Result } from '#shared/base/result.ts';
import { isoTime } from '#shared/base/time.ts';
import { type MessageBatchRecord, messageBatches } from '#shared/modules/events/message.ts';
import { sendDraft, sendMessage, stopMessage } from '#shared/modules/events/message-actions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import type { Condition } from '#shared/query/query.ts';
import { type ActionContext, action } from '../../../core/collections/action.ts';
import type { Reader, Transaction } from '../../../store/contract.ts';
import { dueNow } from '../attempts.ts';
import { eventOf } from '../records.ts';
import { checkMessage, type MessageInput } from './message-rule.ts';
import { countRecipients } from './recipient-pages.ts';

/** The values of a message that waits for its time. */
function scheduled(sendAt: unknown, nowIso: string): Values {
  const due = typeof sendAt === 'string' && sendAt > nowIso ? sendAt : nowIso;
  return { state: 'scheduled', attempts: 0, nextAttemptAt: isoTime(Date.parse(due)) };
}

async function checked(tx: Transaction, message: MessageInput, context: ActionContext): Promise<Result<Values>> {
  const event = await eventOf(tx, message.event);
  if (!event.ok) return event;
  const values = checkMessage(message, context);
  if (!values.ok) return values;
  // The registrations that fit when its time comes are the ones that count.
  const recipients = await countRecipients(tx, values.value['condition'] as Condition);
  if (recipients === 0 && !message.sendAt) return refuseWith('no_recipients', { path: 'where' });
  return ok({ ...values.value, recipients });
}

export const sendMessageAction = action(sendMessage, async (tx, { eventId, ...given }, context) => {
  const values = await checked(tx, { ...given, event: eventId }, context);
  if (!values.ok) return values;
  const made = await tx.create(messageBatches, { ...values.value, ...scheduled(given.sendAt, tx.now) });
  return ok({ batchId: made.id, recipients: made.recipients });
});

async function messageOf(reader: Reader, eventId: string, id: string): Promise<Result<MessageBatchRecord>> {
  const found = await reader.get(messageBatches, id);
  return found?.event === eventId ? ok(found) : refuseWith('message_not_found', { path: 'batchId' });
}

export const sendDraftAction = action(sendDraft, async (tx, { batchId, eventId, sendAt }, context) => {
  const found = await messageOf(tx, eventId, batchId);
  if (!found.ok) return found;
  if (found.value.state !== 'draft') return refuseWith('message_not_draft');
  const { body, event, subject, where } = found.value;
  const at = sendAt ?? found.value.sendAt;
  const values = await checked(tx, { body, event, subject, where, sendAt: at }, context);
  if (!values.ok) return values;
  await tx.update('message_batches', batchId, { ...values.value, ...scheduled(at, tx.now) });
  return ok({ batchId, recipients: values.value['recipients'] });
});

export const stopMessageAction = action(stopMessage, async (tx, { batchId, eventId }) => {
  const found = await messageOf(tx, eventId, batchId);
  if (!found.ok) return found;
  if (found.value.state !== 'scheduled' && found.value.state !== 'sending') return refuseWith('message_over');
  const { id, recipients, state } = await tx.update(messageBatches, batchId, { state: 'cancelled', ...dueNow(tx.now) });
  return ok({ id, state, recipients });
});
