/** The data of the last page of an attendee: messages, cancelling, stored data. */
import { events, ticketTypes } from '#shared/modules/events/event.ts';
import { messageBatches, outgoingMails } from '#shared/modules/events/message.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import type { Reader } from '../../../store/contract.ts';
import type { AttendeeData } from '../attendee-page/attendee-page.ts';
import { timeOf } from '../event/event-status.ts';
import { cancelShare } from '../registration/cancel-registration.ts';
import type { RefundShare } from '../registration/refund-rules.ts';
import { mayCancel } from '../registration-page/order-page.ts';

/** Maximum number of messages that the page shows: the newest. */
const messagesMax = 20;

export interface ShownMessage {
  readonly id: string;
  readonly subject: string;
  /** Light markup, as the organizer wrote it. */
  readonly body: string;
  /** ISO 8601. */
  readonly at: string;
}

export interface MoreData extends AttendeeData {
  readonly ticketTypeName: string;
  readonly messages: readonly ShownMessage[];
  /** Null: the person cannot cancel here. */
  readonly refund: RefundShare | null;
}

async function messagesOf(reader: Reader, registration: string): Promise<readonly ShownMessage[]> {
  const mails = await reader.find(outgoingMails, {
    where: where({ registration, template: 'message' }),
    sort: [{ path: 'createdAt', direction: 'desc' }],
    limit: messagesMax,
  });
  const shown: ShownMessage[] = [];
  for (const { batch, createdAt, id, state } of mails) {
    const message = batch === null || state === 'stopped' ? null : await reader.get(messageBatches, batch);
    if (message) shown.push({ id, subject: message.subject, body: message.body, at: createdAt });
  }
  return shown;
}

/** @returns null where the address is no page of ours */
export async function moreData(reader: Reader, secret: string, now: string): Promise<MoreData | null> {
  const registration = await reader.findOne(registrations, { pageSecret: secret });
  const event = registration && (await reader.get(events, registration.event));
  if (!event) return null;
  const nowMs = timeOf(now);
  const may = mayCancel({ data: { event }, nowMs }, registration);
  return {
    ...{ event, registration },
    ticketTypeName: (await reader.get(ticketTypes, registration.ticketType))?.name ?? '',
    messages: await messagesOf(reader, registration.id),
    refund: may ? await cancelShare(reader, event, registration, { asked: null, nowMs }) : null,
  };
}
