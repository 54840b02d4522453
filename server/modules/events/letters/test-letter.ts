/** `events.test_letter`: one of the event's emails to one address, with example values. */
import { ok } from '#shared/base/result.ts';
import { hourMs, isoTime } from '#shared/base/time.ts';
import { outgoingMails } from '#shared/modules/events/message.ts';
import { testLetter } from '#shared/modules/events/message-actions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { action } from '../../../core/collections/action.ts';
import { dueNow } from '../attempts.ts';
import { eventOf } from '../records.ts';
import { wordProblems } from './check-words.ts';
import { ownWords } from './event-words.ts';

/** Limit of test mails for a tenant within an hour, so that they cannot be used to send mail to strangers. */
const testsMax = 20;

export const testLetterAction = action(testLetter, async (tx, { body, eventId, subject, template, to }, { clock }) => {
  const event = await eventOf(tx, eventId);
  if (!event.ok) return event;
  const [problem, ...more] = wordProblems(template, { subject, body }, '');
  if (problem) return { ok: false, errors: [problem, ...more] };
  const lately = await tx.count(outgoingMails, {
    kind: 'and',
    of: [
      { kind: 'field', path: 'sampleOf', op: 'exists', value: true },
      { kind: 'field', path: 'createdAt', op: 'greater_than', value: isoTime(clock() - hourMs) },
    ],
  });
  if (lately >= testsMax) return refuseWith('letters_too_often');
  const { own } = ownWords(event.value, template);
  const words = { subject: subject ?? own?.subject, body: body ?? own?.body };
  await tx.create('outgoing_mails', {
    ...{ sampleOf: eventId, template, recipient: to, state: 'queued', ...dueNow(tx.now) },
    // A text that is not given is the event's own, else the product's, as when the mail is sent.
    words: subject === undefined && body === undefined ? null : words,
  });
  return ok({ batchId: null, recipients: 1 });
});
