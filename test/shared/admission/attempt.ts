/** A good attempt, and what can be wrong with it: the ground of the tests of `decide`. */
import type { Attempt } from '#shared/admission/decide.ts';
import type { GateContext, GateFacts, RegistrationFacts } from '#shared/admission/facts.ts';
import { isoTime, minuteMs } from '#shared/base/time.ts';
import { ticketNumber } from '#shared/ticket/ticket-number.ts';

export const eventId = '01900000-0000-7000-8000-000000000001';
export const otherEventId = '01900000-0000-7000-8000-000000000002';
export const nowMs = Date.parse('2026-09-14T09:00:00.000Z');
export const ownNumber = ticketNumber(eventId, Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10));

export const registration: RegistrationFacts = {
  id: 'registration-1',
  event: eventId,
  ticketType: 'general',
  status: 'confirmed',
  paymentStatus: 'paid',
  revokedAt: null,
  blockedReason: null,
};

export const hall: GateFacts = {
  id: 'gate-hall',
  key: 'hall',
  name: 'Hall',
  list: 'list-main',
  ticketTypes: [],
  opensAt: null,
  closesAt: null,
};
export const vipDoor: GateFacts = { ...hall, id: 'gate-vip', key: 'vip', name: 'VIP door', ticketTypes: ['vip'] };

/** Times relative to now, so that a case says what matters about them. */
export const minutesAgo = (minutes: number) => isoTime(nowMs - minutes * minuteMs);

export interface Changes {
  readonly number?: string;
  readonly ageMs?: number;
  readonly noCode?: boolean;
  readonly registration?: Partial<RegistrationFacts> | null;
  readonly checkin?: Attempt['facts']['checkin'];
  readonly signature?: Attempt['facts']['signature'];
  readonly event?: Partial<GateContext['event']>;
  readonly gate?: GateFacts | null;
  readonly gateUnknown?: boolean;
  readonly gates?: readonly GateFacts[];
  readonly knowledgeComplete?: boolean;
  readonly station?: Partial<GateContext['station']>;
  readonly override?: Attempt['override'];
}

export function attempt(changes: Changes = {}): Attempt {
  const gate = changes.gate === undefined ? hall : changes.gate;
  return {
    code: changes.noCode
      ? null
      : {
          type: 'event_ticket',
          ticketNumber: changes.number ?? ownNumber,
          timestamp: Math.floor((nowMs - (changes.ageMs ?? 0)) / 1_000),
          signature: null,
        },
    facts: {
      registration: changes.registration === null ? null : { ...registration, ...changes.registration },
      checkin: changes.checkin ?? null,
      signature: changes.signature ?? 'valid',
    },
    gate: {
      event: { id: eventId, replayWindowMinutes: 60, signatures: 'required', status: 'live', ...changes.event },
      gate,
      gateUnknown: changes.gateUnknown ?? false,
      gates: changes.gates ?? (gate === null ? [] : [gate]),
      knowledgeComplete: changes.knowledgeComplete ?? true,
      station: { revoked: false, leaseExpired: false, clockTrusted: true, online: true, ...changes.station },
    },
    nowMs,
    ...(changes.override !== undefined && { override: changes.override }),
  };
}
