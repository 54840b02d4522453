/** `events.preview_message` and `events.test_message`: what the first recipient would read, shown or sent to one address. */
import { ok, type Result } from '#shared/base/result.ts';
import { hourMs, isoTime } from '#shared/base/time.ts';
import { type EventRecord, ticketTypes } from '#shared/modules/events/event.ts';
import { mailSuppressions, outgoingMails } from '#shared/modules/events/message.ts';
import { previewMessage, testMessage } from '#shared/modules/events/message-actions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import type { Condition } from '#shared/query/query.ts';
import { type ActionContext, action } from '../../../core/collections/action.ts';
import type { Reader } from '../../../store/contract.ts';
import { dueNow } from '../attempts.ts';
import type { Letter } from '../letters/letter.ts';
import { sampleLetter } from '../letters/sample-letter.ts';
import { organizerName } from '../organization/organizer.ts';
import type { EventsPorts } from '../ports.ts';
import { eventOf } from '../records.ts';
import { checkMessage, type MessageInput } from './message-rule.ts';
import { countRecipients, recipientsAfter } from './recipient-pages.ts';

/** Test mails of a tenant within an hour: this is no way to send mail to strangers. */
const testsMax = 20;
const suppressedMax = 10_000;

interface Tried {
  readonly event: EventRecord;
  readonly where: Condition;
  readonly first: RegistrationRecord | null;
}

async function tryOut(reader: Reader, message: MessageInput, context: ActionContext): Promise<Result<Tried>> {
  const event = await eventOf(reader, message.event);
  if (!event.ok) return event;
  const values = checkMessage(message, context);
  if (!values.ok) return values;
  const where = values.value['condition'] as Condition;
  const [first = null] = await recipientsAfter(reader, where, null, 1);
  return ok({ event: event.value, where, first });
}

/** Returns the letter for the first recipient; without recipients it is filled in with example values. */
async function letterFor(
  reader: Reader,
  { event, first }: Tried,
  { body, subject }: MessageInput,
  nowMs: number,
  { pagesUrl }: EventsPorts,
): Promise<Letter> {
  const own = { subject, body };
  const organizer = { name: await organizerName(reader, event), logo: null };
  const sample = { ...sampleLetter(event, 'message', { language: 'en', nowMs, pagesUrl }), own, organizer };
  const unsubscribeUrl = `${pagesUrl}/u/example`;
  if (!first) return { ...sample, unsubscribeUrl };
  const type = await reader.get(ticketTypes, first.ticketType);
  return {
    ...sample,
    language: first.language ?? 'en',
    recipient: { name: first.name, email: first.email },
    ticketTypeName: type?.name ?? '',
    registrationId: first.id,
    pageUrl: `${pagesUrl}/t/example`,
    ticket: { qrText: '', number: first.ticketNumber, windowMinutes: event.replayWindowMinutes },
    unsubscribeUrl,
  };
}

/** Counts the recipients that are on the list of those who want no messages. */
async function countSuppressed(reader: Reader, where: Condition): Promise<number> {
  const keys = (await reader.find(mailSuppressions, { limit: suppressedMax })).map((one) => one.emailKey);
  if (keys.length === 0) return 0;
  const among: Condition = { kind: 'field', path: 'emailKey', op: 'in', value: keys };
  return await countRecipients(reader, { kind: 'and', of: [where, among] });
}

export function previewMessageAction(ports: EventsPorts) {
  return action(previewMessage, async (reader, { eventId, ...given }, context) => {
    const message = { ...given, event: eventId };
    const tried = await tryOut(reader, message, context);
    if (!tried.ok) return tried;
    const { where } = tried.value;
    const letter = await letterFor(reader, tried.value, message, context.clock(), ports);
    const recipients = await countRecipients(reader, where);
    return ok({ recipients, suppressed: await countSuppressed(reader, where), ...ports.showLetter(letter) });
  });
}

async function tooMany(reader: Reader, nowMs: number): Promise<boolean> {
  const of: readonly Condition[] = [
    { kind: 'field', path: 'template', op: 'equals', value: 'message' },
    { kind: 'field', path: 'batch', op: 'exists', value: false },
    { kind: 'field', path: 'createdAt', op: 'greater_than', value: isoTime(nowMs - hourMs) },
  ];
  return (await reader.count(outgoingMails, { kind: 'and', of })) >= testsMax;
}

export const testMessageAction = action(testMessage, async (tx, { eventId, to, ...given }, context) => {
  const tried = await tryOut(tx, { ...given, event: eventId }, context);
  if (!tried.ok) return tried;
  if (await tooMany(tx, context.clock())) return refuseWith('letters_too_often');
  if (!tried.value.first) return refuseWith('no_recipients', { path: 'where' });
  await tx.create('outgoing_mails', {
    registration: tried.value.first.id,
    template: 'message',
    recipient: to,
    words: { subject: given.subject, body: given.body },
    state: 'queued',
    ...dueNow(tx.now),
  });
  return ok({ batchId: null, recipients: 1 });
});
