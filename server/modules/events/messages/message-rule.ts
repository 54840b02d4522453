/** Rules of a message before it is sent, on every way of writing: placeholders, links, recipients, time. */
import { ok, type Result } from '#shared/base/result.ts';
import { dayMs, parseTime } from '#shared/base/time.ts';
import { messageBatches } from '#shared/modules/events/message.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { recordOf } from '#shared/schema/record-of.ts';
import type { ActionContext, CollectionRule } from '../../../core/collections/action.ts';
import { wordProblems } from '../letters/check-words.ts';
import { recipientsOf } from './recipients.ts';

const aheadMaxMs = 366 * dayMs;

export interface MessageInput {
  readonly event: string;
  readonly subject: string;
  readonly body: string;
  /** Filter over registrations; absent: all confirmed ones. */
  readonly where?: unknown;
  /** ISO 8601; absent: at once. */
  readonly sendAt?: string | null | undefined;
}

/** @returns the values to store, the permitted filter among them */
export function checkMessage(message: MessageInput, context: ActionContext): Result<Readonly<Record<string, unknown>>> {
  const [problem, ...more] = wordProblems('message', message, '');
  if (problem) return { ok: false, errors: [problem, ...more] };
  const sendAtMs = message.sendAt ? parseTime(message.sendAt) : null;
  if (sendAtMs !== null && sendAtMs > context.clock() + aheadMaxMs)
    return refuseWith('send_time_invalid', { path: 'sendAt' });
  const condition = recipientsOf(message.where, message.event, context);
  if (!condition.ok) return condition;
  return ok({ ...message, where: message.where ?? null, sendAt: message.sendAt ?? null, condition: condition.value });
}

/** Drafts are written like any record; a message that is being sent changes by its actions alone. */
export const messageRule: CollectionRule = {
  collection: 'message_batches',
  async before({ current, op, values }, _tx, context) {
    const before = recordOf(messageBatches, current);
    if (before && before.state !== 'draft') return refuseWith('message_not_draft');
    if (before && 'event' in values && values['event'] !== before.event)
      return refuseWith('field_fixed', { path: 'event' });
    if (op === 'delete') return ok(values);
    const whole = { ...before, ...values } as MessageInput;
    const { body, event, sendAt, subject, where } = whole;
    const checked = checkMessage({ body, event, sendAt, subject, where }, context);
    return checked.ok ? ok({ ...values, condition: checked.value['condition'] }) : checked;
  },
};
