/**
 * A tenant's log read on as it grows, past what anybody may see: for the house's own tables and what hangs on them. For
 * whoever listens from outside there is tail.ts. Asked by collab and by surfaces that keep something in a tenant's database.
 */
import type { Change, TenantStore } from '../../../store/contract.ts';

const changesAtOnce = 500;
const tryAgainMs = 1_000;

export interface LogTailParts {
  readonly store: Pick<TenantStore, 'head' | 'since' | 'onCommit'>;
  /** Of interest just now. */
  readonly collections: () => readonly string[];
  readonly hear: (changes: readonly Change[]) => void;
  /** It could not be read; it is tried again. */
  readonly onFault: (fault: unknown) => void;
}

/** @returns how to stop */
export async function startLogTail({ store, collections, hear, onFault }: LogTailParts): Promise<() => void> {
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
  cursor = await store.head().catch((fault: unknown) => {
    stopListening();
    throw fault;
  });
  wake();

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
  };
}
