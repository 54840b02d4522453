/**
 * Follower: what a person takes back (`withdrawable` fields) is in no stored file any more. Files are not edited: those
 * that may hold it are deleted, and an export that is being written is stopped. The record says why.
 */
import { ok } from '#shared/base/result.ts';
import { eventDatasets } from '#shared/modules/events/export.ts';
import { exportJobs } from '#shared/modules/events/export-job.ts';
import { type LeadRecord, leads } from '#shared/modules/events/lead.ts';
import { type Follower, recordIn } from '../../../core/collections/follower.ts';
import type { Change, Reader } from '../../../store/contract.ts';
import { throwIfRefused } from '../throw-if-refused.ts';
import type { ExportPort } from './export-port.ts';

const withdrawable: ReadonlySet<string> = new Set(leads.withdrawable);
const datasets = eventDatasets.filter(({ collection }) => collection === leads.name).map(({ name }) => name);
const problem = 'A person in this file has withdrawn contact details. Start the export again.';
/** Exports of one event that are read at a time. */
const filesAtOnce = 500;

/** @returns whether something that a file may show is no longer there */
function isWithdrawal({ op, previous, record }: Change): boolean {
  if (op === 'delete') return true;
  const lost = Object.entries(previous ?? {}).filter(([field, before]) => before !== null && record[field] === null);
  return op === 'update' && lost.some(([field]) => withdrawable.has(field));
}

export const withdrawExports = (port: ExportPort): Follower => ({
  name: 'events.withdraw-exports',
  collections: [leads.name],
  async handle(changes, { commit, reader, tenant }) {
    const events = new Set(
      changes.filter(isWithdrawal).map((change): LeadRecord['event'] => recordIn(change, leads).event),
    );
    // Each that is found leaves these states, so that the next look finds others.
    for (const event of events)
      for (let found = await filesOf(reader, event); found.length > 0; found = await filesOf(reader, event))
        for (const { id } of found) {
          // First the file: if the process ends in between, the record still leads here again.
          await port.delete(tenant, id);
          throwIfRefused(
            await commit(async (tx) => {
              const job = await tx.get(exportJobs, id);
              const state = job?.state === 'running' ? 'stopped' : job?.state === 'done' ? 'expired' : null;
              return ok(state === null ? null : await tx.update(exportJobs, id, { state, problem }));
            }),
          );
        }
  },
});

function filesOf(reader: Reader, event: string) {
  return reader.find(exportJobs, {
    where: {
      kind: 'and',
      of: [
        { kind: 'field', path: 'event', op: 'equals', value: event },
        { kind: 'field', path: 'dataset', op: 'in', value: datasets },
        { kind: 'field', path: 'state', op: 'in', value: ['running', 'done'] },
      ],
    },
    limit: filesAtOnce,
  });
}
