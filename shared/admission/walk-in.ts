/**
 * A registration made at a gate, also offline: the kiosk gives it its id, its ticket number and its badge
 * code, and records it together with the scan that lets the person in. The server creates the registration from it.
 */

import type { WalkInRecord } from '../modules/events/admission.ts';
import type { TicketTypeRecord } from '../modules/events/event.ts';
import { badgeCode, badgeCodeRandomBytes } from '../ticket/badge-code.ts';
import { ticketNumber, ticketNumberRandomBytes } from '../ticket/ticket-number.ts';
import type { RegistrationFacts } from './facts.ts';

export type WalkIn = Omit<WalkInRecord, 'createdAt' | 'updatedAt' | 'version'>;

/** Values that staff enter. */
export interface WalkInEntry {
  readonly ticketType: string;
  readonly name: string;
  readonly email: string | null;
  readonly company: string | null;
  readonly role: string | null;
  readonly payment: WalkIn['payment'];
  /** Number of the card terminal's receipt, or of the cash book. */
  readonly paymentReference: string | null;
}

export type WalkInType = Pick<TicketTypeRecord, 'id' | 'event' | 'walkIn' | 'amount' | 'currency'>;

export type WalkInProblem =
  | 'ticket_type_not_for_walk_ins'
  | 'payment_missing'
  | 'payment_reference_missing'
  | 'name_missing'
  /** Found by the station: the server would refuse the whole walk-in for it. */
  | 'email_invalid';

/** Lists the problems of an entry before it is recorded; empty: none. */
export function walkInProblems(entry: WalkInEntry, type: WalkInType | null): readonly WalkInProblem[] {
  const problems: WalkInProblem[] = [];
  if (entry.name.trim() === '') problems.push('name_missing');
  if (!type?.walkIn) problems.push('ticket_type_not_for_walk_ins');
  else if (type.amount > 0 && entry.payment === 'none') problems.push('payment_missing');
  if (entry.payment === 'card' && !entry.paymentReference?.trim()) problems.push('payment_reference_missing');
  return problems;
}

export const walkInRandomBytes = ticketNumberRandomBytes + badgeCodeRandomBytes;

export interface WalkInMaking {
  /** Ids made by the kiosk: of the record, of the registration to come, of the scan that lets the person in. */
  readonly id: string;
  readonly registration: string;
  readonly scan: string;
  readonly kiosk: string;
  readonly staff: string | null;
  /** Corrected time, ISO 8601, as in the scan. */
  readonly registeredAt: string;
  /** `walkInRandomBytes` from a cryptographic source. */
  readonly random: Uint8Array;
}

/** @param entry without problems */
export function makeWalkIn(entry: WalkInEntry, type: WalkInType, making: WalkInMaking): WalkIn {
  const { random, ...ids } = making;
  const { name, email, company, role, payment, paymentReference } = entry;
  return {
    ...ids,
    event: type.event,
    ticketType: type.id,
    ticketNumber: ticketNumber(type.event, random.subarray(0, ticketNumberRandomBytes)),
    badgeCode: badgeCode(random.subarray(ticketNumberRandomBytes, walkInRandomBytes)),
    name: name.trim(),
    email,
    company,
    role,
    payment,
    paymentReference,
    amount: payment === 'none' ? 0 : type.amount,
    currency: type.currency,
  };
}

/** Returns the facts for `decide` before any server knows the registration: confirmed, paid or free, no question answered. */
export function walkInFacts(walkIn: WalkIn): RegistrationFacts {
  return {
    id: walkIn.registration,
    event: walkIn.event,
    ticketType: walkIn.ticketType,
    status: 'confirmed',
    paymentStatus: walkIn.amount > 0 ? 'paid' : 'not_required',
    revokedAt: null,
    blockedReason: null,
    attentionNote: null,
    answered: [],
  };
}
