/** The event's signing keys: made with the event, sealed at rest, opened only to sign a ticket code. */

import { must } from '#shared/base/assert.ts';
import { toBase64url } from '#shared/base/bytes.ts';
import { bound } from '#shared/base/seals.ts';
import { secondMs } from '#shared/base/time.ts';
import { type TicketKeyRecord, ticketKeys } from '#shared/modules/events/event.ts';
import { formatCompact, formatJson, type TicketCode } from '#shared/ticket/ticket-code.ts';
import { issueTicketCode } from '#shared/ticket/ticket-signature.ts';
import type { Reader, Transaction } from '../../store/contract.ts';
import type { EventsPorts } from './ports.ts';

export type KeyPorts = Pick<EventsPorts, 'signer' | 'seal' | 'open' | 'newId'>;

const sealPurpose = 'ticket-key';
export const sealedTicketKeys = { collection: 'ticket_keys', field: 'sealedPrivateKey', purpose: sealPurpose };

async function activeKey(reader: Reader, eventId: string): Promise<TicketKeyRecord | null> {
  return await reader.findOne(ticketKeys, { event: eventId, state: 'active' });
}

export async function ensureTicketKey(tx: Transaction, eventId: string, ports: KeyPorts): Promise<void> {
  const known = await activeKey(tx, eventId);
  if (known) return rebind(tx, known, ports);
  const { publicKey, privateKey } = ports.signer.makeKeyPair();
  const id = ports.newId();
  await tx.create(
    'ticket_keys',
    {
      event: eventId,
      publicKey: toBase64url(publicKey),
      sealedPrivateKey: ports.seal(sealPurpose, privateKey, placeIn(tx, id)),
      state: 'active',
    },
    id,
  );
}

const placeIn = ({ tenant }: Reader, id: string) => ({ tenant, collection: 'ticket_keys', id });

/** Binds a key that an earlier release sealed to its place. */
async function rebind(tx: Transaction, { id, sealedPrivateKey }: TicketKeyRecord, ports: KeyPorts): Promise<void> {
  const rebound = bound(ports, sealPurpose, sealedPrivateKey, placeIn(tx, id));
  if (rebound !== sealedPrivateKey) await tx.update('ticket_keys', id, { sealedPrivateKey: rebound });
}

/** Signs codes of one event; the private key is opened once for all of them (a ticket page wants a series). */
export interface CodeSigner {
  /** @param timestamp Unix seconds */
  codeAt(ticketNumber: string, timestamp: number): TicketCode;
}

/** @returns null for an event whose ground was not laid yet (it was made a moment ago, and not by `events.create`) */
export async function openCodeSigner(reader: Reader, eventId: string, ports: KeyPorts): Promise<CodeSigner | null> {
  const key = await activeKey(reader, eventId);
  if (!key) return null;
  const privateKey = must(
    ports.open(sealPurpose, key.sealedPrivateKey, placeIn(reader, key.id)),
    'a ticket key that this server sealed',
  );
  return {
    codeAt: (ticketNumber, timestamp) =>
      issueTicketCode({ eventId, ticketNumber, timestamp }, (message) => ports.signer.sign(privateKey, message)),
  };
}

/** A code as of now, in the spelling of the interface and in the one for pictures. */
export interface FreshCode {
  readonly json: string;
  readonly compact: string;
}

/** @throws where the event has no key yet */
export async function freshCode(
  reader: Reader,
  ticket: { readonly event: string; readonly ticketNumber: string },
  nowMs: number,
  ports: KeyPorts,
): Promise<FreshCode> {
  const signer = must(await openCodeSigner(reader, ticket.event, ports), 'a registration’s event has a key');
  const code = signer.codeAt(ticket.ticketNumber, Math.floor(nowMs / secondMs));
  const json = formatJson(code);
  return { json, compact: formatCompact(code) ?? json };
}
