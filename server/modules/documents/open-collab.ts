/**
 * Collaborative documents as a part of the server: their tables, their timed jobs, and the open documents. Yjs is loaded
 * with the first document, so that a server without open documents runs without it.
 */
import { isId } from '#shared/base/id.ts';
import { ok } from '#shared/base/result.ts';
import { isoTime, minuteMs } from '#shared/base/time.ts';
import type { FollowerContext } from '../../core/collections/follower.ts';
import type { Module } from '../../core/collections/module.ts';
import type { Reader } from '../../store/contract.ts';
import { type CollabDocument, collabDocuments, collabUpdates } from './collab-tables.ts';
import type { Rooms, RoomsParts } from './rooms.ts';
import { removeDocument } from './stored-document.ts';

const documentsAtOnce = 200;
/** Maximum of documents settled per tenant and run: the rest comes with the next. */
const settledMax = 1_000;

export interface Collab {
  readonly module: Module;
  readonly rooms: () => Promise<Rooms>;
  /** Sets the listener for faults that occur while no one waits for an answer. */
  readonly hearFaults: (listener: (fault: unknown) => void) => void;
  readonly close: () => Promise<void>;
}

async function* documentsOf(reader: Reader, where?: Record<string, unknown>): AsyncGenerator<CollabDocument> {
  let after: readonly unknown[] | undefined;
  for (;;) {
    const equal = Object.entries(where ?? {}).map(
      ([path, value]) => ({ kind: 'field', path, op: 'equals', value }) as const,
    );
    const page = (await reader.find(collabDocuments.name, {
      ...(equal.length === 0 ? {} : { where: { kind: 'and', of: equal } }),
      limit: documentsAtOnce,
      ...(after ? { after } : {}),
    })) as unknown as readonly CollabDocument[];
    yield* page;
    const last = page.at(-1);
    if (page.length < documentsAtOnce || !last) return;
    after = [last.id];
  }
}

export function openCollab(parts: Omit<RoomsParts, 'onFault'>): Collab {
  let opening: Promise<Rooms> | null = null;
  let onFault: (fault: unknown) => void = () => {};
  const rooms = () => {
    opening ??= import('./rooms.ts').then(
      ({ Rooms: Made }) => new Made({ ...parts, onFault: (fault) => onFault(fault) }),
    );
    return opening;
  };

  /**
   * Settles documents that a crash left unsettled and no client has opened again. Skips a document that changed within the
   * last minute: another process may edit it.
   */
  async function settle({ clock, tenant, reader }: FollowerContext): Promise<void> {
    const before = isoTime(clock() - minuteMs);
    let settled = 0;
    for await (const { collection, field, record, updatedAt } of documentsOf(reader, { ahead: true })) {
      if (updatedAt > before || settled >= settledMax) continue;
      settled += 1;
      const open = await rooms();
      const name = { collection, record, field };
      if (!open.isOpen(tenant, name)) await open.settle(tenant, name);
    }
  }

  /** Documents go with their records, and with their collections; those of modules that are switched off stay. */
  async function sweep({ commit, reader, tenant }: FollowerContext): Promise<void> {
    const tables = new Set(await (await parts.storeOf(tenant))?.collections());
    for await (const { collection, id, record } of documentsOf(reader)) {
      const isKept = !tables.has(collection)
        ? false
        : reader.shapeOf(collection) === null || (isId(record) && (await reader.get(collection, record)) !== null);
      if (isKept || tables.size === 0) continue;
      await commit(async (tx) => {
        if (tx.shapeOf(collection) === null || !(await tx.get(collection, record))) await removeDocument(tx, id);
        return ok(null);
      });
    }
  }

  return {
    rooms,
    hearFaults(listener) {
      onFault = listener;
    },
    close: async () => (await opening)?.close(),
    module: {
      name: 'collab',
      always: true,
      collections: [],
      internal: [collabDocuments, collabUpdates],
      actions: [],
      jobs: [
        {
          name: 'collab.settle',
          everyMs: minuteMs,
          nextDue: async ({ clock, reader }) => {
            const ahead = await reader.findOne(collabDocuments.name, { ahead: true });
            return ahead === null ? null : clock();
          },
          run: settle,
        },
        // Only a change leaves rows to remove, and the last run saw all changes so far.
        { name: 'collab.sweep', everyMs: 10 * minuteMs, nextDue: async () => null, run: sweep },
      ],
    },
  };
}
