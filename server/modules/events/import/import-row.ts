/**
 * Reads one row of an imported file as an attendee and checks it by the rules of registration. A wrong row gives its errors,
 * by column. Pure.
 */
import { createHash } from 'node:crypto';
import type { ExternalScheme } from '#shared/base/external-scheme.ts';
import { decimalsOf } from '#shared/modules/events/money.ts';
import { importAttendees } from '#shared/modules/events/organizer-actions.ts';
import type { ImportPreset } from '#shared/modules/events/transfer.ts';
import { validate } from '#shared/schema/validate.ts';
import { eventbriteCode, schemeOfCode } from '#shared/ticket/external-code.ts';
import { type ImportField, importFields, type Mapping } from './columns.ts';
import { type ForeignStatus, readStatus } from './read-status.ts';
import { type DateOrder, readTime, zoneOfColumn } from './read-time.ts';
import { roundedMark } from './read-xlsx.ts';
import type { TableRow } from './table.ts';

export interface RowError {
  readonly code: string;
  readonly message: string;
  /** The header of the column; absent: the whole row. */
  readonly column?: string;
}

export interface RefusedRow {
  readonly row: number;
  readonly errors: readonly RowError[];
}

/** A valid row, as the chunks of an import keep it. It has the keyed hash of the ticket code, not the code. */
export interface ImportRow {
  readonly row: number;
  readonly key: string;
  readonly name: string;
  readonly email: string;
  readonly company: string | null;
  readonly role: string | null;
  /** Its name in the other system; null: the import's own choice. */
  readonly ticketType: string | null;
  /** Minor units; null: as the ticket type costs. */
  readonly amount: number | null;
  readonly currency: string | null;
  readonly status: ForeignStatus;
  /** Values that the file itself gives. A value derived from other columns does not change a known attendee. */
  readonly says: { readonly name: boolean; readonly email: boolean; readonly status: boolean };
  /** Email address of the buyer. */
  readonly orderEmail: string | null;
  readonly orderCompany: string | null;
  readonly orderCode: string | null;
  readonly group: string | null;
  /** ISO 8601. */
  readonly checkedInAt: string | null;
  readonly code: { readonly scheme: ExternalScheme; readonly hash: string } | null;
  readonly answers: Readonly<Record<string, string>>;
}

export interface RowReader {
  readonly preset: ImportPreset;
  readonly headers: readonly string[];
  readonly mapping: Mapping;
  readonly timeZone: string;
  readonly dateOrder: DateOrder | null;
  /** Currency of prices without one. */
  readonly currency: string;
  readonly checkIns: boolean;
  /** Time of a check-in without a time. */
  readonly nowIso: string;
  /** Returns the key of the question whose answers a column holds. */
  readonly questionAt: (column: number) => string | null;
  readonly hashOf: (scheme: ExternalScheme, code: string) => string | null;
}

const attendeeFields = importAttendees.input[1].fields;
const answerCharsMax = 2_000;
const companyCharsMax = 200;

const schemes: Readonly<Record<ImportPreset, ExternalScheme>> = {
  pretix: 'pretix',
  eventbrite: 'eventbrite',
  hi_events: 'hi_events',
  alf_io: 'alf_io',
  none: 'other',
};

/** @returns `left_out` for an add-on to another attendee's ticket, which is not a person */
export function readRow(reader: RowReader, { row, cells }: TableRow): ImportRow | RefusedRow | 'left_out' {
  const errors: RowError[] = [];
  const columnOf = (field: ImportField) => reader.headers[reader.mapping.indexOf(field)];
  const fail = (field: ImportField, code: string, message: string) => {
    const column = columnOf(field);
    errors.push({ code, message, ...(column !== undefined && { column }) });
  };
  const text = (field: ImportField): string => {
    for (const [at, mapped] of reader.mapping.entries()) if (mapped === field && cells[at]) return cells[at];
    return '';
  };
  for (const [at, mapped] of reader.mapping.entries())
    if (mapped !== null && cells[at] === roundedMark)
      fail(
        mapped,
        'number_rounded',
        'The spreadsheet has rounded this number. Format the column as text and export again.',
      );
  if (text('addOnTo') !== '') return 'left_out';

  const status = readStatus(text('status'));
  if (status === null)
    fail(
      'status',
      'status_unknown',
      `“${text('status').slice(0, 60)}” is not a known status. Change it, or map this column to nothing.`,
    );
  const values = {
    ticketType: 'x',
    name: nameOf(text),
    email: text('email') || text('orderEmail'),
    company: text('company') || text('orderCompany') || null,
    role: text('role') || null,
    group: (text('group') || text('orderCode') || null)?.slice(0, 64) ?? null,
  };
  const valid = validate(attendeeFields, values, { mode: 'create' });
  if (!valid.ok)
    for (const { code, path, message } of valid.errors)
      fail(fieldAt(path, text), code, message.replace(/^\w+/, importFields[fieldAt(path, text)]));
  const money = readMoney(text('price'), text('currency') || reader.currency);
  if (money === null) fail('price', 'price_invalid', `“${text('price').slice(0, 40)}” is not a price such as 12.50.`);
  const checkedInAt = checkInOf(reader, text('checkedInAt'), status, fail);
  const code = codeOf(reader, text, fail);
  if (errors.length > 0) return { row, errors };

  const { name, email, company, role, group } = values;
  const orderCode = text('orderCode') || null;
  const ticketType = [text('ticketType'), text('variation')].filter((part) => part !== '').join(' – ') || null;
  const key = keyOf({
    order: orderCode,
    position: text('position'),
    code: code?.hash ?? null,
    name,
    email,
    ticketType,
  });
  return {
    ...{ row, key, name, email, company, role, ticketType, group, checkedInAt, code },
    amount: money?.amount ?? null,
    currency: money?.currency ?? null,
    status: status ?? 'confirmed',
    says: { name: hasName(text), email: text('email') !== '', status: text('status') !== '' },
    orderEmail: addressOrNull(text('orderEmail')),
    orderCompany: text('orderCompany').slice(0, companyCharsMax) || null,
    orderCode: orderCode?.slice(0, 120) ?? null,
    answers: answersOf(reader, cells),
  };
}

