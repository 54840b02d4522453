/**
 * Handles the ticket codes of other ticket systems on the server: makes an event's key for them, hashes a code with it, and
 * finds the ticket that a scanned code stands for.
 */
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

/** Maximum number of events that are searched for a code whose scan names no event; a scan for an earlier one names it. */
const eventsSearchedMax = 200;

/** @returns the event's key, made once. The event's kiosks receive it with their replica; no answer of the API contains it. */
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

/** @returns null where the text does not have the form of a code of this scheme */
export function hashOfCode(key: Uint8Array, scheme: ExternalScheme, code: string): string | null {
  return externalCodeHash(key, scheme, code, nodeMac) as string | null;
}

export interface ExternalTicket {
  readonly event: string;
  readonly ticketNumber: string;
  readonly external: ExternalCodeFacts;
}

/**
 * Finds the ticket that a scanned code of another system stands for.
 *
 * @param eventId null: any event of the tenant whose imports brought codes. Where several of them have the code, the live
 *   event counts.
 * @returns null where no import brought the code, or several events have it and not exactly one of these is live
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
