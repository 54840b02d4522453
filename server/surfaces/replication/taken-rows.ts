/** Selects from a push the signed rows that are stored here by now. */
import type { Item, PushRow } from './row-content.ts';

export function takenOf(rows: readonly PushRow[], items: readonly Item[]) {
  return rows.flatMap(({ newDocumentState: document, relay }, n) =>
    relay && items[n]?.outcome !== 'refused'
      ? [{ document, previous: relay.previous, signature: relay.signature }]
      : [],
  );
}
