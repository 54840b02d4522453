/**
 * Turns a scan into a verdict that is durable before it is shown. Read top to bottom. Calls in (ticket,
 * admission, store), never out: printing, upload and screens follow the journal or the answer.
 */
import { readBadgeCode } from '#shared/ticket/badge-code.ts';
import { isTicketNumber, readTicketNumber } from '#shared/ticket/ticket-number.ts';
import type { AdmitResult } from './admit-result.ts';
import { recordAttempt } from './attempt.ts';
import { lookedUp, type Seen } from './attempt-input.ts';
import { readCode, readExternalCode } from './read-code.ts';
import type { Station } from './station.ts';
import { isStaffed } from './station-facts.ts';
import { notReady, openEvent, type StationTools, staffOnly } from './station-tools.ts';

type Scan = Parameters<Station['admit']>[0];

const gone: AdmitResult = {
  kind: 'not_recorded',
  reason: 'not_allowed',
  message: 'This registration was just erased. Search again, or send the person to the help desk.',
};

export async function admit({ source, candidates }: Scan, tools: StationTools): Promise<AdmitResult> {
  const { replica, verifier, mac } = tools;
  const startedMs = tools.monotonicMs();
  const event = openEvent(tools);
  if (event === null) return notReady;

  const read = await readCode(candidates, event.id, replica.roster.records('ticket_keys'), verifier);
  const external = read ? null : await readExternalCode(candidates, event, replica, mac);
  const subject: Seen | null = read
    ? { kind: 'ticket', ...read }
    : external
      ? { ...lookedUp(external.ticketNumber), external: external.external }
      : typedTicket({ source, candidates }, tools);
  const badge = candidates.some((text) => readBadgeCode(text) !== null);
  const direction = tools.direction();
  return recordAttempt({ source, subject, badge, direction, answers: null, override: null }, startedMs, tools);
}

/** Staff found the person by name and asked them: no code, so neither a signature nor an age to judge. */
export async function admitRegistration(registrationId: string, tools: StationTools): Promise<AdmitResult> {
  const { replica, identity } = tools;
  const startedMs = tools.monotonicMs();
  if (openEvent(tools) === null) return notReady;
  if (!isStaffed(replica, identity)) return staffOnly;
  const registration = replica.roster.registration(registrationId);
  // Erased between the search and the second tap.
  if (registration === null) return gone;
  const subject = lookedUp(registration.ticketNumber);
  const direction = tools.direction();
  return recordAttempt({ source: 'search', subject, direction, answers: null, override: null }, startedMs, tools);
}

/** A number as it is printed on the ticket: staff typed it, so they have looked at the person who holds it. */
function typedTicket({ source, candidates }: Scan, { replica, identity }: StationTools): Seen | null {
  if (source !== 'typed' || !isStaffed(replica, identity)) return null;
  for (const text of candidates) {
    const issuedHere = readTicketNumber(text);
    if (issuedHere !== null) return lookedUp(issuedHere);
    const issuedByOthers = text.trim();
    if (isTicketNumber(issuedByOthers) && replica.roster.registrationByTicket(issuedByOthers) !== null)
      return lookedUp(issuedByOthers);
  }
  return null;
}
