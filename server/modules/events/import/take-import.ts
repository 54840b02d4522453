/**
 * A file of attendees comes in: read as a stream, each row checked by the rules of registering, and kept in chunks that
 * `run-import.ts` writes. A dry run reports the result and stores nothing.
 */

import { fromBase64url } from '#shared/base/bytes.ts';
import { ok, type Result } from '#shared/base/result.ts';
import { isoTime } from '#shared/base/time.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import { attendeeImports, externalCodes } from '#shared/modules/events/transfer.ts';
import { type Condition, where } from '#shared/query/query.ts';
import type { FileContext, IncomingFile } from '../../../core/collections/file-intake.ts';
import type { Reader } from '../../../store/contract.ts';
import { layGround } from '../event/event-ground.ts';
import type { EventsPorts } from '../ports.ts';
import { eventOf, ticketTypesOf } from '../records.ts';
import { type ImportField, importFields, mappingWith } from './columns.ts';
import { ensureExternalKey, hashOfCode } from './external-codes.ts';
import { createQuestions, questionsOf } from './file-questions.ts';
import type { ImportRow, RefusedRow, RowReader } from './import-row.ts';
import { importedAttendees } from './import-tables.ts';
import { Intake } from './intake.ts';
import { readOptions } from './options.ts';
import { detect } from './presets.ts';
import { readTable } from './read-table.ts';
import { chunkWriter, dropChunks } from './store-rows.ts';
import { refusedBy, type Table, TableProblem, type TableRow } from './table.ts';
import { createTypes, typeFinder } from './ticket-types.ts';

const samplesMax = 20;
const keysAtOnce = 500;

export interface ImportAnswer {
  /** Null: a dry run. */
  readonly id: string | null;
  readonly state: string;
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  readonly leftOut: number;
  readonly refusedCount: number;
  readonly refused: readonly RefusedRow[];
  readonly preset: string;
  readonly format: string;
  readonly notes: readonly string[];
  readonly columns: readonly {
    readonly column: number;
    readonly header: string;
    readonly field: ImportField | null;
    readonly samples: readonly string[];
  }[];
  readonly fields: Readonly<Record<string, string>>;
  readonly preview: readonly Omit<ImportRow, 'key' | 'code'>[];
  /** Ticket types of the file; one with `exists` false is made only if `createTicketTypes` is sent. */
  readonly ticketTypes: readonly { readonly name: string; readonly rows: number; readonly exists: boolean }[];
}

export function takeImport(ports: EventsPorts) {
  return async (file: IncomingFile, context: FileContext): Promise<Result<ImportAnswer>> => {
    const event = await eventOf(context.reader, String(file.params['eventId']));
    if (!event.ok) return event;
    const options = readOptions(file.fields);
    if (!options.ok) return options;
    try {
      const table = await readTable(file.path, file.size);
      return await importTable({ file, table, event: event.value, options: options.value, context, ports });
    } catch (fault) {
      if (fault instanceof TableProblem) return refusedBy(fault);
      throw fault;
    }
  };
}

interface Importing {
  readonly file: IncomingFile;
  readonly table: Table;
  readonly event: EventRecord;
  readonly options: Extract<ReturnType<typeof readOptions>, { ok: true }>['value'];
  readonly context: FileContext;
  readonly ports: EventsPorts;
}

async function importTable(importing: Importing): Promise<Result<ImportAnswer>> {
  const { table, event, options, context, ports } = importing;
  const rows = table.rows[Symbol.asyncIterator]();
  const samples = await firstRows(rows);
  const cells = samples.map((row) => row.cells);
  const { preset, mapping: suggested } = detect(table.headers, cells, options.preset ?? null);
  const mapping = mappingWith(suggested, table.headers, options.mapping);
  const columns = table.headers.map((header, column) => ({
    column,
    header,
    field: (mapping.ok ? mapping.value : suggested)[column] ?? null,
    samples: cells.slice(0, 3).map((row) => row[column] ?? ''),
  }));
  const said = { preset, format: table.format, notes: table.notes, columns, fields: importFields };
  if (!mapping.ok) {
    await rows.return?.();
    // Shown with the columns, so that the organizer can choose: a file of an unknown system begins like this.
    const [first, ...more] = mapping.errors.map((error) => ({ ...error, detail: { ...error.detail, ...said } }));
    return { ok: false, errors: [first!, ...more] };
  }
  const key = options.dryRun ? dryKey(event) : await keyOf(importing);
  const questions = await questionsOf(context.reader, event.id, table.headers, mapping.value);
  const reader: RowReader = {
    ...{ preset, headers: table.headers, mapping: mapping.value, timeZone: event.timezone },
    ...{ dateOrder: options.dateOrder ?? null, checkIns: options.checkIns ?? true, nowIso: isoTime(context.clock()) },
    currency: options.currency ?? (await currencyOf(context.reader, event)),
    questionAt: questions.keyAt,
    hashOf: (scheme, code) => hashOfCode(key, scheme, code),
  };
  const types = await ticketTypesOf(context.reader, event.id);
  const intake = new Intake(reader, typeFinder(types, options.ticketType ?? null), options.createTicketTypes ?? false);
  const all = allRows(samples, rows);
  if (options.dryRun) {
    const counts = await readDry(all, intake, context.reader, event.id);
    return ok({ ...said, ...intake.answer(), ...counts, id: null, state: 'dry_run' });
  }
  const id = context.newId();
  await begin(importing, id, preset);
  try {
    const chunks = chunkWriter(id, context.commit);
    for await (const row of all) {
      const read = intake.take(row);
      if (read) await chunks.add(read);
    }
    await chunks.flush();
  } catch (fault) {
    await abandon(importing, id, fault);
    throw fault;
  }
  await context.commit(async (tx) => {
    await layGround(tx, event, ports);
    await createTypes(tx, event.id, types, intake.newTypes());
    await createQuestions(tx, event.id, questions);
    const { rows: count, refusedCount: refused, leftOut } = intake.answer();
    const problems = intake.answer().refused.slice(0, 1_000);
    await tx.update(attendeeImports, id, {
      state: 'running',
      rows: count,
      refused,
      leftOut,
      processed: refused + leftOut,
      problems,
    });
    return ok(null);
  });
  return ok({ ...said, ...intake.answer(), id, state: 'running', created: 0, updated: 0 });
}

