/** The supervisors' board as the server draws it, for the console and for kiosks with staff: one answer, whole. */
import type { Field } from '../schema/field.ts';
import type { ValuesOf } from '../schema/infer.ts';

const count = { type: 'integer', required: true, min: 0 } as const;
const name = { name: 'name', type: 'text', required: true } as const;

/** Maximum number of conflicts, and of reports, shown; the counts say how many there are. */
export const boardListMax = 50;
/** Maximum number of gates, and of rooms, shown. */
export const boardGatesMax = 200;
export const boardKiosksMax = 200;

const gate = [
  { name: 'key', type: 'text', required: true },
  name,
  { name: 'checkedIn', ...count },
  { name: 'lastMinute', ...count },
  { name: 'last15Minutes', ...count },
  { name: 'last60Minutes', ...count },
  { name: 'kiosks', ...count, note: 'Paired with it.' },
  { name: 'pending', ...count, note: 'Unsent scans that its kiosks last reported.' },
  { name: 'oldestUnsentAt', type: 'date', note: 'Of those.' },
] as const satisfies readonly Field[];

const kiosk = [
  { name: 'id', type: 'text', required: true },
  name,
  { name: 'gate', type: 'text', required: true, note: 'The gate’s id.' },
  { name: 'gateName', type: 'text', required: true },
  { name: 'role', type: 'text', required: true },
  { name: 'presence', type: 'text', note: '`online` or `offline`, as in its record.' },
  { name: 'lastSeenAt', type: 'date' },
  { name: 'dataAsOf', type: 'date', note: 'When its data was last complete.' },
  { name: 'pending', type: 'integer', min: 0 },
  { name: 'oldestUnsentAt', type: 'date' },
  { name: 'parked', type: 'integer', min: 0 },
  { name: 'printer', type: 'text' },
  { name: 'paper', type: 'text' },
  { name: 'printerMessage', type: 'text' },
  { name: 'softwareVersion', type: 'text' },
  { name: 'clockOffsetMs', type: 'integer' },
  { name: 'clockTrusted', type: 'boolean' },
] as const satisfies readonly Field[];

const room = [
  { name: 'room', type: 'text', required: true, note: '`gate:<id>` or `list:<id>`.' },
  name,
  { name: 'capacity', ...count },
  { name: 'inside', ...count },
  { name: 'leased', ...count, note: 'Reserved for kiosks and not yet used, as far as reported.' },
  { name: 'left', type: 'integer', required: true, note: 'Below 0, more people are inside than the room allows.' },
] as const satisfies readonly Field[];

const conflict = [
  { name: 'id', type: 'text', required: true },
  { name: 'person', type: 'text', required: true },
  { name: 'scannedAt', type: 'date', required: true },
  { name: 'gate', type: 'text' },
  { name: 'kiosk', type: 'text' },
  { name: 'firstScannedAt', type: 'date', required: true },
  { name: 'firstGate', type: 'text' },
  { name: 'firstKiosk', type: 'text' },
] as const satisfies readonly Field[];

const report = [
  { name: 'id', type: 'text', required: true },
  { name: 'kind', type: 'text', required: true },
  { name: 'about', type: 'text', required: true, note: 'The name of a room, a ticket type or the event.' },
  { name: 'person', type: 'text' },
  { name: 'kiosk', type: 'text' },
  { name: 'happenedAt', type: 'date', required: true },
  { name: 'capacity', type: 'integer' },
  { name: 'excess', type: 'integer', required: true },
] as const satisfies readonly Field[];

const list = { type: 'array', of: 'group', required: true } as const;

/** Answer to `events.board` and `events.kiosk_board`. */
export const boardAnswer = [
  { name: 'at', type: 'date', required: true, note: 'When it was created.' },
  { name: 'checkedIn', ...count },
  { name: 'gates', ...list, maxItems: boardGatesMax, fields: gate },
  { name: 'kiosks', ...list, maxItems: boardKiosksMax, fields: kiosk },
  { name: 'rooms', ...list, maxItems: boardGatesMax, fields: room },
  { name: 'conflicts', ...list, maxItems: boardListMax, fields: conflict },
  { name: 'conflictCount', ...count },
  { name: 'reports', ...list, maxItems: boardListMax, fields: report },
  { name: 'reportCount', ...count },
] as const satisfies readonly Field[];

export type Board = ValuesOf<typeof boardAnswer>;
export type BoardGate = Board['gates'][number];
export type BoardKiosk = Board['kiosks'][number];
export type BoardRoom = Board['rooms'][number];
export type BoardConflict = Board['conflicts'][number];
export type BoardReport = Board['reports'][number];
