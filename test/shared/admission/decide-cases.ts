/** Attempts at a gate and the verdict on each: the table of the tests of `decide`. */
import type { Verdict, VerdictCode } from '#shared/admission/verdict.ts';
import { hourMs, minuteMs } from '#shared/base/time.ts';
import { ticketNumber } from '#shared/ticket/ticket-number.ts';
import { type Changes, hall, minutesAgo, otherEventId, used, usedDetail, vipGate } from './attempt.ts';

const foreignNumber = ticketNumber(otherEventId, new Uint8Array(10));
const incomplete = { knowledgeComplete: false } as const;

type Case = readonly [sentence: string, changes: Changes, expected: Verdict];
export const refused = (code: VerdictCode, detail: Verdict['detail'] = {}): Verdict => ({ code, flags: [], detail });
const admitted = (...flags: Verdict['flags']): Verdict => ({ code: 'admitted', flags, detail: {} });

export const cases: readonly Case[] = [
  ['admits a confirmed ticket with a fresh code', {}, admitted()],
  ['admits a free ticket', { registration: { paymentStatus: 'not_required' } }, admitted()],
  [
    'admits a ticket of which a part was paid back',
    { registration: { paymentStatus: 'partially_refunded' } },
    admitted(),
  ],
  ['flags an admission that was decided offline', { station: { online: false } }, admitted('offline')],
  ['admits at any gate where the event declares none', { gate: null }, admitted()],
  ['admits a registration that staff looked up, without a code', { noCode: true, signature: 'missing' }, admitted()],
  [
    'admits a looked-up registration also by a clock it does not trust',
    { noCode: true, signature: 'missing', station: { clockTrusted: false } },
    admitted(),
  ],

  [
    'refuses everything at a revoked kiosk',
    { station: { revoked: true, leaseExpired: true } },
    refused('kiosk_revoked'),
  ],
  [
    'refuses everything at a kiosk whose lease has run out',
    { station: { leaseExpired: true } },
    refused('lease_expired'),
  ],

  [
    'refuses the registration of another event',
    { registration: { event: otherEventId }, number: foreignNumber, signature: 'invalid' },
    refused('wrong_event'),
  ],
  [
    'refuses an unknown code by the tag of another event',
    { registration: null, number: foreignNumber, signature: 'invalid' },
    refused('wrong_event'),
  ],
  [
    'reads the tag also where signatures are off',
    { registration: null, number: foreignNumber, signature: 'missing', event: { signatures: 'off' } },
    refused('wrong_event'),
  ],
  [
    'trusts the registration more than a tag that happens to be in an imported number',
    { number: foreignNumber },
    admitted(),
  ],
  [
    'trusts our own signature for this event more than the tag',
    { registration: null, number: foreignNumber, ...incomplete },
    admitted('unverified'),
  ],

  ['refuses a signature that no key of the event made', { signature: 'invalid' }, refused('code_forged')],
  ['refuses a code without a signature', { signature: 'missing' }, refused('code_forged')],
  [
    'takes a code without a signature where the event switched them off',
    { number: 'T-17', signature: 'missing', event: { signatures: 'off' } },
    admitted(),
  ],
  [
    'refuses a wrong signature even where the event switched them off',
    { signature: 'invalid', event: { signatures: 'off' } },
    refused('code_forged'),
  ],

  ['refuses an unknown number, at the server', { registration: null }, refused('unknown_ticket')],
  [
    'refuses an unknown unsigned number, at a kiosk',
    { registration: null, number: 'T-18', signature: 'missing', event: { signatures: 'off' }, ...incomplete },
    refused('unknown_ticket'),
  ],
  [
    'admits a signed ticket that the kiosk has not heard of yet',
    { registration: null, ...incomplete, station: { online: false } },
    admitted('offline', 'unverified'),
  ],
  [
    'does not take one on trust where only some ticket types are admitted',
    { registration: null, ...incomplete, gate: vipGate },
    refused('unknown_ticket'),
  ],
  [
    'refuses one taken on trust the second time',
    { registration: null, ...incomplete, checkin: used },
    refused('already_checked_in', usedDetail),
  ],
  [
    'refuses one taken on trust when its code is old',
    { registration: null, ...incomplete, ageMs: 61 * minuteMs },
    refused('code_expired', { issuedAt: minutesAgo(61), windowMinutes: 60 }),
  ],
  [
    'refuses a lookup without a registration',
    { noCode: true, registration: null, signature: 'missing', ...incomplete },
    refused('unknown_ticket'),
  ],

  ['refuses a revoked ticket', { registration: { revokedAt: minutesAgo(5) } }, refused('revoked')],
  ['refuses a refunded ticket', { registration: { paymentStatus: 'refunded' } }, refused('refunded')],
  [
    'calls a cancelled and refunded ticket refunded',
    { registration: { status: 'cancelled', paymentStatus: 'refunded' } },
    refused('refunded'),
  ],
  ['refuses a cancelled registration', { registration: { status: 'cancelled' } }, refused('cancelled')],
  [
    'refuses a hold that ran out unpaid',
    { registration: { status: 'expired', paymentStatus: 'pending' } },
    refused('cancelled'),
  ],
  ['refuses everybody when the event is cancelled', { event: { status: 'cancelled' } }, refused('cancelled')],
  [
    'refuses also what it would take on trust when the event is cancelled',
    { registration: null, ...incomplete, event: { status: 'cancelled' } },
    refused('cancelled'),
  ],
  [
    'refuses a registration whose payment is open',
    { registration: { status: 'pending', paymentStatus: 'pending' } },
    refused('not_confirmed'),
  ],
  ['refuses a registration on the waiting list', { registration: { status: 'waitlisted' } }, refused('not_confirmed')],
  [
    'refuses a blocked registration and says why',
    { registration: { blockedReason: 'Speak to security' } },
    refused('blocked', { blockedReason: 'Speak to security' }),
  ],

  ['admits a code that is exactly as old as the window', { ageMs: hourMs }, admitted()],
  [
    'refuses a code one second older',
    { ageMs: hourMs + 1_000 },
    refused('code_expired', { issuedAt: '2026-09-14T07:59:59.000Z', windowMinutes: 60 }),
  ],
  ['measures by the window of the event', { ageMs: 10 * hourMs, event: { replayWindowMinutes: 600 } }, admitted()],
  ['admits a code exactly two minutes ahead', { ageMs: -2 * minuteMs }, admitted()],
  [
    'refuses a code one second further ahead',
    { ageMs: -2 * minuteMs - 1_000 },
    refused('code_from_future', { issuedAt: '2026-09-14T09:02:01.000Z' }),
  ],
  [
    'does not guess the age of a code by a clock it does not trust',
    { station: { clockTrusted: false }, ageMs: 2 * hourMs },
    refused('clock_untrusted'),
  ],
  [
    'says what needs no clock by a clock it does not trust',
    { station: { clockTrusted: false }, registration: { status: 'cancelled' } },
    refused('cancelled'),
  ],

  [
    'refuses a ticket type at a gate that does not admit it, and names those that do',
    { gate: vipGate, gates: [vipGate, hall] },
    refused('wrong_gate', { gates: ['Hall'], nearest: { gate: 'Hall', opensAt: null } }),
  ],
  ['admits the ticket type for which the gate is', { gate: vipGate, registration: { ticketType: 'vip' } }, admitted()],
  [
    'names no gate that is closed now',
    { gate: vipGate, gates: [vipGate, { ...hall, closesAt: minutesAgo(1) }] },
    refused('wrong_gate', { gates: [] }),
  ],
  [
    'names the gates of other areas where this area has none for the ticket',
    { gate: { ...vipGate, list: 'workshops' }, gates: [{ ...vipGate, list: 'workshops' }, hall] },
    refused('wrong_gate', { gates: [], otherAreas: ['Hall'] }),
  ],
  [
    'refuses a gate that the event does not declare',
    { gate: null, gateUnknown: true, gates: [vipGate, hall] },
    refused('wrong_gate', { gates: ['Hall'], nearest: { gate: 'Hall', opensAt: null }, unknownGate: true }),
  ],
  [
    'refuses before the gate opens',
    { gate: { ...hall, opensAt: minutesAgo(-1) } },
    refused('too_early', { opensAt: minutesAgo(-1), nearest: { gate: 'Hall', opensAt: minutesAgo(-1) } }),
  ],
  ['admits at the moment the gate opens', { gate: { ...hall, opensAt: minutesAgo(0) } }, admitted()],
  ['admits at the moment the gate closes', { gate: { ...hall, closesAt: minutesAgo(0) } }, admitted()],
  [
    'refuses after the gate has closed',
    { gate: { ...hall, closesAt: minutesAgo(1) } },
    refused('too_late', { closesAt: minutesAgo(1) }),
  ],
  [
    'does not guess the hour of a gate by a clock it does not trust',
    { noCode: true, signature: 'missing', gate: { ...hall, opensAt: minutesAgo(1) }, station: { clockTrusted: false } },
    refused('clock_untrusted'),
  ],

  ['refuses a used ticket and says when and where', { checkin: used }, refused('already_checked_in', usedDetail)],
  [
    'refuses a used ticket also with a fresh code of a later hour',
    { checkin: used, ageMs: -minuteMs },
    refused('already_checked_in', usedDetail),
  ],
  [
    'refuses a used ticket when staff look it up',
    { noCode: true, signature: 'missing', checkin: used },
    refused('already_checked_in', usedDetail),
  ],
  [
    'leaves out where, when the check-in does not say',
    { checkin: { ...used, gate: null, kiosk: null, kioskName: null, staff: null } },
    refused('already_checked_in', { checkedInAt: used.checkedInAt }),
  ],
  [
    'calls a used and cancelled ticket cancelled',
    { checkin: used, registration: { status: 'cancelled' } },
    refused('cancelled'),
  ],
  [
    'calls a used ticket with an old code too old',
    { checkin: used, ageMs: 2 * hourMs },
    refused('code_expired', { issuedAt: minutesAgo(120), windowMinutes: 60 }),
  ],

  // Entry rules.
  [
    'refuses a ticket type before its own hour, and says when it is let in',
    { entryRules: [{ ticketTypes: ['general'], opensAt: minutesAgo(-30) }] },
    refused('too_early', { opensAt: minutesAgo(-30), nearest: { gate: 'Hall', opensAt: minutesAgo(-30) } }),
  ],
  [
    'lets the hours of other ticket types alone',
    { registration: { ticketType: 'vip' }, entryRules: [{ ticketTypes: ['general'], opensAt: minutesAgo(-30) }] },
    admitted(),
  ],
  [
    'admits where one of several rules is open',
    {
      registration: { ticketType: 'vip' },
      entryRules: [{ opensAt: minutesAgo(-30) }, { ticketTypes: ['vip'], opensAt: minutesAgo(60) }],
    },
    admitted(),
  ],
  [
    'sends to another gate of the same list that is open now',
    {
      gates: [
        { ...hall, id: 'gate-0', name: 'Dinner', list: 'list-dinner' },
        hall,
        { ...hall, id: 'gate-side', key: 'side', name: 'Side door' },
      ],
      entryRules: [{ gate: 'gate-hall', closesAt: minutesAgo(5) }],
    },
    refused('too_late', { closesAt: minutesAgo(5), nearest: { gate: 'Side door', opensAt: null } }),
  ],
  [
    'lets a rule narrow the hours of the gate, never widen them',
    { gate: { ...hall, opensAt: minutesAgo(-10) }, entryRules: [{ opensAt: minutesAgo(60) }] },
    refused('too_early', { opensAt: minutesAgo(-10), nearest: { gate: 'Hall', opensAt: minutesAgo(-10) } }),
  ],
  [
    'takes no one on trust where ticket types come at different hours',
    { registration: null, ...incomplete, entryRules: [{ ticketTypes: ['vip'], opensAt: minutesAgo(-30) }] },
    refused('unknown_ticket'),
  ],
  [
    'admits at a gate that only lets out: never',
    { gate: { ...hall, direction: 'exit' } },
    refused('wrong_gate', { gates: [] }),
  ],

  // Lists that count.
  [
    'admits as often as the list is unlimited',
    { checkin: { ...used, entries: 7 }, list: { counting: 'unlimited' } },
    admitted(),
  ],
  [
    'refuses the second entry of a day where days are counted',
    { checkin: used, list: { counting: 'once_per_day' } },
    refused('already_checked_in', usedDetail),
  ],
  [
    'admits again on the next day',
    { checkin: { ...used, checkedInAt: minutesAgo(10 * 60) }, list: { counting: 'once_per_day' } },
    admitted(),
  ],
  [
    'knows the day by the time zone of the event',
    {
      checkin: { ...used, checkedInAt: minutesAgo(10 * 60) },
      list: { counting: 'once_per_day' },
      event: { timezone: 'Pacific/Auckland' },
    },
    refused('already_checked_in', { ...usedDetail, checkedInAt: minutesAgo(10 * 60) }),
  ],
  [
    'does not guess the day by a clock it does not trust',
    {
      noCode: true,
      signature: 'missing',
      checkin: used,
      list: { counting: 'once_per_day' },
      station: { clockTrusted: false },
    },
    refused('clock_untrusted'),
  ],
  [
    'admits as often as a rule gives the ticket type',
    { checkin: used, entryRules: [{ ticketTypes: ['general'], maxEntries: 2 }] },
    admitted(),
  ],
  [
    'and not once more',
    { checkin: { ...used, entries: 2 }, entryRules: [{ ticketTypes: ['general'], maxEntries: 2 }] },
    refused('already_checked_in', { ...usedDetail, entries: 2, maxEntries: 2 }),
  ],
  [
    'refuses who is inside where one must go out first',
    { checkin: used, list: { counting: 'unlimited', exitFirst: true } },
    refused('exit_first', usedDetail),
  ],
  [
    'admits who has gone out',
    { checkin: { ...used, inside: false, leftAt: minutesAgo(5) }, list: { counting: 'unlimited', exitFirst: true } },
    admitted(),
  ],
  [
    'has everybody gone home over night where days are counted',
    { checkin: { ...used, checkedInAt: minutesAgo(600) }, list: { counting: 'once_per_day', exitFirst: true } },
    admitted(),
  ],
  [
    'refuses a ticket handed back over the fence',
    { checkin: used, list: { counting: 'unlimited', passbackMinutes: 31 } },
    refused('already_checked_in', { ...usedDetail, againAt: minutesAgo(-1) }),
  ],
  [
    'admits when the passback window is over',
    { checkin: used, list: { counting: 'unlimited', passbackMinutes: 30 } },
    admitted(),
  ],
  [
    'admits within the window who has gone out',
    { checkin: { ...used, inside: false }, list: { counting: 'unlimited', passbackMinutes: 31 } },
    admitted(),
  ],

  // Going out.
  [
    'lets out every known person',
    { direction: 'exit', checkin: used },
    { code: 'admitted', flags: [], detail: { direction: 'exit' } },
  ],
  [
    'lets out also with an old code, a blocked ticket and a clock that is wrong',
    { direction: 'exit', ageMs: 9 * hourMs, registration: { blockedReason: 'x' }, station: { clockTrusted: false } },
    { code: 'admitted', flags: [], detail: { direction: 'exit' } },
  ],
  [
    'lets no one out by a forged code',
    { direction: 'exit', signature: 'invalid' },
    { code: 'code_forged', flags: [], detail: { direction: 'exit' } },
  ],
  [
    'counts no exit at a gate that only lets in, and names one that lets out',
    {
      direction: 'exit',
      gate: { ...hall, direction: 'entry' },
      gates: [
        { ...hall, direction: 'entry' },
        { ...hall, id: 'x', name: 'Way out' },
      ],
    },
    { code: 'wrong_gate', flags: [], detail: { gates: ['Way out'], direction: 'exit' } },
  ],

  // Capacity.
  [
    'calls a used ticket used where the room is full too',
    { checkin: { ...used, inside: false }, rooms: [{ remaining: 0 }] },
    refused('already_checked_in', usedDetail),
  ],
  ['admits into the last place', { rooms: [{ remaining: 1 }] }, admitted()],
  [
    'refuses where the room of the gate is full, and names another gate',
    { rooms: [{ remaining: 0 }], gates: [hall, { ...hall, id: 'gate-side', key: 'side', name: 'Side door' }] },
    refused('gate_full', { full: 'gate', gates: ['Side door'] }),
  ],
  [
    'names no gate where the whole list is full',
    { rooms: [{ kind: 'list', remaining: 0 }] },
    refused('gate_full', { full: 'list' }),
  ],
  [
    'lets in again who takes no place because of being inside',
    { rooms: [{ remaining: 0 }], checkin: used, list: { counting: 'unlimited' } },
    admitted(),
  ],
  [
    'asks a place at this gate of who came in by another',
    { rooms: [{ remaining: 0 }], checkin: { ...used, gate: 'side' }, list: { counting: 'unlimited' } },
    refused('gate_full', { full: 'gate', gates: [] }),
  ],
  [
    'does not guess whether a lease still runs',
    { noCode: true, signature: 'missing', rooms: [{ clockNeeded: true }] },
    refused('clock_untrusted'),
  ],

  // Questions.
  [
    'asks what is to be asked, the optional with the required',
    { questions: [{}, { id: 'q2', text: 'Photo?', kind: 'boolean', required: false }] },
    refused('questions_required', {
      questions: [
        { id: 'q1', text: 'Meal?', kind: 'text', options: [], required: true },
        { id: 'q2', text: 'Photo?', kind: 'boolean', options: [], required: false },
      ],
    }),
  ],
  ['admits with the answers', { questions: [{}], answers: { q1: 'Fish' } }, admitted()],
  ['asks nothing twice', { questions: [{}], registration: { answered: ['q1'] } }, admitted()],
  ['refuses no one for an optional question', { questions: [{ required: false }] }, admitted()],
  ['asks nothing of other ticket types', { questions: [{ ticketTypes: ['vip'] }] }, admitted()],
  [
    'takes no answer that cannot be given',
    { questions: [{ kind: 'choice', options: ['Fish', 'Vegan'] }], answers: { q1: 'Sand' } },
    refused('questions_required', {
      questions: [{ id: 'q1', text: 'Meal?', kind: 'choice', options: ['Fish', 'Vegan'], required: true }],
      badAnswers: ['q1'],
    }),
  ],
  [
    'asks whom it takes on trust only what everybody is asked',
    { registration: null, ...incomplete, questions: [{ ticketTypes: ['general'] }] },
    admitted('unverified'),
  ],

  // Notes for staff.
  [
    'shows the note about a person whom it admits',
    { registration: { attentionNote: 'Wheelchair: lift at the side' } },
    { code: 'admitted', flags: [], detail: { attention: 'Wheelchair: lift at the side' } },
  ],
  [
    'and about one it refuses',
    { registration: { attentionNote: 'Press' }, checkin: used },
    refused('already_checked_in', { ...usedDetail, attention: 'Press' }),
  ],
  [
    'but not to who shows a forged code',
    { registration: { attentionNote: 'Press' }, signature: 'invalid' },
    refused('code_forged'),
  ],

  [
    'admits by override what it would refuse, and keeps what was overridden',
    { checkin: used, override: { reason: 'Lost the wristband' } },
    { code: 'admitted', flags: ['override'], detail: { ...usedDetail, overrode: 'already_checked_in' } },
  ],
  [
    'admits by override offline',
    { registration: { status: 'pending' }, station: { online: false }, override: { reason: 'Paid in cash' } },
    { code: 'admitted', flags: ['offline', 'override'], detail: { overrode: 'not_confirmed' } },
  ],
  [
    'does not let a locked kiosk admit by override: it may be in the wrong hands',
    { station: { leaseExpired: true }, override: { reason: 'Fire drill' } },
    refused('lease_expired'),
  ],
  [
    'does not identify a person by a forged code, also with an override',
    { signature: 'invalid', override: { reason: 'Looks honest' } },
    refused('code_forged'),
  ],
  [
    'keeps the reason of a person who would not have been needed',
    { override: { reason: 'Just in case' } },
    admitted('override'),
  ],
  [
    'does not let a revoked kiosk admit by override',
    { station: { revoked: true }, override: { reason: 'Please' } },
    refused('kiosk_revoked'),
  ],
];
