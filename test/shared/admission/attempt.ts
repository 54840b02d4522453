/** A good attempt, and what can be wrong with it: the ground of the tests of `decide`. */
import type { Attempt } from '#shared/admission/decide.ts';
import type { CheckinFacts, GateContext, GateFacts, RegistrationFacts, RoomFacts } from '#shared/admission/facts.ts';
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
  attentionNote: null,
  answered: [],
};

export const hall: GateFacts = {
  id: 'gate-hall',
  key: 'hall',
  name: 'Hall',
  list: 'list-main',
  direction: 'both',
  ticketTypes: [],
  opensAt: null,
  closesAt: null,
};
export const vipGate: GateFacts = { ...hall, id: 'gate-vip', key: 'vip', name: 'VIP door', ticketTypes: ['vip'] };

/** Times relative to now, so that a case says what matters about them. */
export const minutesAgo = (minutes: number) => isoTime(nowMs - minutes * minuteMs);

/** Came in half an hour ago, once. */
export const used: CheckinFacts = {
  checkedInAt: minutesAgo(30),
  gate: 'hall',
  kiosk: 'kiosk-1',
  kioskName: 'Hall left',
  staff: 'Kim',
  entries: 1,
  entriesThatDay: 1,
  leftAt: null,
  inside: true,
};
export const usedDetail = {
  checkedInAt: minutesAgo(30),
  gate: 'hall',
  kiosk: 'kiosk-1',
  kioskName: 'Hall left',
  staff: 'Kim',
};

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
  readonly list?: Partial<GateContext['list']>;
  readonly entryRules?: readonly Partial<GateContext['entryRules'][number]>[];
  readonly questions?: readonly Partial<GateContext['questions'][number]>[];
  readonly rooms?: readonly Partial<RoomFacts>[];
  readonly direction?: Attempt['direction'];
  readonly answers?: Attempt['answers'];
  readonly knowledgeComplete?: boolean;
  readonly station?: Partial<GateContext['station']>;
  readonly override?: Attempt['override'];
}

const noRule = { list: null, gate: null, ticketTypes: [], opensAt: null, closesAt: null, maxEntries: null } as const;
const noQuestion = { id: 'q1', text: 'Meal?', kind: 'text', options: [], required: true, ticketTypes: [] } as const;

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
      rooms: (changes.rooms ?? []).map((room) => ({ kind: 'gate', remaining: 1, clockNeeded: false, ...room })),
    },
    gate: {
      event: {
        id: eventId,
        replayWindowMinutes: 60,
        signatures: 'required',
        status: 'live',
        timezone: 'UTC',
        ...changes.event,
      },
      gate,
      gateUnknown: changes.gateUnknown ?? false,
      gates: changes.gates ?? (gate === null ? [] : [gate]),
      list: { id: 'list-main', counting: 'once', exitFirst: false, passbackMinutes: 0, ...changes.list },
      entryRules: (changes.entryRules ?? []).map((rule) => ({ ...noRule, ...rule })),
      questions: (changes.questions ?? []).map((question) => ({ ...noQuestion, ...question })),
      knowledgeComplete: changes.knowledgeComplete ?? true,
      station: { revoked: false, leaseExpired: false, clockTrusted: true, online: true, ...changes.station },
    },
    nowMs,
    ...(changes.direction !== undefined && { direction: changes.direction }),
    ...(changes.answers !== undefined && { answers: changes.answers }),
    ...(changes.override !== undefined && { override: changes.override }),
  };
}
