/** Test data of the staff's screens: a group, questions, recent scans, tickets sold at the gate. */
import type { Party, RecentScan, WalkInChoice } from '#kiosk/station/staff-act-results.ts';
import type { RoomState } from '#kiosk/station/station.ts';
import type { QuestionAsked } from '#shared/admission/verdict.ts';
import type { DoorScript } from './scripted.ts';

export const questions: readonly QuestionAsked[] = [
  { id: 'q-diet', text: 'Does anything on the menu not agree with you?', kind: 'text', options: [], required: false },
  { id: 'q-size', text: 'T-shirt size', kind: 'choice', options: ['S', 'M', 'L', 'XL'], required: true },
  { id: 'q-photo', text: 'May we take your picture?', kind: 'boolean', options: [], required: true },
];

export const supervisors = [
  { id: 'sup-1', name: 'Mia Sørensen' },
  { id: 'sup-2', name: 'Yusuf Demir' },
];

export const walkInChoices: readonly WalkInChoice[] = [
  { ticketTypeId: 'type-free', name: 'Student', amount: 0, currency: 'EUR' },
  { ticketTypeId: 'type-day', name: 'Day ticket', amount: 4950, currency: 'EUR' },
];

export const party: Party = {
  group: 'Nordwind',
  others: [
    { registrationId: 'r-2', name: 'Jonas Berg', company: 'Nordwind', ticketTypeName: 'Visitor', checkedInAt: null },
    { registrationId: 'r-3', name: '李雷', company: null, ticketTypeName: 'Visitor', checkedInAt: null },
    {
      registrationId: 'r-4',
      name: 'Oya Öztürk',
      company: 'Nordwind',
      ticketTypeName: null,
      checkedInAt: '2026-05-12T09:01:00.000Z',
    },
  ],
  more: true,
};

const scan = (n: number, change: Partial<RecentScan>): RecentScan => ({
  scanId: `scan-${n}`,
  verdict: 'admitted',
  direction: 'entry',
  registrationId: `r-${n}`,
  name: 'Anna Kowalska',
  company: 'Nordwind Robotics',
  scannedAt: '2026-05-12T09:29:20.000Z',
  overridden: false,
  undone: false,
  undoableUntil: null,
  ...change,
});

export const recent: readonly RecentScan[] = [
  scan(1, { undoableUntil: '2026-05-12T09:44:20.000Z' }),
  scan(2, { name: 'Jonas Berg', verdict: 'already_checked_in' }),
  scan(3, { name: 'محمد عبد الله', overridden: true, undoableUntil: '2026-05-12T09:35:00.000Z' }),
  scan(4, { name: 'Oya Öztürk', direction: 'exit', undone: true }),
  scan(5, { name: null, company: null, registrationId: null, verdict: 'code_malformed' }),
];

export const rooms: readonly RoomState[] = [
  {
    kind: 'gate',
    name: 'Hall 2',
    capacity: 400,
    left: 37,
    fromOthers: 0,
    given: 0,
    expiresAt: '2026-05-12T12:30:00.000Z',
  },
  {
    kind: 'list',
    name: 'Keynote',
    capacity: 900,
    left: 0,
    fromOthers: 0,
    given: 0,
    expiresAt: '2026-05-12T12:30:00.000Z',
  },
];

export const doorScript: DoorScript = { supervisors, walkInChoices, party, recent };
