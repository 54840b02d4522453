/** `stream_targets`: one record a target of the event's setting, with the state that its sender reports. */

import { ok } from '#shared/base/result.ts';
import { type EventRecord, events } from '#shared/modules/events/event.ts';
import { type StreamTargetRecord, streamTargets } from '#shared/modules/events/streaming.ts';
import { where } from '#shared/query/query.ts';
import { type Follower, recordIn } from '../../../core/collections/follower.ts';
import type { Reader, Transaction } from '../../../store/contract.ts';
import { throwIfRefused } from '../throw-if-refused.ts';
import type { IngestMessage } from './ingest-message.ts';
import { streamingOf } from './setting.ts';

/** Maximum number of records that are read: more than a setting holds. */
const rowsMax = 100;

export async function targetRows(reader: Reader, event: string): Promise<readonly StreamTargetRecord[]> {
  return await reader.find(streamTargets, { where: where({ event }), limit: rowsMax });
}

/** Records follow the setting, whichever way it was written. Again: nothing is written. */
export async function mirrorTargets(tx: Transaction, event: EventRecord): Promise<void> {
  const rows = new Map((await targetRows(tx, event.id)).map((row) => [row.target, row]));
  for (const { enabled, id, kind, name } of streamingOf(event).targets ?? []) {
    if (!id) continue;
    const row = rows.get(id);
    rows.delete(id);
    const values = { name: name ?? null, kind };
    if (!row) {
      await tx.create(streamTargets, {
        ...{ event: event.id, target: id, ...values },
        ...{ state: enabled ? 'idle' : 'disabled', attempts: 0, droppedFrames: 0 },
      });
      continue;
    }
    const moved = enabled === (row.state !== 'disabled') ? {} : { ...still, state: enabled ? 'idle' : 'disabled' };
    await tx.update(streamTargets, row.id, { ...values, ...moved });
  }
  for (const row of rows.values()) await tx.delete(streamTargets, row.id);
}

const still = { problem: null, broadcastingSince: null, attempts: 0 } as const;

export async function stopTargets(tx: Transaction, event: string): Promise<void> {
  for (const row of await targetRows(tx, event))
    if (row.state !== 'disabled' && row.state !== 'idle')
      await tx.update(streamTargets, row.id, { ...still, state: 'idle' });
}

/** Writes the states that the streaming process reports of its targets. */
export async function noteTargets(tx: Transaction, event: string, reported: IngestMessage['targets']): Promise<void> {
  const rows = new Map((await targetRows(tx, event)).map((row) => [row.target, row]));
  for (const { attempts, droppedFrames, id, problem, state } of reported ?? []) {
    const row = rows.get(id);
    // Switched off or removed meanwhile: its sender hears of it with the answer.
    if (!row || row.state === 'disabled') continue;
    const since = state === 'broadcasting' ? (row.broadcastingSince ?? tx.now) : null;
    const values = { state, problem: problem ?? null, attempts, droppedFrames, broadcastingSince: since };
    await tx.update(streamTargets, row.id, values);
  }
}

export const followTargets: Follower = {
  name: 'events.stream-targets',
  collections: [events.name],
  async handle(changes, { commit }) {
    const ids = changes.filter((one) => one.op !== 'delete').map((one) => recordIn(one, events).id);
    for (const id of new Set(ids)) {
      const done = await commit(async (tx) => {
        const event = await tx.get(events, id);
        if (event) await mirrorTargets(tx, event);
        return ok(null);
      });
      throwIfRefused(done);
    }
  },
};
