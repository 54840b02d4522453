/**
 * Issues and reads tickets for live changes (not event tickets). A page needs one because an EventSource cannot send a header,
 * and an address never contains a credential. A ticket opens the changes of one collection for some minutes, with the rights
 * of the credential that asked for it, and ends with that credential. A ticket is sealed, so that no server has to store it.
 */
import { isObject } from '#shared/base/json.ts';
import type { Clock } from '#shared/base/time.ts';

const purpose = 'live-ticket';
/** Long enough for an EventSource that reconnects by itself after a short break. */
export const ticketLifeMs = 10 * 60_000;
/** In characters. */
export const ticketLengthMax = 6_000;

export interface Sealing {
  seal(purpose: string, plain: Uint8Array): string;
  open(purpose: string, sealed: string): Uint8Array | null;
}

export interface Ticket {
  readonly authorization: string;
  readonly collection: string;
  readonly sandbox: boolean;
}

export interface Tickets {
  issue(ticket: Ticket): { readonly ticket: string; readonly expiresAtMs: number };
  /** @returns null for a text that is not a ticket, and for an expired ticket */
  read(ticket: string): Ticket | null;
}

export function openTickets(sealing: Sealing, clock: Clock): Tickets {
  return {
    issue({ authorization, collection, sandbox }) {
      const expiresAtMs = clock() + ticketLifeMs;
      const plain = JSON.stringify({ authorization, collection, sandbox, expiresAtMs });
      return { ticket: sealing.seal(purpose, Buffer.from(plain)), expiresAtMs };
    },
    read(ticket) {
      const plain = ticket.length <= ticketLengthMax ? sealing.open(purpose, ticket) : null;
      const given: unknown = plain && JSON.parse(Buffer.from(plain).toString());
      if (!isObject(given)) return null;
      const { authorization, collection, expiresAtMs, sandbox } = given;
      if (typeof authorization !== 'string' || typeof collection !== 'string') return null;
      return Number(expiresAtMs) > clock() ? { authorization, collection, sandbox: sandbox === true } : null;
    },
  };
}