async function firstRows(rows: AsyncIterator<TableRow>): Promise<readonly TableRow[]> {
  const samples: TableRow[] = [];
  for (let next = await rows.next(); !next.done; next = await rows.next()) {
    samples.push(next.value);
    if (samples.length >= samplesMax) break;
  }
  return samples;
}

async function* allRows(samples: readonly TableRow[], rows: AsyncIterator<TableRow>): AsyncIterable<TableRow> {
  try {
    yield* samples;
    for (let next = await rows.next(); !next.done; next = await rows.next()) yield next.value;
  } finally {
    await rows.return?.();
  }
}

/** A dry run compares codes within the file; it makes no key for the event. */
function dryKey({ externalCodeKey }: EventRecord): Uint8Array {
  return (externalCodeKey === null ? null : fromBase64url(externalCodeKey)) ?? new Uint8Array(32);
}

async function keyOf({ event, context, ports }: Importing): Promise<Uint8Array> {
  const made = await context.commit(async (tx) => ok(await ensureExternalKey(tx, event, ports)));
  if (!made.ok) throw new Error('making a key refuses nothing');
  return made.value;
}

async function currencyOf(reader: Reader, event: EventRecord): Promise<string> {
  const [first] = await ticketTypesOf(reader, event.id);
  return first?.currency ?? 'EUR';
}

async function begin({ file, event, options, context }: Importing, id: string, preset: ImportAnswer['preset']) {
  const { sendMail, ticketType, codes, codesUntil } = options;
  await context.commit(async (tx) => {
    await tx.create(
      attendeeImports,
      {
        ...{ event: event.id, preset, fileName: file.name.slice(0, 200) || 'file', state: 'reading' },
        ...{ rows: 0, processed: 0, created: 0, updated: 0, unchanged: 0, refused: 0, leftOut: 0 },
        ...{ checkedIn: 0, externalCodes: 0, takenBack: 0, kept: 0, codes, codesUntil: codesUntil ?? null },
        options: { sendMail, ticketType: ticketType ?? null },
      },
      id,
    );
    return ok(null);
  });
}

/** The file ended in the middle: nothing of it was written, and nothing is. */
async function abandon({ context }: Importing, id: string, fault: unknown): Promise<void> {
  const problem = fault instanceof TableProblem ? fault.message : 'The file could not be read to its end.';
  await context.commit(async (tx) => {
    await tx.update(attendeeImports, id, { state: 'failed', problem: problem.slice(0, 500) });
    return ok(null);
  });
  while (await context.commit(async (tx) => ok(await dropChunks(tx, id))).then((done) => done.ok && done.value));
}

/**
 * Counts who is known, by row or by code, as writing would find them. Among files without codes only the rows are compared.
 * A cancelled attendee is a change where the event knows them, and left out where it does not.
 */
async function readDry(all: AsyncIterable<TableRow>, intake: Intake, reader: Reader, event: string) {
  let updated = 0;
  let cancelled = 0;
  let waiting: ImportRow[] = [];
  const among = (path: string, value: readonly string[]): Condition => ({
    kind: 'and',
    of: [where({ event }), { kind: 'field', path, op: 'in', value }],
  });
  const knownOf = async (rows: readonly ImportRow[]): Promise<number> => {
    if (rows.length === 0) return 0;
    const keys = rows.map(({ key }) => key);
    const byKey = await reader.find(importedAttendees, { where: among('rowKey', keys), limit: keysAtOnce });
    const known = new Set(byKey.map(({ rowKey }) => rowKey));
    const hashes = rows.flatMap(({ code, key }) => (code === null || known.has(key) ? [] : code.hash));
    const byCode = hashes.length > 0 ? await reader.count(externalCodes.name, among('codeHash', hashes)) : 0;
    return known.size + byCode;
  };
  const count = async () => {
    const gone = waiting.filter(({ status }) => status === 'cancelled');
    const knownGone = await knownOf(gone);
    updated += knownGone + (await knownOf(waiting.filter(({ status }) => status !== 'cancelled')));
    cancelled += gone.length - knownGone;
    waiting = [];
  };
  for await (const row of all) {
    const read = intake.take(row);
    if (read) waiting.push(read);
    if (waiting.length >= keysAtOnce) await count();
  }
  await count();
  const { leftOut } = intake.answer();
  return { updated, created: intake.accepted - cancelled - updated, leftOut: leftOut + cancelled };
}
