/**
 * Tickets for pages: an EventSource cannot send a header, and a credential never stands in an address. A ticket opens the
 * changes of one collection, for minutes, with what the credential may see that asked for it; with that it ends. It is
 * sealed, so that no server has to remember it.
 */
import { isObject } from '#shared/base/json.ts';
import type { Clock } from '#shared/base/time.ts';

const purpose = 'live-ticket';
/** Long enough for an EventSource that reconnects by itself after a short break. */
export const ticketLifeMs = 10 * 60_000;
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
  /** @returns null where it is none, or has run out */
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
