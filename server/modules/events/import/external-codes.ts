/** Codes of other systems on the server: their key, how one is kept, and whose ticket a scanned one stands for. */
import { createHmac } from 'node:crypto';
import type { ExternalCodeFacts } from '#shared/admission/facts.ts';
import { externalCodeFacts } from '#shared/admission/facts-from-records.ts';
import { fromBase64url, toBase64url } from '#shared/base/bytes.ts';
import { type ExternalScheme, externalSchemes } from '#shared/base/external-scheme.ts';
import { type EventRecord, events } from '#shared/modules/events/event.ts';
import { attendeeImports, type ExternalCodeRecord, externalCodes } from '#shared/modules/events/transfer.ts';
import type { Condition } from '#shared/query/query.ts';
import { externalCodeHash, externalKeyBytes, type Mac } from '#shared/ticket/external-code.ts';
import type { Reader, Transaction } from '../../../store/contract.ts';
import { eventStatusAt } from '../event/event-status.ts';
import type { EventsPorts } from '../ports.ts';

export const nodeMac = ((key, message) => createHmac('sha256', key).update(message).digest()) satisfies Mac;

/** Where a scan names no event, its code is looked for at this many; with more, name the event. */
const eventsSearchedMax = 200;

/** Made once for an event; it travels to the event's kiosks with their replica, and is in no answer. */
export async function ensureExternalKey(
  tx: Transaction,
  event: EventRecord,
  { randomBytes }: Pick<EventsPorts, 'randomBytes'>,
): Promise<Uint8Array> {
  const current = (await tx.get(events, event.id))?.externalCodeKey ?? null;
  const known = current === null ? null : fromBase64url(current);
  if (known !== null) return known;
  const key = randomBytes(externalKeyBytes);
  await tx.update(events, event.id, { externalCodeKey: toBase64url(key) });
  return key;
}

/** @returns null where no code of this scheme looks like it */
export function hashOfCode(key: Uint8Array, scheme: ExternalScheme, code: string): string | null {
  return externalCodeHash(key, scheme, code, nodeMac) as string | null;
}

export interface ExternalTicket {
  readonly event: string;
  readonly ticketNumber: string;
  readonly external: ExternalCodeFacts;
}

/**
 * Whose ticket a text of another system stands for.
 *
 * @param eventId null: any event of the tenant whose imports brought codes. Where two of them have the same code, the one
 *   that is live is meant.
 * @returns null where no import knows it, or two events do and it is not clear which is meant
 */
export async function findExternalTicket(
  reader: Reader,
  text: string,
  eventId: string | null,
  nowMs: number,
): Promise<ExternalTicket | null> {
  const asked = await eventsWithCodes(reader, eventId);
  const hashes = asked.flatMap(({ externalCodeKey }) => hashesOf(externalCodeKey, text));
  if (hashes.length === 0) return null;
  const found = await reader.find(externalCodes, {
    where: { kind: 'field', path: 'codeHash', op: 'in', value: hashes },
    limit: eventsSearchedMax,
  });
  const meant = meantOf(found, asked, nowMs);
  const brought = meant && (await reader.get(attendeeImports, meant.import));
  if (!meant || !brought) return null;
  const { event, ticketNumber } = meant;
  return { event, ticketNumber, external: externalCodeFacts(meant, brought) };
}

async function eventsWithCodes(reader: Reader, eventId: string | null): Promise<readonly EventRecord[]> {
  if (eventId !== null) {
    const event = await reader.get(events, eventId);
    return event ? [event] : [];
  }
  const has: Condition = { kind: 'field', path: 'externalCodeKey', op: 'not_equals', value: null };
  return await reader.find(events, {
    where: has,
    sort: [{ path: 'endsAt', direction: 'desc' }],
    limit: eventsSearchedMax,
  });
}

function hashesOf(externalCodeKey: string | null, text: string): readonly string[] {
  const key = externalCodeKey === null ? null : fromBase64url(externalCodeKey);
  if (key === null) return [];
  return externalSchemes.flatMap((scheme) => hashOfCode(key, scheme, text) ?? []);
}

function meantOf(found: readonly ExternalCodeRecord[], asked: readonly EventRecord[], nowMs: number) {
  if (found.length <= 1) return found[0] ?? null;
  const isLive = (id: string) => asked.some((event) => event.id === id && eventStatusAt(event, nowMs) === 'live');
  const live = found.filter(({ event }) => isLive(event));
  return live.length === 1 ? live[0]! : null;
}
