/**
 * Tail of a log as it stands, without an actor: for the server's own tables and what hangs on them (revocations,
 * registries, documents, sessions), and for open pages (topic-tail.ts). Subscribers are served by live-tail.ts, which shows
 * what their actors may see.
 */
import type { Change, TenantStore } from '../../../store/contract.ts';

const changesAtOnce = 500;
const tryAgainMs = 1_000;

export interface LogTailParts {
  readonly store: Pick<TenantStore, 'head' | 'since' | 'onCommit' | 'version'>;
  /** Returns the collections that are of interest at the moment. */
  readonly collections: () => readonly string[];
  /** Called with the changes since the start, in order; the list may be empty. */
  readonly hear: (changes: readonly Change[]) => void;
  /** It could not be read; it is tried again. */
  readonly onFault: (fault: unknown) => void;
  /**
   * Milliseconds. Where the store is a file, administration writes to it beside the server, and SQLite has no message
   * from one process to another: its version is compared this often. Absent: only commits of this process are heard.
   * A store over a network is notified of every commit and never polled.
   */
  readonly compareVersionMs?: number;
}

/**
 * @returns how to stop
 * @throws where the head of the log cannot be read at the start
 */
export async function startLogTail({
  store,
  collections,
  hear,
  onFault,
  compareVersionMs,
}: LogTailParts): Promise<() => void> {
  let isOver = false;
  let isReading = false;
  let goal = 0;
  /** Until it is known where to begin, nothing is read. */
  let cursor = Number.POSITIVE_INFINITY;
  let timer: NodeJS.Timeout | null = null;
  const stopListening = store.onCommit((head) => {
    goal = Math.max(goal, head);
    wake();
  });
  const stopComparing = compareVersionMs === undefined ? () => {} : onOtherVersion(store, compareVersionMs, lookAtHead);
  cursor = await store.head().catch((fault: unknown) => {
    stopListening();
    stopComparing();
    throw fault;
  });
  wake();

  function lookAtHead(): void {
    store.head().then((head) => {
      goal = Math.max(goal, head);
      wake();
    }, onFault);
  }

  async function read(): Promise<void> {
    while (!isOver && cursor < goal) {
      const upTo = goal;
      const changes = await store.since(cursor, { limit: changesAtOnce, collections: collections() });
      if (isOver) return;
      hear(changes);
      const last = changes.at(-1)?.seq ?? 0;
      // Fewer than asked for: there is nothing more up to the head that was known before.
      cursor = changes.length < changesAtOnce ? Math.max(upTo, last) : last;
    }
  }

  function wake(): void {
    if (isOver || isReading) return;
    isReading = true;
    read()
      .catch((fault: unknown) => {
        onFault(fault);
        timer = setTimeout(wake, tryAgainMs);
      })
      .finally(() => {
        isReading = false;
        if (timer === null && cursor < goal) wake();
      });
    timer = null;
  }

  return () => {
    isOver = true;
    if (timer) clearTimeout(timer);
    stopListening();
    stopComparing();
  };
}

function onOtherVersion(store: Pick<TenantStore, 'version'>, everyMs: number, changed: () => void): () => void {
  let known = store.version?.();
  if (known === undefined) return () => {};
  const timer = setInterval(() => {
    const now = store.version?.();
    if (Object.is(now, known)) return;
    known = now;
    changed();
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
