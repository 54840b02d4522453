/**
 * Follower: writes the files of exports, one after the other. One that was running when the server ended is written
 * again from its beginning: its file was never there. Stopping is a change of the record, read every `rowsBetween` rows.
 */
import { ok, type Result } from '#shared/base/result.ts';
import { hourMs, isoTime } from '#shared/base/time.ts';
import {
  type ExportJobRecord,
  exportJobs,
  exportKeptHours,
  exportReaderFields,
} from '#shared/modules/events/export-job.ts';
import { where } from '#shared/query/query.ts';
import { readSetting } from '#shared/schema/read-setting.ts';
import {
  type DueRows,
  type Follower,
  type FollowerContext,
  firstDue,
  recordIn,
  type TimedJob,
} from '../../../core/collections/follower.ts';
import type { Actor } from '../../../core/policy/actor.ts';
import type { ExportFile, ExportPort } from './export-port.ts';

/** Maximum number of attempts: an export that ends the process this often is not tried again. */
const triesMax = 3;
/** Rows between two writes of the progress, which also notice a stop. */
const rowsBetween = 2_000;
const atOnceMax = 50;

export const runExports = (port: ExportPort): Follower => ({
  name: 'events.export',
  collections: [exportJobs.name],
  async handle(changes, context) {
    const asked = changes.filter(({ op }) => op !== 'delete').map((change) => recordIn(change, exportJobs));
    const ids = asked.filter(({ state }) => state === 'queued' || state === 'running').map(({ id }) => id);
    for (const id of new Set(ids)) await runOne(port, context, id);
  },
});

async function runOne(port: ExportPort, context: FollowerContext, id: string): Promise<void> {
  const begun = await change(context, id, ({ tries }) =>
    tries >= triesMax
      ? { state: 'failed', problem: 'The export could not be finished. Start it again, or export fewer rows.' }
      : { state: 'running', rows: 0, tries: tries + 1 },
  );
  if (begun?.state !== 'running') return;
  const actor = actorOf(begun, context.tenant);
  let looked = 0;
  const written = await port.write(actor, id, begun, async (rows) => {
    if (rows - looked < rowsBetween) return true;
    looked = rows;
    return (await change(context, id, () => ({ rows }))) !== null;
  });
  const ended = await change(context, id, () => endOf(written, context.clock()));
  if (ended?.state !== 'done') await port.delete(context.tenant, id);
}

/** @returns null: it is over, by a stop or because the record is gone */
async function change(
  { commit }: FollowerContext,
  id: string,
  patch: (job: ExportJobRecord) => Readonly<Record<string, unknown>>,
): Promise<ExportJobRecord | null> {
  const done = await commit(async (tx) => {
    const job = await tx.get(exportJobs, id);
    const isOpen = job?.state === 'queued' || job?.state === 'running';
    return ok(job && isOpen ? await tx.update(exportJobs, id, patch(job)) : null);
  });
  if (!done.ok) throw new Error(`an export was not changed: ${done.errors[0].message}`);
  return done.value;
}

function endOf(written: Result<ExportFile | null>, nowMs: number): Readonly<Record<string, unknown>> {
  if (!written.ok) return { state: 'failed', problem: written.errors[0].message.slice(0, 500) };
  if (written.value === null) return { state: 'stopped' };
  const { rows, size } = written.value;
  return { state: 'done', rows, size, expiresAt: isoTime(nowMs + exportKeptHours * hourMs) };
}

function actorOf({ reader }: ExportJobRecord, tenant: string): Actor {
  const { id, kind, roles, scopes } = readSetting(exportReaderFields, reader);
  return { tenant, id, kind, roles: new Set(roles ?? []), scopes: new Set(scopes ?? []) };
}

const kept: DueRows = { collection: exportJobs.name, field: 'expiresAt', where: where({ state: 'done' }) };

/** The files of exports go when their time is over; the record of who exported what stays. */
export const expireExports = (port: ExportPort): TimedJob => ({
  name: 'events.expire-exports',
  everyMs: hourMs,
  nextDue: (context, { lastRunMs }) => firstDue(context, kept, lastRunMs),
  async run({ clock, commit, reader, tenant }) {
    const isOver = { kind: 'field', path: 'expiresAt', op: 'less_than_equal', value: isoTime(clock()) } as const;
    const over = { kind: 'and', of: [where({ state: 'done' }), isOver] } as const;
    for (const { id } of await reader.find(exportJobs, { where: over, limit: atOnceMax })) {
      await port.delete(tenant, id);
      await commit(async (tx) => ok(await tx.update(exportJobs, id, { state: 'expired' })));
    }
  },
});
