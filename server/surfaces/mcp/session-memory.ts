/**
 * Reads and writes what is kept of sessions (session-table.ts), and reports its changes, whichever process wrote them: the
 * tenant's log is read once for all sessions of a tenant that have a stream here.
 */
import { ok, type Result, refuse } from '#shared/base/result.ts';
import { isoTime } from '#shared/base/time.ts';
import { startLogTail } from '../../core/log/tails/log-tail.ts';
import type { TenantStore, Transaction } from '../../store/contract.ts';
import { followedMax, sessionFull } from './record-news.ts';
import { type SessionRow, sessionTable } from './session-table.ts';

/** Maximum number of sessions of one tenant that have a row: those that follow something, within their day. */
const rowsMax = 10_000;

/** Parts of the id of a session. */
export interface SessionName {
  readonly tenant: string;
  /** The record's id. */
  readonly id: string;
  readonly owner: string;
  /** Unix ms. */
  readonly goodUntilMs: number;
}

export interface SessionNotes {
  readonly uris: readonly string[];
  readonly ended: boolean;
}

export interface SessionMemory {
  read(name: SessionName): Promise<SessionNotes>;
  /** Refuses with `limit_reached` where the session follows too many already, or too many sessions follow something. */
  add(name: SessionName, uri: string): Promise<Result<unknown>>;
  remove(name: SessionName, uri: string): Promise<Result<unknown>>;
  end(name: SessionName): Promise<Result<unknown>>;
  /** @param changed called with the sequence number of each change. @returns a function that stops the listening */
  listen(name: SessionName, changed: (notes: SessionNotes, seq: number) => void): Promise<() => void>;
}

export interface MemoryParts {
  readonly source: (tenant: string) => Promise<TenantStore>;
  readonly onFault: (fault: unknown) => void;
}

type Listener = (notes: SessionNotes, seq: number) => void;

interface Ear {
  readonly listeners: Map<string, Set<Listener>>;
  readonly stop: () => void;
}

function notesOf(row: unknown): SessionNotes {
  const { ended = false, uris = [] } = (row ?? {}) as Partial<SessionRow>;
  return { ended, uris: Array.isArray(uris) ? uris.filter((uri) => typeof uri === 'string') : [] };
}

/** Calls each session's listeners at its changes, until it is stopped. */
async function hear(store: TenantStore, onFault: (fault: unknown) => void): Promise<Ear> {
  const listeners = new Map<string, Set<Listener>>();
  const stop = await startLogTail({
    store,
    collections: () => [sessionTable.name],
    hear(changes) {
      for (const { id, record, seq } of changes)
        for (const listener of [...(listeners.get(id) ?? [])]) listener(notesOf(record), seq);
    },
    onFault,
  });
  return { listeners, stop };
}

export function openSessionMemory({ onFault, source }: MemoryParts): SessionMemory {
  const ears = new Map<string, Promise<Ear>>();

  /** @param change returns the notes that it was given where nothing changes: then nothing is written, and no row made */
  async function write(
    { goodUntilMs, id, owner, tenant }: SessionName,
    change: (notes: SessionNotes, tx: Transaction) => Promise<Result<SessionNotes>>,
  ): Promise<Result<unknown>> {
    const store = await source(tenant);
    return store.commit('system:mcp', async (tx) => {
      const row = await tx.get(sessionTable.name, id);
      const notes = notesOf(row);
      const changed = await change(notes, tx);
      if (!changed.ok) return changed;
      if (changed.value === notes) return ok(null);
      const values = { ...changed.value, owner, goodUntil: isoTime(goodUntilMs) };
      if (row) await tx.update(sessionTable.name, id, values);
      else await tx.create(sessionTable.name, values, id);
      return ok(null);
    });
  }

  return {
    async read({ id, tenant }) {
      return notesOf(await (await source(tenant)).get(sessionTable.name, id));
    },
    add: (name, uri) =>
      write(name, async (notes, tx) => {
        if (notes.uris.includes(uri)) return ok(notes);
        if (notes.uris.length >= followedMax) return refuse(sessionFull);
        if (notes.uris.length === 0 && (await tx.count(sessionTable.name)) >= rowsMax)
          return refuse({ code: 'limit_reached', message: 'Too many sessions follow resources. End some.' });
        return ok({ ...notes, uris: [...notes.uris, uri] });
      }),
    remove: (name, uri) =>
      write(name, async (notes) => {
        const uris = notes.uris.filter((one) => one !== uri);
        return ok(uris.length < notes.uris.length ? { ...notes, uris } : notes);
      }),
    end: (name) => write(name, async () => ok({ uris: [], ended: true })),
    async listen({ id, tenant }, changed) {
      const hearing = ears.get(tenant) ?? source(tenant).then((store) => hear(store, onFault));
      ears.set(tenant, hearing);
      hearing.catch(() => ears.delete(tenant));
      const ear = await hearing;
      const mine = ear.listeners.get(id) ?? new Set();
      ear.listeners.set(id, mine.add(changed));
      return () => {
        mine.delete(changed);
        if (mine.size === 0 && ear.listeners.get(id) === mine) ear.listeners.delete(id);
        if (ear.listeners.size > 0 || ears.get(tenant) !== hearing) return;
        ears.delete(tenant);
        ear.stop();
      };
    },
  };
}
