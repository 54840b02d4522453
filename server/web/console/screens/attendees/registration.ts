/** A registration as list and drawer show it, and what an organizer does for one person. */
import { request } from '../../data/client.ts';
import { openWhenKnown } from '../../data/open-when-known.ts';
import type { Versioned } from '../../data/save-record.ts';

export const statuses = ['confirmed', 'pending', 'waitlisted', 'cancelled', 'expired'] as const;

export interface AddOn {
  readonly key: string;
  readonly name: string;
  readonly quantity: number;
  /** Minor units, as every amount of this file. */
  readonly amount: number;
}

export interface Registration extends Versioned {
  readonly name: string;
  readonly email: string;
  readonly company: string | null;
  readonly role: string | null;
  readonly status: (typeof statuses)[number];
  readonly paymentStatus: string;
  readonly amount: number;
  readonly currency: string;
  readonly ticketNumber: string;
  readonly ticketType: string;
  readonly order: string | null;
  readonly addOns: readonly AddOn[] | null;
  readonly formAnswers: Readonly<Record<string, unknown>> | null;
  readonly attentionNote: string | null;
  readonly blockedReason: string | null;
  readonly revokedAt: string | null;
  readonly checkedInAt: string | null;
  readonly createdAt: string;
}

const pathOf = (eventId: string, id: string) => `/events/${eventId}/registrations/${id}`;

/** Opens the ticket page in another tab. */
export function openTicket(eventId: string, registrationId: string): Promise<void> {
  return openWhenKnown(
    async () => (await request<{ ticketPage: string }>('GET', pathOf(eventId, registrationId))).ticketPage,
  );
}

export async function reprintBadge(eventId: string, registrationId: string): Promise<void> {
  await request('POST', `/events/${eventId}/badge/reprint`, { registrationId, reason: 'requested in the console' });
}

export async function resendMail(eventId: string, registrationId: string): Promise<void> {
  await request('POST', `${pathOf(eventId, registrationId)}/resend`, {});
}

/** Checks a person in as a gate does, with the ticket code of this moment. */
export async function checkIn(eventId: string, registrationId: string, gateId: string): Promise<void> {
  const { ticket } = await request<{ ticket: { qrCode: string } }>('GET', pathOf(eventId, registrationId));
  await request('POST', '/events/checkin', { qrCode: ticket.qrCode, gateId });
}

export interface RefundPreview {
  readonly amount: number;
  readonly currency: string;
  readonly percent: number;
  /** ISO 8601: until when this much is refunded; null: nothing is. */
  readonly until?: string | null;
}

export function refundPreview(eventId: string, registrationId: string): Promise<RefundPreview> {
  return request('GET', `${pathOf(eventId, registrationId)}/refund`);
}

export type RefundChoice = 'rules' | 'full' | 'none';

export async function cancelRegistration(
  eventId: string,
  registrationId: string,
  refund: RefundChoice,
  reason: string | null,
): Promise<void> {
  const query = new URLSearchParams({ ...(refund !== 'rules' && { refund }), ...(reason && { reason }) });
  await request('DELETE', `${pathOf(eventId, registrationId)}${query.size > 0 ? `?${query}` : ''}`);
}

export interface Attendee {
  readonly name: string;
  readonly email: string;
  readonly company: string | null;
  readonly role: string | null;
}

export async function transfer(eventId: string, registrationId: string, attendee: Attendee): Promise<void> {
  await request('POST', `${pathOf(eventId, registrationId)}/transfer`, { attendee });
}

export interface TypeChange {
  /** False: nothing was to be changed yet, or the difference has to be paid first. */
  readonly changed: boolean;
  readonly price: { readonly amount: number; readonly currency: string };
  /** New price less the former one. Below 0: `refund` says what is given back. */
  readonly difference: { readonly amount: number; readonly currency: string };
  /** Null: nothing is refunded. */
  readonly refund: { readonly amount: number; readonly currency: string } | null;
  /** The order that asks for the difference; null: nothing has to be paid. */
  readonly payment: { readonly orderId: string; readonly number: string } | null;
}

/** @param ticketType its key. @param confirm false: only answers what would happen */
export function changeTicketType(
  eventId: string,
  registrationId: string,
  ticketType: string,
  confirm: boolean,
): Promise<TypeChange> {
  return request('POST', `${pathOf(eventId, registrationId)}/ticket-type`, { ticketType, confirm });
}

/** @param ticketType its key. @returns the id of the registration */
export async function register(eventId: string, ticketType: string, attendee: Attendee): Promise<string> {
  return (await request<{ id: string }>('POST', `/events/${eventId}/registrations`, { ticketType, attendee })).id;
}
