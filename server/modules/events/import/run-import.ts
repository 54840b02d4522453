/**
 * Follower: writes the chunks of an import that is running, and reverts an import that is marked for it. A chunk is deleted
 * in the transaction that writes its rows, so that a server that was killed goes on at the same place and writes no row twice.
 * A stop is a change of the record, which is read with each chunk.
 */
import { ok } from '#shared/base/result.ts';
import { events } from '#shared/modules/events/event.ts';
import { type AttendeeImportRecord, attendeeImports, keptOptions } from '#shared/modules/events/transfer.ts';
import { where } from '#shared/query/query.ts';
import { readSetting } from '#shared/schema/read-setting.ts';
import { type Follower, recordIn } from '../../../core/collections/follower.ts';
import type { Transaction } from '../../../store/contract.ts';
import { layGround } from '../event/event-ground.ts';
import type { EventsPorts } from '../ports.ts';
import { ticketTypesOf } from '../records.ts';
import { throwIfRefused } from '../throw-if-refused.ts';
import { listOfImports } from './foreign-check-in.ts';
import type { ImportRow, RefusedRow } from './import-row.ts';
import { importChunks } from './import-tables.ts';
import { openOrderBook } from './order-book.ts';
import { openSeatBook } from './seat-book.ts';
import { dropChunks } from './store-rows.ts';
import { takeBackSome } from './take-back.ts';
import { typeFinder } from './ticket-types.ts';
import { type Ground, writeRow } from './write-row.ts';

/** Limit of the refused rows that are stored with their reasons; rows refused while they were read count too. */
const problemsMax = 1_000;

export const runImports = (ports: EventsPorts): Follower => ({
  name: 'events.import',
  collections: ['attendee_imports'],
  async handle(changes, { commit }) {
    const asked = changes.filter(({ op }) => op !== 'delete').map((change) => recordIn(change, attendeeImports));
    const works = asked.filter(({ state }) => state === 'running' || state === 'taking_back');
    for (const id of new Set(works.map((record) => record.id))) {
      // Each step is a transaction of its own, so that other writers get their turn in between.
      while (throwIfRefused(await commit(async (tx) => ok(await step(tx, id, ports)))) === 'more');
    }
  },
});

async function step(tx: Transaction, id: string, ports: EventsPorts): Promise<'more' | 'done'> {
  const record = await tx.get(attendeeImports, id);
  if (record?.state === 'running') return writeSome(tx, record, ports);
  return record?.state === 'taking_back' ? takeBackSome(tx, record) : 'done';
}

async function writeSome(tx: Transaction, record: AttendeeImportRecord, ports: EventsPorts): Promise<'more' | 'done'> {
  const event = await tx.get(events, record.event);
  if (!event) {
    if (await dropChunks(tx, record.id)) return 'more';
    await tx.update(attendeeImports, record.id, { state: 'failed', problem: 'The event was deleted.' });
    return 'done';
  }
  const [chunk] = await tx.find(importChunks, {
    where: where({ import: record.id }),
    sort: [{ path: 'position', direction: 'asc' }],
    limit: 1,
  });
  if (!chunk) {
    await tx.update(attendeeImports, record.id, { state: 'done' });
    return 'done';
  }
  await layGround(tx, event, ports);
  const types = await ticketTypesOf(tx, event.id);
  const { sendMail, ticketType } = readSetting(keptOptions, record.options);
  const typeOf = typeFinder(types, ticketType ?? null);
  const seats = openSeatBook(tx, event, types);
  const orders = openOrderBook(tx, event.id, ports);
  const list = await listOfImports(tx, event.id);
  const ground = {
    event,
    record,
    sendMail: sendMail ?? false,
    seats,
    orders,
    list,
    typeOf: ({ ticketType: name }: ImportRow) => typeOf(name),
    ports,
  };
  await writeChunk(tx, chunk.rows as unknown as readonly ImportRow[], ground);
  await seats.write();
  await orders.write();
  await tx.delete(importChunks, chunk.id);
  return 'more';
}

async function writeChunk(tx: Transaction, rows: readonly ImportRow[], ground: Ground): Promise<void> {
  const { record } = ground;
  const counts = {
    created: record.created,
    updated: record.updated,
    unchanged: record.unchanged,
    refused: record.refused,
    checkedIn: record.checkedIn,
    externalCodes: record.externalCodes,
    leftOut: record.leftOut,
  };
  const problems = [...((record.problems ?? []) as unknown as readonly RefusedRow[])];
  for (const row of rows) {
    const written = await writeRow(tx, row, ground);
    if (written.kind === 'left_out') counts.leftOut += 1;
    else counts[written.kind] += 1;
    if (written.kind === 'refused' && problems.length < problemsMax)
      problems.push({ row: row.row, errors: [written.error] });
    if (!('code' in written)) continue;
    if (written.checkedIn) counts.checkedIn += 1;
    if (written.code) counts.externalCodes += 1;
  }
  const processed = record.processed + rows.length;
  await tx.update(attendeeImports, record.id, { ...counts, processed, problems });
}
