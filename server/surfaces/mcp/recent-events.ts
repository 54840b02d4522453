/**
 * The last events of one session, so that a client whose line broke gets the answer it was waiting for. A few, in memory:
 * older events, and those of another process, are requested again.
 */
import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server';

const eventsMax = 32;
/** Maximum size of the kept messages together, as `sizeOf` counts it; older ones are dropped. */
const textMax = 1_000_000;

interface Kept {
  readonly id: string;
  readonly stream: string;
  readonly message: JSONRPCMessage;
  readonly size: number;
}

/** Most of a message is its text; the rest weighs as much again at most. */
function sizeOf(message: JSONRPCMessage): number {
  const result = 'result' in message ? message.result : {};
  const content = Array.isArray(result['content']) ? (result['content'] as readonly { readonly text?: unknown }[]) : [];
  return content.reduce((sum, { text }) => sum + (typeof text === 'string' ? 2 * text.length : 0), 200);
}

export function recentEvents(): EventStore {
  let kept: Kept[] = [];
  let last = 0;
  return {
    async storeEvent(stream, message) {
      last += 1;
      const id = `${stream}::${last}`;
      kept.push({ id, stream, message, size: sizeOf(message) });
      let sum = 0;
      kept = kept
        .toReversed()
        .filter(({ size }, i) => {
          sum += size;
          return i < eventsMax && sum <= textMax;
        })
        .toReversed();
      return id;
    },
    async getStreamIdForEventId(id) {
      return kept.find((one) => one.id === id)?.stream;
    },
    async replayEventsAfter(lastId, { send }) {
      const at = kept.findIndex(({ id }) => id === lastId);
      const stream = kept[at]?.stream ?? lastId.split('::')[0] ?? lastId;
      for (const { id, message, stream: of } of at === -1 ? [] : kept.slice(at + 1))
        if (of === stream && Object.keys(message).length > 0) await send(id, message);
      return stream;
    },
  };
}
