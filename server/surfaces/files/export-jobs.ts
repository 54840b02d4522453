/**
 * Writes exports in the background: the same rows as the direct export, first to this machine's disk, then to the file store
 * under the export's id, until the module deletes the file. Also counts the rows of an export,
 * and makes a small one in memory.
 */
import { buffer } from 'node:stream/consumers';
import { ok, type Result } from '#shared/base/result.ts';
import { parseQueryString } from '#shared/query/query-string.ts';
import type { Caller, Platform } from '../../core/platform.ts';
import type { Actor } from '../../core/policy/actor.ts';
import { RefusalError } from '../../http/refusal-error.ts';
import { valueOrRefusal } from '../../http/value-or-refusal.ts';
import { type AskedExport, type ExportPort, exportContentRowsMax } from '../../modules/events/export/export-port.ts';
import { type FileParts, withPart } from '../../modules/media/files/file-parts.ts';
import { receive } from '../../modules/media/files/receive.ts';
import { exportAddress, exportKey } from './export-address.ts';
import { readExport, sheetOf } from './export-ask.ts';
import { exportBytes, exportTypes } from './export-formats.ts';
import { type Export, type ExportCell, exportRows } from './export-rows.ts';
import type { ExportParts } from './mount-exports.ts';

/** Largest size of one file; a spreadsheet of 50,000 people has some 5 MB. */
const fileBytesMax = 2 * 1024 ** 3;

export interface ExportJobParts extends ExportParts {
  /** Called for each export, never before the first one. */
  readonly platform: () => Pick<Platform, 'as'>;
  readonly files: Pick<FileParts, 'clock' | 'stamp' | 'stopping' | 'store' | 'workshop'>;
}

async function* firstRows<R>(rows: AsyncIterable<R>, max: number): AsyncIterable<R> {
  let count = 0;
  for await (const row of rows) {
    if (count === max) return;
    count += 1;
    yield row;
  }
}

/** Thrown where `onRows` answers that the file is no longer wanted. */
class Unwanted extends Error {}

export function openExportJobs({ datasets, decimalsOf, files, platform }: ExportJobParts): ExportPort {
  async function read(actor: Actor, { columns, dataset, event, format, query }: AskedExport) {
    const caller = await platform().as(actor);
    const asked = valueOrRefusal(parseQueryString(query ?? ''));
    const parameters = { ...asked, dataset, format, ...(columns?.length && { columns: columns.join(',') }) };
    return { caller, wanted: await readExport(caller, datasets, parameters, { eventId: event }) };
  }

  return {
    count: (actor, asked) =>
      refusals(async () => {
        const { caller, wanted } = await read(actor, asked);
        return await countOf(caller, wanted);
      }),
    content: (actor, asked, ownColumns) =>
      refusals(async () => {
        const { caller, wanted } = await read(actor, asked);
        const columns = ownColumns ?? wanted.columns;
        const rows = exportRows(caller, { ...wanted, columns }, decimalsOf);
        const bytes = exportBytes(wanted, sheetOf(caller, wanted, columns), firstRows(rows, exportContentRowsMax));
        return { type: exportTypes[wanted.format], bytes: await buffer(bytes) };
      }),
    write: (actor, id, asked, onRows) =>
      refusals(async () => {
        const { caller, wanted } = await read(actor, asked);
        const counter = counted(exportRows(caller, wanted, decimalsOf), files.stopping, onRows);
        try {
          return await withPart(files as FileParts, async (path) => {
            const bytes = exportBytes(wanted, sheetOf(caller, wanted), counter.rows);
            const { size } = await receive(bytes as AsyncIterable<Uint8Array>, path, fileBytesMax);
            await files.store.take(exportKey(actor.tenant, id), path);
            return { rows: counter.count(), size };
          });
        } catch (fault) {
          if (fault instanceof Unwanted) return null;
          throw fault;
        }
      }),
    delete: (tenant, id) => files.store.delete(exportKey(tenant, id)),
    addressOf: (tenant, { dataset, format, id }, untilMs) =>
      exportAddress(files.stamp, { tenant, id, name: `${dataset}.${format}` }, untilMs),
  };
}

async function countOf(caller: Caller, { dataset, query }: Export): Promise<number> {
  const outcome = await caller.run({
    verb: 'list',
    collection: dataset.collection,
    query: { ...query, limit: 1 },
    count: 'exact',
  });
  if (outcome.kind === 'refused') throw new RefusalError(outcome.errors);
  return outcome.kind === 'page' ? (outcome.total ?? 0) : 0;
}

function counted(
  rows: AsyncIterable<readonly ExportCell[]>,
  stopping: AbortSignal,
  onRows: (rows: number) => Promise<boolean>,
) {
  let count = 0;
  async function* all(): AsyncIterable<readonly ExportCell[]> {
    for await (const row of rows) {
      stopping.throwIfAborted();
      count += 1;
      if (!(await onRows(count))) throw new Unwanted();
      yield row;
    }
  }
  return { rows: all(), count: () => count };
}

async function refusals<T>(work: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await work());
  } catch (fault) {
    if (fault instanceof RefusalError) return { ok: false, errors: fault.errors };
    throw fault;
  }
}
