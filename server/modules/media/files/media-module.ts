/** Files as a module: records, their followers (processing, removal) and timed jobs. Active in every tenant. */
import { ok } from '#shared/base/result.ts';
import { dayMs, hourMs, isoTime, minuteMs } from '#shared/base/time.ts';
import { files, storageUsage, uploads } from '#shared/modules/media/files.ts';
import { mediaRefusalStatuses } from '#shared/modules/media/refusals.ts';
import { recordOf } from '#shared/schema/record-of.ts';
import type { CollectionRule } from '../../../core/collections/action.ts';
import { type Follower, firstDue, type TimedJob } from '../../../core/collections/follower.ts';
import type { Module } from '../../../core/collections/module.ts';
import { withUrls } from './addresses.ts';
import { cleanName } from './clean-name.ts';
import { countUsage } from './file-limits.ts';
import { type FileParts, filesPrefix, photosPrefix, unfinishedPrefix } from './file-parts.ts';
import { linkAction } from './link-file.ts';
import { processingFollower } from './process-files.ts';
import { retryAction } from './retry-file.ts';

/** Maximum number of expired uploads that are deleted in one commit. */
const expiredMax = 200;

/** Writes the addresses that follow from name and visibility, and takes a deleted file off the storage usage. */
const fileRule: CollectionRule = {
  collection: 'files',
  async before({ op, values, current }, tx, { actor }) {
    if (op === 'create' || !current) return ok(values);
    const file = recordOf(files, current);
    if (op === 'delete') {
      const bytes = (file.variants ?? []).reduce((sum, one) => sum + one.size, file.size);
      await countUsage(tx, { bytes: -bytes, files: -1 });
      return ok(values);
    }
    const given = typeof values['name'] === 'string' ? { name: cleanName(values['name']) } : {};
    const after = recordOf(files, { ...file, ...values, ...given });
    return ok({ ...values, ...given, ...withUrls(actor.tenant, after) });
  },
};

/** Removes objects from the store when their record has gone. */
function removal({ store }: FileParts): Follower {
  return {
    name: 'media.removal',
    collections: ['files', 'uploads'],
    async handle(changes, { tenant, reader }) {
      for (const { collection, id, op } of changes) {
        if (op !== 'delete') continue;
        // Kept all the same where a record of this id is there: an import took it in again.
        if (await reader.get(collection, id)) continue;
        await store.deleteAll(`${(collection === 'files' ? filesPrefix : unfinishedPrefix)(tenant)}${id}/`);
      }
    },
  };
}

const expireUploads: TimedJob = {
  name: 'media.expire_uploads',
  everyMs: 10 * minuteMs,
  nextDue: (context, { lastRunMs }) => firstDue(context, { collection: 'uploads', field: 'expiresAt' }, lastRunMs),
  async run({ clock, commit, reader }) {
    const now = isoTime(clock());
    const where = { kind: 'field', path: 'expiresAt', op: 'less_than_equal', value: now } as const;
    for (;;) {
      const expired = await reader.find('uploads', { where, limit: expiredMax });
      if (expired.length === 0) return;
      await commit(async (tx) => {
        for (const { id } of expired) if (await tx.get('uploads', id)) await tx.delete('uploads', id);
        return ok(null);
      });
      if (expired.length < expiredMax) return;
    }
  },
};

/** Removes objects without a record, which a crash left between storing and recording. Younger ones may still be recorded. */
function sweep({ store }: FileParts): TimedJob {
  /** The store is one for all tenants: it need not be swept for each. */
  let sweptMs = 0;
  return {
    name: 'media.sweep',
    everyMs: 6 * hourMs,
    // The remains of the last upload are a day old by then. Objects of one that stored nothing else go after the next change.
    async nextDue(_, { lastRunMs, lastChangeMs }) {
      const settledMs = lastChangeMs + dayMs;
      return lastRunMs > settledMs ? null : settledMs + 1;
    },
    async run({ tenant, reader }) {
      // The moment is by the machine's clock, as the times of objects are.
      const before = Date.now() - dayMs;
      if (sweptMs < Date.now() - hourMs) await store.sweep(before);
      sweptMs = Date.now();
      for (const [collection, prefix] of [
        ['files', filesPrefix(tenant)],
        ['uploads', unfinishedPrefix(tenant)],
        // Absent where the tenant has no such module: nothing lies there then.
        ['lead_edits', photosPrefix(tenant)],
      ] as const) {
        if (reader.shapeOf(collection) === null) continue;
        let last = '';
        for await (const { key, modifiedMs } of store.list(prefix)) {
          const id = key.slice(prefix.length).split('/')[0]!;
          if (id === last || modifiedMs > before) continue;
          last = id;
          if (!(await reader.get(collection, id))) await store.deleteAll(`${prefix}${id}/`);
        }
      }
    },
  };
}

export function createMediaModule(parts: FileParts): Module {
  return {
    name: 'media',
    always: true,
    collections: [files, uploads, storageUsage],
    actions: [linkAction(parts), retryAction],
    rules: [fileRule],
    followers: [...parts.processors.map((one) => processingFollower(parts, one)), removal(parts)],
    jobs: [expireUploads, sweep(parts)],
    refusals: mediaRefusalStatuses,
  };
}
