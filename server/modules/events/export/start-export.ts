/** `events.start_export`, `events.get_export` and what organizers may change of an export: its stopping. */
import { ok } from '#shared/base/result.ts';
import { isoTime, minuteMs } from '#shared/base/time.ts';
import { getExport, startExport } from '#shared/modules/events/export-actions.ts';
import { type ExportJobRecord, exportJobs, exportLinkMinutes } from '#shared/modules/events/export-job.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { where } from '#shared/query/query.ts';
import type { InputOf } from '#shared/schema/infer.ts';
import { action, type CollectionRule, preparedAction } from '../../../core/collections/action.ts';
import { type Actor, actorName } from '../../../core/policy/actor.ts';
import { audit } from '../../../identity/audit.ts';
import type { ExportPort } from './export-port.ts';

/** Maximum number of exports of one tenant that wait. */
const waitingMax = 20;

const readerKinds = ['key', 'user', 'system'] as const;

function readerOf({ id, kind, roles, scopes }: Actor): ExportJobRecord['reader'] {
  const known = readerKinds.find((one) => one === kind);
  return known ? { id, kind: known, roles: [...roles].sort(), scopes: [...scopes].sort() } : null;
}

export function startExportAction(port: ExportPort) {
  return preparedAction(
    startExport,
    (input, { actor }) => port.count(actor, askedOf(input)),
    async (tx, input, { actor }, counted) => {
      if (!counted.ok) return counted;
      const waits = where({ state: 'queued' });
      if ((await tx.count(exportJobs.name, waits)) >= waitingMax) return refuseWith('exports_waiting');
      const reader = readerOf(actor);
      if (!reader) return refuseWith('export_not_found');
      const asked = askedOf(input);
      const made = await tx.create(exportJobs, {
        ...{ ...asked, state: 'queued', rows: 0, total: counted.value, reader, tries: 0 },
        startedBy: actorName(actor),
      });
      const { event, dataset, format, query } = asked;
      await audit(tx, actor, { action: 'export.started', subject: made.id, detail: { event, dataset, format, query } });
      return ok(made);
    },
  );
}

function askedOf(input: InputOf<(typeof startExport)['input']>) {
  const { columns, dataset, eventId: event, format, query } = input;
  return { event, dataset, format: format ?? 'csv', query: query ?? null, columns: columns ?? null };
}

export function getExportAction(port: ExportPort) {
  return action(getExport, async (reader, { eventId, exportId }, { actor, clock }) => {
    const job = await reader.get(exportJobs, exportId);
    if (job?.event !== eventId) return refuseWith('export_not_found', { path: 'exportId' });
    const { id, state, rows, total, size, problem, expiresAt } = job;
    const untilMs = Math.min(clock() + exportLinkMinutes * minuteMs, Date.parse(expiresAt ?? isoTime(clock())));
    const isTheirs = state === 'done' && job.startedBy === actorName(actor) && untilMs > clock();
    const link = { url: port.addressOf(actor.tenant, job, untilMs), expiresAt: isoTime(untilMs) };
    return ok({ id, state, rows, total, size, problem, expiresAt, ...(isTheirs && { link }) });
  });
}

export const exportRule: CollectionRule = {
  collection: exportJobs.name,
  async before({ op, values }) {
    const { state } = values;
    const isSettable = state === undefined || state === 'stopped';
    return op === 'update' && !isSettable ? refuseWith('export_state_fixed', { path: 'state' }) : ok(values);
  },
};
