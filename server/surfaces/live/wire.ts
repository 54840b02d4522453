/**
 * The interface of a dialect's connection: frames are sent on it, and it says whether it has room. The rest of `live` knows
 * nothing else of a connection.
 */
import type { ServerFrame } from '#shared/live/frames.ts';
import type { Batch } from '../../core/log/tails/batch.ts';

/** Bytes that may wait on a connection for a slow client, plus one frame at worst. Beyond it, the log is the buffer. */
export const waitingBytesMax = 256 * 1024;

export interface Wire {
  hasRoom(): boolean;
  /** Resolves when there is room again, or the connection has closed. */
  room(): Promise<void>;
  /** Frames about subscriptions: few, and sent also where there is no room. */
  send(frame: ServerFrame): void;
  /**
   * Sends them in order, for as long as there is room; a connection that has ended takes all, and drops it.
   *
   * @param id the subscription's
   * @returns how many it sent, or dropped
   */
  sendChanges(id: string, batch: Batch): number;
}

/** Source of the events that there is room again, or that the connection is closed. */
interface Source {
  once(event: 'drain' | 'close', listener: () => void): unknown;
  off(event: 'drain' | 'close', listener: () => void): unknown;
}

/** Adds one listener to the source, however many callers wait. */
export function roomIn(source: Source): () => Promise<void> {
  let waiting: Promise<void> | null = null;
  return () => {
    waiting ??= new Promise((resolve) => {
      const done = () => {
        source.off('drain', done);
        source.off('close', done);
        waiting = null;
        resolve();
      };
      source.once('drain', done);
      source.once('close', done);
    });
    return waiting;
  };
}
