/** Messages to attendees as the page shows them. */
import type { Tone } from '../../../parts/state-pill.tsx';
import { request } from '../../data/client.ts';

export interface Message {
  readonly id: string;
  readonly subject: string;
  readonly body: string;
  readonly state: 'draft' | 'scheduled' | 'sending' | 'sent' | 'partly_failed' | 'cancelled';
  /** ISO 8601; null: at once. */
  readonly sendAt: string | null;
  /** People whom the message is for. */
  readonly recipients: number;
  readonly sent: number;
  readonly failed: number;
  /** Not sent: these people have unsubscribed. */
  readonly suppressed: number;
  /** Not sent: the message was stopped. */
  readonly stopped: number;
  readonly createdAt: string;
  readonly finishedAt: string | null;
  readonly problem: string | null;
}

export const messageTones: Readonly<Record<Message['state'], Tone>> = {
  draft: 'plain',
  scheduled: 'warn',
  sending: 'warn',
  sent: 'success',
  partly_failed: 'danger',
  cancelled: 'plain',
};

export interface MessageBody {
  readonly subject: string;
  readonly body: string;
  /** Absent: everyone with a valid ticket. */
  readonly where?: Readonly<Record<string, unknown>>;
}

export interface MessagePreview {
  readonly recipients: number;
  readonly suppressed: number;
  readonly subject: string;
  readonly text: string;
}

const pathOf = (eventId: string) => `/events/${eventId}/messages`;

export function previewMessage(eventId: string, body: MessageBody): Promise<MessagePreview> {
  return request('POST', `${pathOf(eventId)}/preview`, body);
}

/** @param sendAt ISO 8601; null: at once. @returns how many people get it */
export async function sendMessage(eventId: string, body: MessageBody, sendAt: string | null): Promise<number> {
  const sent = { ...body, ...(sendAt !== null && { sendAt }) };
  return (await request<{ recipients: number }>('POST', pathOf(eventId), sent)).recipients;
}

export async function sendTest(eventId: string, body: MessageBody, to: string): Promise<void> {
  await request('POST', `${pathOf(eventId)}/test`, { ...body, to });
}

export async function stopMessage(eventId: string, id: string): Promise<void> {
  await request('POST', `${pathOf(eventId)}/${id}/stop`, {});
}