type Text = (field: ImportField) => string;
type Fail = (field: ImportField, code: string, message: string) => void;

function hasName(text: Text): boolean {
  return text('name') !== '' || text('givenName') !== '' || text('familyName') !== '';
}

function addressOrNull(text: string): string | null {
  return validate(
    [{ name: 'email', type: 'email', required: true, maxLength: 254 }],
    { email: text },
    { mode: 'create' },
  ).ok
    ? text
    : null;
}

/** Many orders name only the buyer: the person is then known by the address. */
function nameOf(text: Text): string {
  const parts = [text('givenName'), text('familyName')].filter((part) => part !== '').join(' ');
  return text('name') || parts || (text('email') || text('orderEmail')).split('@', 1)[0]!;
}

function fieldAt(path: string | undefined, text: Text): ImportField {
  if (path === 'name' && text('name') === '') return text('givenName') === '' ? 'familyName' : 'givenName';
  if (path === 'email') return text('email') === '' && text('orderEmail') !== '' ? 'orderEmail' : 'email';
  return path === 'company' || path === 'role' || path === 'group' ? path : 'name';
}

/** @returns null for a text that is no price; both null inside where there is none */
function readMoney(text: string, currency: string): { amount: number | null; currency: string | null } | null {
  const named = /[A-Z]{3}/.exec(text)?.[0] ?? currency.toUpperCase();
  const bare = text.replace(/[A-Z]{3}|[\s'€$£¥]/g, '');
  if (bare === '') return { amount: null, currency: null };
  const decimals = decimalsOf(named);
  const match = /^(\d{1,3}(?:[.,]\d{3})+|\d{1,9})(?:[.,](\d{1,3}))?$/.exec(bare);
  if (!match || decimals === null) return null;
  const [, whole = '', fraction = ''] = match;
  if (fraction.length > decimals && /[1-9]/.test(fraction.slice(decimals))) return null;
  const amount = Number(whole.replace(/[.,]/g, '') + fraction.slice(0, decimals).padEnd(decimals, '0'));
  return { amount, currency: named };
}

function checkInOf(
  { checkIns, preset, timeZone, dateOrder, nowIso, headers, mapping }: RowReader,
  text: string,
  status: ForeignStatus | null,
  fail: Fail,
): string | null {
  if (!checkIns || status === 'cancelled') return null;
  // Eventbrite and alf.io export whether a person came, without the time.
  if (/^(?:-|no|false|0|nein|non)?$/i.test(text)) return status === 'checked_in' ? nowIso : null;
  // Hi.Events names list and time in UTC: `Main hall (2026-05-04 07:31:00), …`; the first is when they came.
  const inList = preset === 'hi_events' ? /\((\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\)/.exec(text)?.[1] : undefined;
  const zone = zoneOfColumn(headers[mapping.indexOf('checkedInAt')], timeZone);
  const time = readTime(inList ?? text, inList === undefined ? zone : 'UTC', dateOrder);
  if (time === 'ambiguous') {
    fail(
      'checkedInAt',
      'date_ambiguous',
      `“${text.slice(0, 40)}” can be read in two ways. Choose which comes first, the day or the month.`,
    );
    return null;
  }
  if (time === null)
    fail('checkedInAt', 'date_invalid', `“${text.slice(0, 40)}” is not a time such as 2026-05-04 07:31.`);
  return time;
}

function codeOf(reader: RowReader, text: Text, fail: Fail): ImportRow['code'] {
  const isEventbrite = reader.preset === 'eventbrite';
  const made = isEventbrite ? eventbriteCode(text('orderCode'), text('position')) : null;
  const code = text('code') || (made ?? '');
  if (code === '' || code === roundedMark) return null;
  const scheme = schemeOfCode(schemes[reader.preset], code);
  const hash = scheme && reader.hashOf(scheme, code);
  if (scheme && hash) return { scheme, hash };
  fail('code', 'code_invalid', 'The ticket code is too long.');
  return null;
}

function answersOf({ mapping, questionAt }: RowReader, cells: readonly string[]): Readonly<Record<string, string>> {
  const answered = mapping.flatMap((field, at) => {
    const key = field === 'answer' && cells[at] ? questionAt(at) : null;
    return key === null ? [] : [[key, (cells[at] ?? '').slice(0, answerCharsMax)] as const];
  });
  return Object.fromEntries(answered);
}

interface Identity {
  readonly order: string | null;
  readonly position: string;
  readonly code: string | null;
  readonly name: string;
  readonly email: string;
  readonly ticketType: string | null;
}

/** The attendee in the other system: the same in every export of it, so that the next import finds whom the last one made. */
function keyOf({ order, position, code, name, email, ticketType }: Identity): string {
  if (order !== null && position !== '') return digest(['position', order, position]);
  if (position !== '' && order === null) return digest(['position', position]);
  if (code !== null) return digest(['code', order ?? '', code]);
  return digest(['person', order ?? '', email.toLowerCase(), name, ticketType ?? '']);
}

function digest(parts: readonly string[]): string {
  return `${parts[0]}:${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`;
}
