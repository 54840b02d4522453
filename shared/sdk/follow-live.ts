/** A live subscription as an async iterator. What the reader has not taken yet is bounded: beyond it the log waits instead. */

import type { GatehouseError } from './gatehouse-error.ts';
import type { Change, ChangesOptions, Place } from './live-changes.ts';
import type { LiveLine } from './live-line.ts';
import type { Schema } from './schema.ts';

/** Changes held for a reader; then the subscription pauses, and goes on where they end. */
const heldMax = 1_000;

export async function* followLive(
  line: LiveLine,
  collection: string,
  { onLive, signal, since, where }: Omit<ChangesOptions<Schema, string>, 'where'> & { readonly where?: unknown } = {},
): AsyncGenerator<Change<unknown>, void, void> {
  const held: Change<unknown>[] = [];
  let last: Place | null = null;
  let paused = false;
  let failed: GatehouseError | null = null;
  let wake = (): void => {};
  const hold = (change: Change<unknown>): void => {
    if (paused) return;
    held.push(change);
    last = change.place;
    if (held.length >= heldMax) {
      paused = true;
      subscription.pause();
    }
    wake();
  };
  const stopped = (): void => wake();
  signal?.addEventListener('abort', stopped, { once: true });
  const subscription = line.subscribe({
    collection,
    where,
    since,
    ...(onLive ? { onLive } : {}),
    onChange({ op, record }, place) {
      if (op === 'leave') hold({ op, id: record.id, record: null, place });
      else hold({ op, id: record.id, record, place });
    },
    onReset: (code, place) => hold({ op: 'reset', id: null, record: null, place, code }),
    onError(error) {
      failed = error;
      wake();
    },
  });
  try {
    while (!signal?.aborted) {
      const next = held.shift();
      if (next) {
        yield next;
        continue;
      }
      if (failed) throw failed;
      if (paused && last) {
        paused = false;
        subscription.resume(last);
      }
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (held.length > 0 || failed || signal?.aborted) resolve();
      });
    }
  } finally {
    signal?.removeEventListener('abort', stopped);
    subscription.stop();
  }
}
